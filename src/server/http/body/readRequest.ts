/**
 * Turns an HTTP request into the parts that a call declares. Knows no call by name. Every input ends in parsed parts or in an AppError:
 * `request.invalid` (400) for a broken client, with the field if it is unknown, or the schema's own code (403, with the field) for a person's mistake in a form.
 */
import type { Context } from 'hono'
import * as v from 'valibot'
import type { Endpoint, Parts } from '../../../contract/endpoint.ts'
import { fieldsMax, jsonMaxBytes } from '../../../contract/rules.ts'
import { isStorable } from '../../../contract/storableText.ts'
import { parseStrictJson } from '../../../contract/strictJson.ts'
import { AppError, isErrorCode } from '../../../errors.ts'
import type { ArrivingBody } from './arrivingBodies.ts'
import { type Entry, readMultipart } from './readMultipart.ts'
import { readBytes, readPieces } from './requestBytes.ts'

/** Request keys with their values. A repeated key has a list. */
export type RawFields = Readonly<Record<string, unknown>>

type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]

/** For parts that a call does not declare. */
const emptyObject = v.strictObject({})

/** Checks path, query and body against the call's schemas. Unknown keys are rejected, and so is any key if there is no schema. */
export function parseParts<E extends Endpoint>(endpoint: E, raw: { params: RawFields; query: RawFields; body: RawFields }): Parts<E> {
  const parts = {
    params: parse(endpoint.params ?? emptyObject, raw.params),
    query: parse(endpoint.query ?? emptyObject, raw.query),
    body: parse(endpoint.request ?? emptyObject, raw.body),
  }
  // `Parts` takes its types from these schemas; no handler reads a part without one.
  return parts as Parts<E>
}

function parse(schema: v.GenericSchema, input: RawFields): unknown {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const issues = withoutFiles(schema, input, result.issues)
  const [issue] = issues
  const isMistake = issues.every(({ message }) => isErrorCode(message))
  if (!isMistake || !isErrorCode(issue.message)) throw new AppError('request.invalid', unknownField(issues))
  // The innermost name: that of an input, also where a part of the body groups several.
  const field = issue.path?.map(({ key }) => key).findLast((key) => typeof key === 'string')
  throw new AppError(issue.message, field === undefined ? {} : { invalidField: field })
}

/**
 * A form without its file is a mistake of a person, as one with an empty file is: the file's own schema names it. Any other value that is
 * missing is a mistake of the client.
 */
function withoutFiles(schema: v.GenericSchema, input: RawFields, issues: Issues): Issues {
  const missing = issues.flatMap(({ type, received, path }) => (type === 'strict_object' && received === 'undefined' ? (path ?? []) : []))
  if (missing.length === 0) return issues
  const asNull = Object.fromEntries(missing.map(({ key }) => [String(key), null]))
  const second = v.safeParse(schema, { ...input, ...asNull })
  return second.issues?.every(({ type, message }) => type === 'custom' || isErrorCode(message)) === true ? second.issues : issues
}

const shownNameMaxLength = 60

/** Names a key that the schema does not have, for the author of the client. Never more of it than a short name of letters and digits. */
function unknownField(issues: Issues): { invalidField?: string } {
  const unknown = issues.find(({ type, expected }) => type === 'strict_object' && expected === 'never')
  if (unknown === undefined) return {}
  const name = (unknown.path ?? []).map(({ key }) => String(key)).join('.')
  return { invalidField: name.slice(0, shownNameMaxLength).replaceAll(/[^\p{L}\p{N}_.-]/gu, '?') }
}

export function readQuery(c: Context, endpoint: Endpoint): RawFields {
  const { search } = new URL(c.req.url)
  return readUrlEncoded(search.slice(1), limitsOf(endpoint).maxFields)
}

/** Reads the body by its kind. Throws `request.invalid` for another content type or malformed input, and what `readBytes` throws. */
export async function readBody(c: Context, endpoint: Endpoint, arriving: ArrivingBody): Promise<RawFields> {
  const { maxBytes, maxTextBytes, maxFields } = limitsOf(endpoint)
  const contentType = c.req.header('content-type') ?? ''
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase()
  switch (endpoint.body) {
    case 'none':
      // The body is ignored but still limited.
      for await (const _ of readBytes(c, maxBytes, arriving));
      return {}
    case 'json':
      if (mediaType !== 'application/json') throw new AppError('request.invalid')
      return readJson(decode(await readWhole(c, maxTextBytes, arriving)), maxFields)
    case 'form':
    case 'multipart':
      if (mediaType === 'multipart/form-data') {
        return collect(await readMultipart(contentType, readPieces(c, maxBytes, arriving), { maxFields, maxTextBytes }))
      }
      if (mediaType !== 'application/x-www-form-urlencoded') throw new AppError('request.invalid')
      return readUrlEncoded(decode(withSpaces(await readWhole(c, maxTextBytes, arriving))), maxFields)
    default:
      return endpoint.body satisfies never
  }
}

function limitsOf({ body, maxBytes = jsonMaxBytes, maxTextBytes = jsonMaxBytes, maxFields = fieldsMax }: Endpoint) {
  // Text is decoded and checked at once, so in a call that accepts large files only the files may be large.
  return { maxBytes, maxFields, maxTextBytes: body === 'multipart' ? Math.min(maxBytes, maxTextBytes) : maxBytes }
}

async function readWhole(c: Context, maxBytes: number, arriving: ArrivingBody): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of readPieces(c, maxBytes, arriving)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Plus means space (URL standard, 5.1). URLSearchParams handles it too but takes twenty times as long for many of them. */
function withSpaces(bytes: Buffer): Buffer {
  const [plus, space] = [0x2b, 0x20]
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === plus) bytes[at] = space
  return bytes
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('request.invalid', { cause })
  }
}

function readJson(text: string, maxFields: number): RawFields {
  const value = parseJson(text, maxFields)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AppError('request.invalid')
  // JSON.parse made this object, so its keys are strings; the schema checks the values.
  return value as RawFields
}

function parseJson(text: string, maxFields: number): unknown {
  try {
    return parseStrictJson(text, maxFields)
  } catch (cause) {
    throw new AppError('request.invalid', { cause })
  }
}

function readUrlEncoded(text: string, maxFields: number): RawFields {
  if (hasMoreThan(maxFields - 1, '&', text)) throw new AppError('request.invalid')
  return collect(new URLSearchParams(text))
}

/** Whether a character occurs more than `most` times, without searching further than that. */
function hasMoreThan(most: number, sign: string, text: string): boolean {
  let count = 0
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
    count += 1
    if (count > most) return true
  }
  return false
}

function collect(entries: Iterable<Entry>): RawFields {
  const lists = new Map<string, Entry[1][]>()
  for (const [key, value] of entries) {
    if (!isStorable(key) || (typeof value === 'string' && !isStorable(value))) throw new AppError('request.invalid')
    const list = lists.get(key)
    if (list === undefined) lists.set(key, [value])
    else list.push(value)
  }
  // `fromEntries` defines own properties, so `__proto__` is an ordinary key, which the schema rejects.
  return Object.fromEntries([...lists].map(([key, values]) => [key, values.length === 1 ? values[0] : values]))
}
