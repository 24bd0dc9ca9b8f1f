import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { factorName, recoveryCode } from './factors.ts'

const code = '0123456789ABCDEF'

describe('a recovery code', () => {
  it.each([
    ['as it is shown', '0123-4567-89AB-CDEF'],
    ['with spaces', ' 0123 4567 89AB CDEF '],
    ['without a dash, in lower case', '0123456789abcdef'],
    ['with letters that look like digits', 'O1234-567-89AB-cdef'],
    ['with others of these', 'oi23-4567-89ab-cdef'],
    ['with an L for the one', 'ol23-4567-89ab-cdef'],
  ])('is read %s', (_, typed) => {
    expect(v.parse(recoveryCode, typed)).toBe(code)
  })

  it.each([
    ['nothing', '', 'MandatoryField'],
    ['only what is left out', ' - -', 'MandatoryField'],
    ['too few', '0123-4567-89AB-CDE', 'code.invalid.error'],
    ['too many', `${code}0`, 'code.invalid.error'],
    ['the letter that no code has', '0123-4567-89AB-CDEU', 'code.invalid.error'],
    ['letters of another script', '0123-4567-89AB-CDEЕ', 'code.invalid.error'],
    ['digits of another script', '٠١٢٣-4567-89AB-CDEF', 'code.invalid.error'],
  ])('is not %s', (_, typed, message) => {
    const { issues = [] } = v.safeParse(recoveryCode, typed)
    expect(issues[0]).toMatchObject({ message })
  })
})

it('has a name of sixty characters at most, without what surrounds it', () => {
  expect(v.parse(factorName, '  Office key ')).toBe('Office key')
  expect(v.is(factorName, 'é'.repeat(60))).toBe(true)
  expect(v.is(factorName, 'é'.repeat(61))).toBe(false)
})
