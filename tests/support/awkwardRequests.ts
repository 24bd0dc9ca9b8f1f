/** Requests that are as expensive as possible for the server, for any call of the contract, up to the limits of its body. */
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { fieldsMax, jsonMaxBytes } from '../../src/contract/rules.ts'

export type AwkwardRequest = {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  /** Starts with a question mark if present. */
  readonly query?: string
  /** Created on demand: some bodies are 64 MiB long. */
  readonly body?: () => Uint8Array<ArrayBuffer>
  /** The size of each HTTP chunk of the body; the body is sent in one piece without it. */
  readonly httpChunkBytes?: number
}

/** The most that Node accepts for request line and headers, minus the rest of them. */
const queryBytes = 15_000
/** What the call accepts: bytes in all, bytes of text, and fields. */
function limitsOf({ body, maxBytes = jsonMaxBytes, maxFields = fieldsMax }: Endpoint) {
  return { bytes: maxBytes, textBytes: body === 'multipart' ? Math.min(maxBytes, jsonMaxBytes) : maxBytes, fields: maxFields - 1 }
}

/** More fields, parts, keys or levels than any call accepts: the server should refuse them before it examines each one. */
export function excessiveRequests(endpoint: Endpoint): AwkwardRequest[] {
  const [name = 'k'] = fieldNames(endpoint)
  const queries = [
    { name: 'a query of one key', headers: {}, query: fillText('?', 'k=1&', queryBytes) },
    { name: 'a query of many keys', headers: {}, query: `?${numbered(3_000, (index) => `${index}&`).slice(0, queryBytes)}` },
  ]
  switch (endpoint.body) {
    case 'none':
      return queries
    case 'json':
      return [...queries, ...excessiveJson(name)]
    case 'form':
    case 'multipart':
      return [...queries, ...excessiveForms(endpoint, name), ...excessiveMultiparts(endpoint, name)]
    default:
      return endpoint.body satisfies never
  }
}

function excessiveJson(name: string): AwkwardRequest[] {
  const value = (text: string) => `{${JSON.stringify(name)}:${text}}`
  return [
    json('a key over and over', `{${fillText('', `"${name}":"",`, jsonMaxBytes - 10)}"z":1}`),
    json('a key over and over, written differently', `{${fillText('', String.raw`"\u006b":"","k":"",`, jsonMaxBytes - 10)}"z":1}`),
    json('many keys', `{${numbered(25_000, (index) => `"${index}":1,`)}"z":1}`),
    json('a long list', value(`[${fillText('', '1,', jsonMaxBytes - 100)}1]`)),
    json('a list of objects', value(`[${fillText('', '{},', jsonMaxBytes - 100)}{}]`)),
    json('lists in one another', value('['.repeat(130_000) + ']'.repeat(130_000))),
    json('objects in one another', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`),
  ]
}

function excessiveForms(endpoint: Endpoint, name: string): AwkwardRequest[] {
  const { textBytes } = limitsOf(endpoint)
  return [
    form('a key over and over', fillText('', `${name}=1&`, textBytes)),
    form('the shortest key over and over', fillText('', 'k=1&', textBytes)),
    form(
      'many keys',
      numbered(Math.floor(textBytes / 'nnnnnn=&'.length), (index) => `${index}=&`),
    ),
    form('separators alone', '&'.repeat(textBytes)),
  ]
}

function excessiveMultiparts(endpoint: Endpoint, name: string): AwkwardRequest[] {
  const { bytes: maxBytes } = limitsOf(endpoint)
  return [
    multipart('parts of one name', 'x', { fill: textPart(name, '1'), bytes: maxBytes - 10 }),
    multipart('parts of many names', 'x', numbered(4_000, (index) => textPart(String(index), '')) + '--x--\r\n'),
    multipart('empty files', 'x', { fill: textPart(`${name}"; filename="x`, ''), bytes: maxBytes - 10 }),
    multipart('delimiters alone', 'x', { fill: '--x\r\n', bytes: maxBytes - 10 }),
    multipart('parts without a name', 'x', { fill: '--x\r\n\r\n\r\n', bytes: maxBytes - 10 }),
  ]
}

/** The most fields, text and bytes that the call accepts, each as expensive as possible. */
export function largestRequests(endpoint: Endpoint): AwkwardRequest[] {
  const names = fieldNames(endpoint)
  const search = { name: 'a long search', headers: {}, query: `?search=${'a'.repeat(queryBytes)}` }
  switch (endpoint.body) {
    case 'none':
      return endpoint.query === undefined ? [] : [search]
    case 'json':
      return awkwardTexts.map(([name, head, fill]) => json(name, JSON.stringify(spread(names, head, fill, 2)).slice(0, jsonMaxBytes)))
    case 'form':
    case 'multipart':
      return [...largestForms(endpoint, names), ...largestMultiparts(endpoint, names)]
    default:
      return endpoint.body satisfies never
  }
}

/** Inputs that are slow for regular expressions and clean-up: a start, and what is repeated after it. */
const awkwardTexts = [
  ['spaces', '', ' '],
  ['dots', 'a@', 'a.'],
  ['dashes', 'a@', 'a-'],
  ['one letter', 'a@a.', 'a'],
  ['digits and spaces', '', '1 '],
  ['what is no word', '', '-'],
  ['dates', '', '2026-'],
  ['backslashes', '"', '\\'],
] as const

function largestForms(endpoint: Endpoint, names: readonly string[]): AwkwardRequest[] {
  const [name = 'k'] = names
  const { textBytes, fields } = limitsOf(endpoint)
  const fieldBytes = Math.min(250, Math.floor(textBytes / fields))
  return [
    ...awkwardTexts.map(([title, head, fill]) =>
      form(title, String(new URLSearchParams(spread(names, head, fill, 1))).slice(0, jsonMaxBytes)),
    ),
    form('percent signs', fillText(`${name}=`, '%', jsonMaxBytes)),
    form('escapes', fillText(`${name}=`, '%C3%A9', jsonMaxBytes)),
    form('as many fields as allowed', `${`${name}=`.padEnd(fieldBytes - 1, '1')}&`.repeat(fields).slice(0, -1)),
    { ...form('a byte at a time', fillText(`${name}=`, 'a', jsonMaxBytes)), httpChunkBytes: 1 },
    ...jsonFields.map(([title, text]) =>
      form(title, String(new URLSearchParams(Object.fromEntries(names.map((one) => [one, text])))).slice(0, jsonMaxBytes)),
    ),
  ]
}

/** JSON in a form field. */
const jsonFields = [
  ['a JSON field that is a long list', `[${'1,'.repeat(60_000)}1]`],
  ['a JSON field of empty objects', `[${'{},'.repeat(20_000)}{}]`],
  ['a JSON field of one key', `[{${'"position":1,'.repeat(8_000)}"z":1}]`],
  ['a JSON field of many levels', '['.repeat(60_000) + ']'.repeat(60_000)],
] as const

function largestMultiparts(endpoint: Endpoint, names: readonly string[]): AwkwardRequest[] {
  const { bytes: maxBytes, fields } = limitsOf(endpoint)
  const name = names.at(-1) ?? 'k'
  const boundary = 'a'.repeat(70)
  const part = textPart(name, '1')
  const filled = (title: string, separator: string, fill: string) => {
    const head = `--${separator}\r\nContent-Disposition: form-data; name="${name}"; filename="x.bin"\r\n\r\n`
    const tail = `\r\n--${separator}--\r\n`
    return multipart(title, separator, head, { fill, bytes: maxBytes - head.length - tail.length }, tail)
  }
  return [
    filled('a file of zeros', 'x', '\0'),
    filled('a file that is nearly all boundary', boundary, `\r\n--${boundary.slice(1)}`),
    filled('a file of the letter of the boundary', boundary, 'a'),
    filled('a file of line ends', 'x', '\r\n'),
    multipart('a preamble', 'x', { fill: 'a', bytes: maxBytes }),
    multipart('a header without an end', 'x', '--x\r\n', { fill: 'a', bytes: maxBytes - 5 }),
    multipart('many headers', 'x', '--x\r\n', { fill: 'a:b\r\n', bytes: maxBytes - 5 }),
    multipart('a header of many parameters', 'x', '--x\r\nContent-Disposition: form-data', { fill: ';a=b', bytes: maxBytes - 40 }),
    multipart(
      'parts of many headers',
      'x',
      ...Array.from({ length: Math.min(fields, Math.floor(maxBytes / 8_100)) }, () => manyHeaders),
      '--x--\r\n',
    ),
    multipart('as many parts as allowed', 'x', `${part.repeat(Math.min(fields, Math.floor(maxBytes / part.length) - 1))}--x--\r\n`),
    multipart('one long text', 'x', textPart(name, '').slice(0, -2), { fill: 'a', bytes: maxBytes - 200 }, '\r\n--x--\r\n'),
    { ...filled('a file, a hundred bytes at a time', 'x', '\0'), httpChunkBytes: 100 },
  ]
}

/** The same awkward text in each field, together as long as an encoded form may be. */
function spread(names: readonly string[], head: string, fill: string, bytesPerSign: number): Record<string, string> {
  const each = Math.floor(jsonMaxBytes / bytesPerSign / Math.max(1, names.length)) - 200
  return Object.fromEntries(names.map((name) => [name, fillText(head, fill, each)]))
}

/** Only those that the call's schema has. */
function fieldNames({ request }: Endpoint): string[] {
  return request !== undefined && 'entries' in request ? Object.keys(Object(request.entries)) : []
}

/** A part with the maximum number of headers. */
const manyHeaders = `--x\r\nContent-Disposition: form-data; name="k"\r\n${'a:b\r\n'.repeat(1_600)}\r\n\r\n`

/** A part of a multipart body with the boundary `x`. */
function textPart(name: string, value: string): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

/** Repeats a piece of a body. */
type Filled = { readonly fill: string; readonly bytes: number }

function fillText(head: string, fill: string, length: number): string {
  return head + fill.repeat(Math.floor((length - head.length) / fill.length))
}

function numbered(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('')
}

function json(name: string, text: string): AwkwardRequest {
  return { name: `JSON with ${name}`, headers: { 'content-type': 'application/json' }, body: () => new TextEncoder().encode(text) }
}

function form(name: string, text: string): AwkwardRequest {
  return {
    name: `a form with ${name}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: () => new TextEncoder().encode(text),
  }
}

function multipart(name: string, boundary: string, ...pieces: (string | Filled)[]): AwkwardRequest {
  const body = () =>
    Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : Buffer.alloc(piece.bytes, piece.fill))))
  return { name: `multipart with ${name}`, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}
