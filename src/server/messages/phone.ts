/** Telephone numbers by the rules of their country (libphonenumber). Knows no user. */
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

/** Every country and its prefix, by country. */
export const phonePrefixes: readonly PhonePrefix[] = getCountries()
  .map((country) => ({ country, prefix: prefixOf(country) }))
  .toSorted((one, other) => (one.country < other.country ? -1 : 1))

const knownPrefixes = new Set(phonePrefixes.map(({ prefix }) => prefix))

function prefixOf(country: CountryCode): string {
  return `+${getCountryCallingCode(country)}`
}

/**
 * Throws the field's own code where prefix and number are no telephone number, or the country is none. The zero that some countries put
 * before a number at home is understood. What is stored already passes, whatever the rules of today.
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

/** As a gateway dials it: "+33612345678". undefined where it is no number at all. */
export function toE164(phone: Phone): string | undefined {
  return parse(phone)?.number
}

/** Whether a gateway would dial the same: "06 39" and "639" behind "+33" are. What is no number at all is compared as it is written. */
export function isSamePhone(one: Phone, other: Phone): boolean {
  const written = ({ phonePrefix, phoneNumber }: Phone) => `${phonePrefix} ${phoneNumber.replaceAll(/\D/g, '')}`
  return (toE164(one) ?? written(one)) === (toE164(other) ?? written(other))
}

/** undefined also behind a prefix that no country has, at which the library throws: an old record may hold one. */
function parse({ phonePrefix, phoneNumber }: Phone) {
  if (!knownPrefixes.has(phonePrefix)) return undefined
  return parsePhoneNumberFromString(phoneNumber, { defaultCallingCode: phonePrefix.slice(1) })
}
