import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { ErrorCode } from '../../../errors.ts'

type Phone = { readonly phonePrefix: string; readonly phoneNumber: string }

/**
 * What is wrong with a number by the rules of its prefix, on its field, as the server will say it; nothing where it is stored already.
 * Brings the rules of the whole world: load it late.
 */
export function checkPhone(
  { phonePrefix, phoneNumber }: Phone,
  stored?: Partial<Phone>,
): Readonly<Partial<Record<'phoneNumber', ErrorCode>>> {
  if (phonePrefix === stored?.phonePrefix && phoneNumber === stored.phoneNumber) return {}
  if (phonePrefix === '' || phoneNumber.trim() === '') return {}
  return parse({ phonePrefix, phoneNumber })?.isValid() === true ? {} : { phoneNumber: 'phone.number.invalid.error' }
}

/** Whether both are dialled alike, as the server compares them: "06 39" and "639" behind "+33" are. */
export function isSamePhone(one: Phone, other: Phone): boolean {
  const dialled = (phone: Phone) => parse(phone)?.number ?? `${phone.phonePrefix} ${phone.phoneNumber.replaceAll(/\D/g, '')}`
  return dialled(one) === dialled(other)
}

const knownPrefixes: ReadonlySet<string> = new Set(getCountries().map((country) => `+${getCountryCallingCode(country)}`))

/** undefined also behind a prefix that no country has, at which the library throws: an old record may hold one. */
function parse({ phonePrefix, phoneNumber }: Phone) {
  if (!knownPrefixes.has(phonePrefix)) return undefined
  return parsePhoneNumberFromString(phoneNumber, { defaultCallingCode: phonePrefix.slice(1) })
}
