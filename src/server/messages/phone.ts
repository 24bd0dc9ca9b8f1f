/** Phone numbers by the rules of their country (libphonenumber). Knows no user. */
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import type { PhonePrefix } from '../../contract/register.ts'
import { AppError } from '../../errors.ts'

export type Phone = { readonly phonePrefix: string; readonly phoneNumber: string }
type Contact = Phone & { readonly country: string }

/** All countries with their prefixes, by country. */
export const phonePrefixes: readonly PhonePrefix[] = getCountries()
  .map((country) => ({ country, prefix: prefixOf(country) }))
  .toSorted((one, other) => (one.country < other.country ? -1 : 1))

const knownPrefixes = new Set(phonePrefixes.map(({ prefix }) => prefix))

function prefixOf(country: CountryCode): string {
  return `+${getCountryCallingCode(country)}`
}

/**
 * Throws the field's own code if prefix and number are no valid phone number, or the country does not exist. Accepts the leading zero that
 * some countries use at home. Accepts what is already stored, even if it breaks today's rules.
 */
export function checkContact({ country, ...phone }: Contact, stored?: Contact): void {
  const isPhoneStored = phone.phonePrefix === stored?.phonePrefix && phone.phoneNumber === stored.phoneNumber
  if (!isPhoneStored) checkPhone(phone)
  if (country !== stored?.country && !isSupportedCountry(country)) throw new AppError('MandatoryField', { invalidField: 'country' })
}

function checkPhone(phone: Phone): void {
  if (!knownPrefixes.has(phone.phonePrefix)) throw new AppError('phone.number.invalid.error', { invalidField: 'phonePrefix' })
  if (parse(phone)?.isValid() !== true) throw new AppError('phone.number.invalid.error', { invalidField: 'phoneNumber' })
}

/** The number in E.164 format: "+33612345678". undefined if it is no number. */
export function toE164(phone: Phone): string | undefined {
  return parse(phone)?.number
}

/** Whether both have the same E.164 number: "06 39" equals "639" behind "+33". Invalid numbers are compared as written. */
export function isSamePhone(one: Phone, other: Phone): boolean {
  const written = ({ phonePrefix, phoneNumber }: Phone) => `${phonePrefix} ${phoneNumber.replaceAll(/\D/g, '')}`
  return (toE164(one) ?? written(one)) === (toE164(other) ?? written(other))
}

/** Also undefined for an unknown prefix, which old records may hold and for which the library throws. */
function parse({ phonePrefix, phoneNumber }: Phone) {
  if (!knownPrefixes.has(phonePrefix)) return undefined
  return parsePhoneNumberFromString(phoneNumber, { defaultCallingCode: phonePrefix.slice(1) })
}
