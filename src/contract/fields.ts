/**
 * The valibot schemas that calls share. A schema whose message is an error code marks a mistake that a person can make: the server answers
 * 403 with `invalidField`. A schema without one marks a broken client: 400 `request.invalid`.
 */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { fieldsMax, passwordMaxLength, passwordMinLength, textMaxLength } from './rules.ts'
import { isStorable } from './storableText.ts'
import { isStrictJson } from './strictJson.ts'

const mandatory = 'MandatoryField' satisfies ErrorCode
const tooLong = 'text.too.long.error' satisfies ErrorCode
const unusable = 'text.unusable.error' satisfies ErrorCode

/** Characters that cannot be stored: a person's mistake in a form, a broken client anywhere else. */
export const storable = v.check<string, ErrorCode>(isStorable, unusable)

/**
 * Bidirectional control characters (U+202A to U+202E, U+2066 to U+2069). In a name they can make "exe.nib" read as "bin.exe" and reverse
 * the text around it. Longer texts, such as a change log, may need them.
 */
const undirected = v.check<string, ErrorCode>((value) => !/[\u202A-\u202E\u2066-\u2069]/.test(value), unusable)

/** Required text that names something or somebody, trimmed, 1 to `maxLength` characters. */
export function text(maxLength = textMaxLength) {
  return v.pipe(v.string(), storable, v.trim(), v.minLength(1, mandatory), v.maxLength(maxLength, tooLong), undirected)
}

/** Like `text`, but may be empty. */
export function optionalText(maxLength = textMaxLength) {
  return v.optional(v.pipe(v.string(), storable, v.trim(), v.maxLength(maxLength, tooLong), undirected))
}

/** A search text. Anything that can be stored is allowed, because older names may contain it. */
export function searchText() {
  return v.optional(v.pipe(v.string(), storable, v.trim(), v.maxLength(textMaxLength, tooLong)))
}

/** What is searched for, where a shorter text finds nothing. */
export function requiredSearchText(minLength: number) {
  return v.pipe(v.string(), storable, v.trim(), v.minLength(minLength), v.maxLength(textMaxLength, tooLong))
}

/** A username is an email address, stored in lower case. */
export const username = v.pipe(text(), v.email('username.invalid.error' satisfies ErrorCode), v.toLowerCase())

/** A password at sign-in. Only its length is limited, so that older rules never lock anyone out. */
export const typedPassword = v.pipe(v.string(), storable, v.trim(), v.minLength(1, mandatory), v.maxLength(passwordMaxLength, tooLong))

/** A password being chosen: at least 8 characters after trimming (the specification, section 5). The server asks for more (passwords.ts). */
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

/** For forms in which a new password is typed twice: the error is on the second field. */
export function repeatsNewPassword<T extends ChosenTwice>() {
  // It reads only these two fields; valibot cannot infer paths of a generic type.
  return isRepeated as v.GenericValidation<unknown> as v.GenericValidation<T>
}

/** A country as ISO 3166-1 alpha-2 in upper case: "FR". */
export const country = v.pipe(text(), v.regex(/^[A-Z]{2}$/, mandatory))

/** A country calling code: "+33". */
export const phonePrefix = v.pipe(text(), v.regex(/^\+[1-9]\d{0,3}$/, 'phone.number.invalid.error' satisfies ErrorCode))

/**
 * A phone number without its prefix, as typed: digits, spaces, dots, dashes, brackets. The server checks it against the rules of its
 * prefix.
 */
export const phoneNumber = v.pipe(text(), v.regex(/^[\d\s().-]{4,30}$/, 'phone.number.invalid.error' satisfies ErrorCode))

/** The secret in a mailed link: 256 bits in base64url. A malformed one gets the same error as a used one. */
export function mailedToken(invalid: ErrorCode) {
  return v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{43}$/, invalid))
}

/** A row's id as the server sends it: a positive integer. */
export const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** An id as text: in a path, a query or a form. */
export const idText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number))

/** An integer as text in a form. */
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

/** A checkbox as text in a form. */
export const booleanText = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
)

/** A list as a repeated form key, which may be absent. */
export function repeated<const T extends v.GenericSchema<string, unknown>>(item: T) {
  return v.pipe(
    v.optional(v.union([v.array(v.string()), v.string()]), []),
    v.transform((value) => (typeof value === 'string' ? [value] : value)),
    v.array(item),
  )
}

/** A list or object as one form value in JSON, parsed as strictly as a JSON body. */
export function jsonText<const T extends v.GenericSchema>(schema: T, valuesMax = fieldsMax) {
  const strictJson = v.check<string>((json) => isStrictJson(json, valuesMax))
  const description = v.description<string, string>(`JSON without repeated keys, with at most ${valuesMax} values.`)
  return v.pipe(v.string(), description, strictJson, v.parseJson(), schema)
}

/**
 * An instant on the wire: ISO 8601 in UTC, "2026-11-21T10:00:00.000Z". The day must exist (`v.isoTimestamp` accepts 31 February). Years
 * start at 0100: PostgreSQL has no year 0, and pg reads years below 100 as years of the 20th or 21st century.
 */
export const instant = v.pipe(
  v.string(),
  v.metadata({ format: 'date-time', description: 'In UTC.' }),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/),
  v.check(isOnTheCalendar),
)

/**
 * A calendar day that a person types, "2026-11-21". "2026-11-21T00:00:00.000Z" is the same day, so that a date from a response can be sent
 * back. Not before 1900, which catches half-typed years; whether future days are allowed is up to the call.
 */
export const typedDay = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, mandatory),
  v.regex(/^(?:19|[2-9]\d)\d\d-\d\d-\d\d(?:T00:00(?::00(?:\.0{1,3})?)?Z)?$/, 'date.invalid.error' satisfies ErrorCode),
  v.transform((typed) => typed.slice(0, 'YYYY-MM-DD'.length)),
  v.check((day) => isOnTheCalendar(`${day}T00:00:00Z`), 'date.unknown.error' satisfies ErrorCode),
)

/** Rejects 30 February, and 24:00, which is 00:00 of the next day. */
function isOnTheCalendar(written: string): boolean {
  const date = new Date(written)
  const isKnown = !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 100
  return isKnown && date.toISOString().startsWith(written.slice(0, 'YYYY-MM-DDTHH:mm:ss'.length))
}

/** The serial number of a detector or coil: 5 bytes as 10 upper-case hexadecimal digits (device document, section 3). */
export const serialNumber = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[0-9A-F]{10}$/, 'serial.number.format.invalid' satisfies ErrorCode),
)

/** An uploaded file, with what the browser's and the server's `File` have in common. */
export type Upload = {
  readonly name: string
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The files of a repeated form key, which may be absent. */
export function uploads(most: number, tooMany: ErrorCode) {
  return v.pipe(
    v.optional(v.union([v.array(upload()), upload()]), []),
    v.transform((value) => [value].flat()),
    v.maxLength(most, tooMany),
  )
}

export function upload(missing: ErrorCode = mandatory) {
  return v.custom<Upload>(isUpload, missing)
}

export function isUpload(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'arrayBuffer' in value && 'name' in value
}

/** A signed document (signatures/signed.ts): compact JWSs with the same payload, each by another key. Here, so that only who verifies one loads how. */
export const signed = v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(10))

/** What `changed.meanwhile.error` says of an edit with `changedFields`: which of them somebody else has changed, up to which version. */
export const meanwhile = v.object({
  version: v.number(),
  changes: v.array(v.object({ field: v.string(), by: v.nullable(v.string()), date: instant })),
})
