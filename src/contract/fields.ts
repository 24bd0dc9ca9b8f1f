/**
 * The valibot schemas that calls share. A message that is an error code marks a mistake a person makes in a form: the server answers it
 * with status 403 and `invalidField`. A schema without such a message marks a broken client: 400 `request.invalid`.
 */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { fieldsMax, passwordMaxLength, passwordMinLength, textMaxLength } from './rules.ts'
import { isStorable } from './storableText.ts'
import { isStrictJson } from './strictJson.ts'

const mandatory = 'MandatoryField' satisfies ErrorCode
const tooLong = 'text.too.long.error' satisfies ErrorCode
const unusable = 'text.unusable.error' satisfies ErrorCode

/** In a form this is a person's mistake; anywhere else the server refuses it as a broken client's. */
const storable = v.check<string, ErrorCode>(isStorable, unusable)

/**
 * Marks that turn the reading direction of what follows (U+202A to U+202E, U+2066 to U+2069): in a name they make "exe.nib" read as
 * "bin.exe" and spill over into the words around it. A longer text, such as a change log, may need them.
 */
const undirected = v.check<string, ErrorCode>((value) => !/[\u202A-\u202E\u2066-\u2069]/.test(value), unusable)

/** Required text that names something or somebody, trimmed, 1 to `maxLength` characters. */
export function text(maxLength = textMaxLength) {
  return v.pipe(v.string(), storable, v.trim(), v.minLength(1, mandatory), v.maxLength(maxLength, tooLong), undirected)
}

/** As `text`, but it may be empty. */
export function optionalText(maxLength = textMaxLength) {
  return v.optional(v.pipe(v.string(), storable, v.trim(), v.maxLength(maxLength, tooLong), undirected))
}

/** What is looked for: anything that may be stored, older names too. */
export function searchText() {
  return v.optional(v.pipe(v.string(), storable, v.trim(), v.maxLength(textMaxLength, tooLong)))
}

/** A user's name is an e-mail address; kept in lower case. */
export const username = v.pipe(text(), v.email('username.invalid.error' satisfies ErrorCode), v.toLowerCase())

/** A password as typed at sign-in: only its length is bounded, so that an old rule never locks anyone out. */
export const typedPassword = v.pipe(v.string(), storable, v.trim(), v.minLength(1, mandatory), v.maxLength(passwordMaxLength, tooLong))

/** A password being chosen: its trimmed length is at least 8 (section 5). */
export const newPassword = v.pipe(typedPassword, v.minLength(passwordMinLength, 'Password.minlenght.error' satisfies ErrorCode))

type ChosenTwice = { readonly newPassword: string; readonly newPasswordRepeat: string }

const isRepeated = v.forward(
  v.partialCheck(
    [['newPassword'], ['newPasswordRepeat']],
    ({ newPassword: chosen, newPasswordRepeat }: ChosenTwice) => chosen === newPasswordRepeat,
    'NewPassword.not.corresponding' satisfies ErrorCode,
  ),
  ['newPasswordRepeat'],
)

/** Of a form in which a person types a new password twice: the mistake stands at the second. */
export function repeatsNewPassword<T extends ChosenTwice>() {
  // It reads these two fields alone; valibot's paths cannot be inferred for a type that is not known yet.
  return isRepeated as v.GenericValidation<unknown> as v.GenericValidation<T>
}

/** A country: ISO 3166-1 alpha-2 in upper case, "FR". */
export const country = v.pipe(text(), v.regex(/^[A-Z]{2}$/, mandatory))

/** What stands before a telephone number: "+33". */
export const phonePrefix = v.pipe(text(), v.regex(/^\+[1-9]\d{0,3}$/, 'phone.number.invalid.error' satisfies ErrorCode))

/** A telephone number without its prefix, as typed: digits, spaces, dots, dashes, brackets. The server checks it by the prefix's rules. */
export const phoneNumber = v.pipe(text(), v.regex(/^[\d\s().-]{4,30}$/, 'phone.number.invalid.error' satisfies ErrorCode))

/** The secret in a mailed link: 256 bits in base64url. What is none gets the same code as one that is used up. */
export function mailedToken(invalid: ErrorCode) {
  return v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{43}$/, invalid))
}

/** A row's id as the server gives it: a positive whole number. */
export const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** An id where it travels as text: in a path, a query or a form. */
export const idText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number))

/** A whole number that travels as text in a form. */
export function integerText(min: number, max: number) {
  const invalid = 'number.invalid.error' satisfies ErrorCode
  return v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, mandatory),
    v.regex(/^\d{1,15}$/, invalid),
    v.transform(Number),
    v.minValue(min, invalid),
    v.maxValue(max, invalid),
  )
}

/** A checkbox that travels as text in a form. */
export const booleanText = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
)

/** A list that travels as a repeated form key: absent, once or many times. */
export function repeated<const T extends v.GenericSchema<string, unknown>>(item: T) {
  return v.pipe(
    v.optional(v.union([v.array(v.string()), v.string()]), []),
    v.transform((value) => (typeof value === 'string' ? [value] : value)),
    v.array(item),
  )
}

/** A list of objects that travels as one form value in JSON, as strict as a body in JSON. */
export function jsonText<const T extends v.GenericSchema>(schema: T) {
  const strictJson = v.check<string>((json) => isStrictJson(json, fieldsMax))
  return v.pipe(v.string(), strictJson, v.parseJson(), schema)
}

/**
 * An instant on the wire: ISO 8601 in UTC, "2026-11-21T10:00:00.000Z", on a day that the calendar has (`v.isoTimestamp` takes 31 February).
 * Years from 0100: PostgreSQL has no year 0, and a year below 100 is read back from it as one of the 20th or 21st century.
 */
export const instant = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/), v.check(isOnTheCalendar))

const dateInvalid = 'date.invalid.error' satisfies ErrorCode

/**
 * A calendar day that a person types, "2026-11-21". "2026-11-21T00:00:00.000Z" is the same day, so that an answer's own date can be sent
 * back. Not before 1900, which catches a year half typed; what is to come is for the call to judge.
 */
export const typedDay = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, mandatory),
  v.regex(/^(?:19|[2-9]\d)\d\d-\d\d-\d\d(?:T00:00(?::00(?:\.0{1,3})?)?Z)?$/, dateInvalid),
  v.transform((typed) => typed.slice(0, 'YYYY-MM-DD'.length)),
  v.check((day) => isOnTheCalendar(`${day}T00:00:00Z`), dateInvalid),
)

/** 30 February is not, though it can be written; nor is 24:00, which is the next day's 00:00. */
function isOnTheCalendar(written: string): boolean {
  const date = new Date(written)
  const isKnown = !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 100
  return isKnown && date.toISOString().startsWith(written.slice(0, 'YYYY-MM-DDTHH:mm:ss'.length))
}

/** A detector's or coil's serial number: 5 bytes as 10 upper-case hexadecimal digits (device document, section 3). */
export const serialNumber = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[0-9A-F]{10}$/, 'serial.number.format.invalid' satisfies ErrorCode),
)

/** An uploaded file, as both the browser's and the server's `File` look. */
export type Upload = {
  readonly name: string
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}

export function upload(missing: ErrorCode = mandatory) {
  return v.custom<Upload>((value) => typeof value === 'object' && value !== null && 'arrayBuffer' in value && 'name' in value, missing)
}
