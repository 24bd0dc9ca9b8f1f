import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCharacterOf, codeAlphabet, codeRandomLength, formatWarrantyCode, isMistyped } from './warrantyCodeFormat.ts'

const codeLength = codeRandomLength + 1

/** Codes as the server makes them: those whose check character is not one of the alphabet are left out. */
const code = fc
  .array(fc.constantFrom(...Array.from(codeAlphabet)), { minLength: codeRandomLength, maxLength: codeRandomLength })
  .map((characters) => characters.join(''))
  .map((random) => random + checkCharacterOf(random))
  .filter((one) => codeAlphabet.includes(one.at(-1) ?? ''))

const replaceAt = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + by.length)

describe('the check character', () => {
  // The first is the example of ISBT 128, which numbers blood donations by the same standard.
  it.each([
    ['G123498654321', 'H'],
    ['', '1'],
  ])('of %o is %s', (text, expected) => {
    expect(checkCharacterOf(text)).toBe(expected)
  })

  it('finds every single wrong character', () => {
    fc.assert(
      fc.property(code, (right) => {
        for (let at = 0; at < codeLength; at += 1)
          for (const wrong of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
            expect(isMistyped(replaceAt(right, at, wrong))).toBe(wrong !== right[at])
      }),
      { numRuns: 30 },
    )
  })

  it('finds every swap of neighbours', () => {
    fc.assert(
      fc.property(code, (right) => {
        for (let at = 0; at < codeLength - 1; at += 1) {
          const [one = '', other = ''] = right.slice(at)
          expect(isMistyped(replaceAt(right, at, other + one))).toBe(one !== other)
        }
      }),
    )
  })

  it('has nothing to say of a code that is not complete, or of another form', () => {
    fc.assert(
      fc.property(code, fc.nat(codeLength - 1), (right, length) => {
        expect(isMistyped(right.slice(0, length))).toBe(false)
      }),
    )
    for (const older of ['DEMO2026COIL00000001', 'ABC', '', 'A'.repeat(64)]) expect(isMistyped(older)).toBe(false)
  })
})

it('is shown in groups of three, and can be typed like that or in lower case', () => {
  fc.assert(
    fc.property(code, (right) => {
      const shown = formatWarrantyCode(right)
      expect(shown).toMatch(/^(?:[2-9A-HJ-NP-Z]{3}-){5}[2-9A-HJ-NP-Z]{3}$/)
      expect(shown.replaceAll('-', '')).toBe(right)
      for (const typed of [shown, shown.toLowerCase(), shown.replaceAll('-', ' – ')]) expect(isMistyped(typed)).toBe(false)
    }),
  )
})

it('leaves a code made before as it is', () => {
  for (const older of ['DEMO2026COIL00000001', 'ABCDEFGHJKLMNPQRST', 'X1']) expect(formatWarrantyCode(older)).toBe(older)
})
