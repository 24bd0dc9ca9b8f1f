import { expect, it } from 'vitest'
import { checkPhone, isSamePhone } from './checkPhone.ts'

it('accepts a number as its country writes it, with or without the trunk zero', () => {
  expect(checkPhone({ phonePrefix: '+33', phoneNumber: '06 12 34 56 78' })).toEqual({})
  expect(checkPhone({ phonePrefix: '+33', phoneNumber: '612345678' })).toEqual({})
  expect(checkPhone({ phonePrefix: '+1', phoneNumber: '(212) 555-0123' })).toEqual({})
})

it('reports a number that its country does not have', () => {
  const invalid = { phoneNumber: 'phone.number.invalid.error' }
  expect(checkPhone({ phonePrefix: '+33', phoneNumber: '06 12 34' })).toEqual(invalid)
  expect(checkPhone({ phonePrefix: '+44', phoneNumber: '06 12 34 56 78 90 12 34' })).toEqual(invalid)
  expect(checkPhone({ phonePrefix: '+33', phoneNumber: 'call me' })).toEqual(invalid)
})

it('accepts a stored number, but not with another prefix', () => {
  const stored = { phonePrefix: '+33', phoneNumber: '12' }
  expect(checkPhone(stored, stored)).toEqual({})
  expect(checkPhone({ ...stored, phonePrefix: '+44' }, stored)).toEqual({ phoneNumber: 'phone.number.invalid.error' })
  expect(checkPhone({ ...stored, phoneNumber: '13' }, stored)).toEqual({ phoneNumber: 'phone.number.invalid.error' })
})

it('leaves missing values to the schema', () => {
  expect(checkPhone({ phonePrefix: '', phoneNumber: '0612345678' })).toEqual({})
  expect(checkPhone({ phonePrefix: '+33', phoneNumber: ' ' })).toEqual({})
})

it('compares numbers with an unknown prefix as written', () => {
  const old = { phonePrefix: '+999', phoneNumber: '06 12' }
  expect(isSamePhone(old, { ...old, phoneNumber: '0612' })).toBe(true)
  expect(isSamePhone(old, { ...old, phonePrefix: '+33' })).toBe(false)
  expect(checkPhone(old)).toEqual({ phoneNumber: 'phone.number.invalid.error' })
})
