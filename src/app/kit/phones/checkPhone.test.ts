import { expect, it } from 'vitest'
import { checkPhone, isSamePhone } from './checkPhone.ts'

it('takes a number as its country writes it, with or without the zero of calls at home', () => {
  expect(checkPhone({ phonePrefix: '+33', phoneNumber: '06 12 34 56 78' })).toEqual({})
  expect(checkPhone({ phonePrefix: '+33', phoneNumber: '612345678' })).toEqual({})
  expect(checkPhone({ phonePrefix: '+1', phoneNumber: '(212) 555-0123' })).toEqual({})
})

it('finds a number that its country does not have', () => {
  const invalid = { phoneNumber: 'phone.number.invalid.error' }
  expect(checkPhone({ phonePrefix: '+33', phoneNumber: '06 12 34' })).toEqual(invalid)
  expect(checkPhone({ phonePrefix: '+44', phoneNumber: '06 12 34 56 78 90 12 34' })).toEqual(invalid)
  expect(checkPhone({ phonePrefix: '+33', phoneNumber: 'call me' })).toEqual(invalid)
})

it('lets a number stay that is stored already, but not under another prefix', () => {
  const stored = { phonePrefix: '+33', phoneNumber: '12' }
  expect(checkPhone(stored, stored)).toEqual({})
  expect(checkPhone({ ...stored, phonePrefix: '+44' }, stored)).toEqual({ phoneNumber: 'phone.number.invalid.error' })
  expect(checkPhone({ ...stored, phoneNumber: '13' }, stored)).toEqual({ phoneNumber: 'phone.number.invalid.error' })
})

it('leaves what is missing to the schema', () => {
  expect(checkPhone({ phonePrefix: '', phoneNumber: '0612345678' })).toEqual({})
  expect(checkPhone({ phonePrefix: '+33', phoneNumber: ' ' })).toEqual({})
})

it('compares numbers behind a prefix that no country has as they are written', () => {
  const old = { phonePrefix: '+999', phoneNumber: '06 12' }
  expect(isSamePhone(old, { ...old, phoneNumber: '0612' })).toBe(true)
  expect(isSamePhone(old, { ...old, phonePrefix: '+33' })).toBe(false)
  expect(checkPhone(old)).toEqual({ phoneNumber: 'phone.number.invalid.error' })
})
