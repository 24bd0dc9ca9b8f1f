import { expect, it } from 'vitest'
import { storedPhone, toInternational } from './phone.ts'

const forms = (phonePrefix: string, phoneNumber: string) => storedPhone({ phonePrefix, phoneNumber }).phoneDigits

it('keeps a number as digits: as typed, with prefix, and with the zero that is dialled at home', () => {
  expect(forms('+33', '06 39 98 44 55')).toBe(' 0639984455 0033639984455 00330639984455')
  expect(forms('+33', '639984455')).toBe(' 639984455 0033639984455 00330639984455')
  expect(forms('+1', '(212) 555-0123')).toBe(' 2125550123 0012125550123')
})

it('keeps the zero of an Italian number, which is dialled from abroad too [T642]', () => {
  expect(forms('+39', '06 6982 1234')).toBe(' 0669821234 00390669821234')
  expect(toInternational({ phonePrefix: '+39', phoneNumber: '06 6982 1234' })).toBe('+39 06 6982 1234')
  expect(toInternational({ phonePrefix: '+39', phoneNumber: '6 6982 1234' })).not.toBe('+39 06 6982 1234')
})

it.each([
  ['too short a number', '+33', '12', ' 12 003312 0033012'],
  ['a prefix that no country has', '+999', '0612345678', ' 0612345678 00999612345678 009990612345678'],
  ['words', '+33', 'call me', ''],
  ['nothing', '', '', ''],
])('has no international form for %s, and keeps its digits', (_, prefix, number, expected) => {
  expect(forms(prefix, number)).toBe(expected)
  expect(toInternational({ phonePrefix: prefix, phoneNumber: number })).toBeNull()
})
