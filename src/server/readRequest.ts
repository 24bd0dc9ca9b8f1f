/**
 * From an HTTP request to the parts that a call declares. Knows no call by name. Whatever comes in, it ends in parsed parts or in an
 * AppError: `request.invalid` (400) for a broken client, the schema's own code (403, with the field) for a person's mistake in a form.
 */
import type { Context } from 'hono'
import * as v from 'valibot'
import type { BodyKind, Endpoint, Parts } from '../contract/endpoint.ts'
import { AppError, isErrorCode } from '../errors.ts'

/** Request keys to values; a key that came more than once holds a list. */
export type RawFields = Readonly<Record<string, unknown>>

/** Nothing that the contract asks for is nested deeper. */
const nestingMax = 16

/** Checks path, query and body against the call's schemas; unknown keys are refused by them. */
export function parseParts<E extends Endpoint>(endpoint: E, raw: { params: RawFields; query: RawFields; body: RawFields }): Parts<E> {
  const parts = {
    params: endpoint.params && parse(endpoint.params, raw.params),
    query: endpoint.query && parse(endpoint.query, raw.query),
    body: endpoint.request && parse(endpoint.request, raw.body),
  }
  // Each part is the output of the schema that Parts takes its type from.
  return parts as Parts<E>
}

function parse(schema: v.GenericSchema, input: RawFields): unknown {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const [issue] = result.issues
  const isMistake = result.issues.every(({ message }) => isErrorCode(message))
  if (!isMistake || !isErrorCode(issue.message)) throw new AppError('request.invalid')
  const field = issue.path?.[0]?.key
  throw new AppError(issue.message, typeof field === 'string' ? { invalidField: field } : {})
}

export function readQuery(c: Context): RawFields {
  return collect(new URL(c.req.url).searchParams)
}

/** The body as it travels by its kind. Throws `request.invalid` for another content type or anything malformed. */
export async function readBody(c: Context, kind: BodyKind): Promise<RawFields> {
  const mediaType = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  switch (kind) {
    case 'none':
      return {}
    case 'json':
      if (mediaType !== 'application/json') throw new AppError('request.invalid')
      return readJson(await readText(c))
    case 'form':
    case 'multipart':
      if (mediaType === 'multipart/form-data') return readMultipart(c)
      if (mediaType !== 'application/x-www-form-urlencoded') throw new AppError('request.invalid')
      return collect(new URLSearchParams(await readText(c)))
    default:
      return kind satisfies never
  }
}

async function readText(c: Context): Promise<string> {
  try {
    // Fails too where the connection broke in the middle: nobody is left to be answered, and nothing of ours is at fault.
    const bytes = await c.req.arrayBuffer()
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('request.invalid', { cause })
  }
}

function readJson(text: string): RawFields {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isStorable(value)) throw new AppError('request.invalid')
  // An object that JSON.parse made: its keys are text, its values are what the schema is about to check.
  return value as RawFields
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('request.invalid', { cause })
  }
}

async function readMultipart(c: Context): Promise<RawFields> {
  const form = await c.req.raw.formData().catch((cause: unknown) => {
    throw new AppError('request.invalid', { cause })
  })
  return collect(form)
}

function collect(entries: Iterable<[string, string | File]>): RawFields {
  const lists = new Map<string, unknown[]>()
  for (const [key, value] of entries) lists.set(key, [...(lists.get(key) ?? []), value])
  // fromEntries defines its keys, so that one called `__proto__` is a key like any other, which the schema refuses.
  const fields = Object.fromEntries([...lists].map(([key, values]) => [key, values.length === 1 ? values[0] : values]))
  if (!isStorable(fields)) throw new AppError('request.invalid')
  return fields
}

/** No text with NUL or half a surrogate pair, nothing nested beyond reason. Walks without recursion: the input may be 100,000 deep. */
function isStorable(root: unknown): boolean {
  const pending = [{ value: root, depth: 0 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, depth } = next
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return false
    if (typeof value !== 'object' || value === null) continue
    if (depth >= nestingMax) return false
    for (const [key, inner] of Object.entries(value)) pending.push({ value: key, depth: 0 }, { value: inner, depth: depth + 1 })
  }
  return true
}
