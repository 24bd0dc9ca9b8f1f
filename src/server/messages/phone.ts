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

/** The number as people write it for callers abroad: "+33 6 39 98 44 55". null if it is not valid. */
export function toInternational(phone: Phone): string | null {
  const parsed = parse(phone)
  return parsed?.isValid() === true ? parsed.formatInternational() : null
}

/** The columns of a phone: as typed, and the forms by which a search finds it. Whatever writes one writes the others. */
export function storedPhone({ phonePrefix, phoneNumber }: Phone) {
  return { phonePrefix, phoneNumber, phoneDigits: formsOf({ phonePrefix, phoneNumber }) }
}

/** Each form follows a space: the digits as typed, then `00`, prefix and number, without and with the zero that is dialled at home. */
function formsOf(phone: Phone): string {
  const typed = phone.phoneNumber.replaceAll(/\D/g, '')
  if (typed === '') return ''
  const parsed = parse(phone)
  const isValid = parsed?.isValid() === true
  const prefix = isValid ? parsed.countryCallingCode : phone.phonePrefix.replaceAll(/\D/g, '')
  const bare = typed.replace(/^0+/, '')
  const [abroad, atHome] = isValid ? [parsed.nationalNumber, parsed.formatNational().replaceAll(/\D/g, '')] : [bare, `0${bare}`]
  return [...new Set([typed, `00${prefix}${abroad}`, `00${prefix}${atHome}`])].map((form) => ` ${form}`).join('')
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
