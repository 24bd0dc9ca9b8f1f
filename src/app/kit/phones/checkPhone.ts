import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { ErrorCode } from '../../../errors.ts'

type Phone = { readonly phonePrefix: string; readonly phoneNumber: string }

/**
 * The errors of a phone number by the rules of its prefix, on its field, as the server will report them; none for a stored number. Contains
 * the rules of all countries: load it lazily.
 */
export function checkPhone(
  { phonePrefix, phoneNumber }: Phone,
  stored?: Partial<Phone>,
): Readonly<Partial<Record<'phoneNumber', ErrorCode>>> {
  if (phonePrefix === stored?.phonePrefix && phoneNumber === stored.phoneNumber) return {}
  if (phonePrefix === '' || phoneNumber.trim() === '') return {}
  return parse({ phonePrefix, phoneNumber })?.isValid() === true ? {} : { phoneNumber: 'phone.number.invalid.error' }
}

/** Whether both numbers dial alike, as the server compares them: "06 39" and "639" do with "+33". */
export function isSamePhone(one: Phone, other: Phone): boolean {
  const dialled = (phone: Phone) => parse(phone)?.number ?? `${phone.phonePrefix} ${phone.phoneNumber.replaceAll(/\D/g, '')}`
  return dialled(one) === dialled(other)
}

const knownPrefixes: ReadonlySet<string> = new Set(getCountries().map((country) => `+${getCountryCallingCode(country)}`))

/** The library throws for a prefix that no country has, which an old record may contain. */
function parse({ phonePrefix, phoneNumber }: Phone) {
  if (!knownPrefixes.has(phonePrefix)) return undefined
  return parsePhoneNumberFromString(phoneNumber, { defaultCallingCode: phonePrefix.slice(1) })
}
