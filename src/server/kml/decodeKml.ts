/** From the bytes of an uploaded file to its text. Knows encodings; knows nothing of XML but its declaration. */
import { ReadingStopped } from './kmlProblem.ts'

const zip = [0x50, 0x4b]
const gzip = [0x1f, 0x8b]

const byteOrderMarks = [
  // Before UTF-16, whose mark it starts with.
  { encoding: undefined, bytes: [0xff, 0xfe, 0, 0] },
  { encoding: undefined, bytes: [0, 0, 0xfe, 0xff] },
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
  // "<?" without a mark (XML 1.0, appendix F).
  { encoding: 'utf-16le', bytes: [0x3c, 0, 0x3f, 0] },
  { encoding: 'utf-16be', bytes: [0, 0x3c, 0, 0x3f] },
] as const

/** The declaration is ASCII in every encoding that is left. */
const declaration = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/
const declarationMaxBytes = 512

/** Throws ReadingStopped: `kml.archive.error`, `kml.empty.error` or `kml.encoding.error`. */
export function decodeKml(bytes: Uint8Array): string {
  if (startsWith(bytes, zip) || startsWith(bytes, gzip)) throw new ReadingStopped('kml.archive.error')
  const text = decode(bytes, encodingOf(bytes))
  if (text.trim() === '') throw new ReadingStopped('kml.empty.error')
  return text
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte)
}

function encodingOf(bytes: Uint8Array): string {
  const marked = byteOrderMarks.find((mark) => startsWith(bytes, mark.bytes))
  if (marked !== undefined) return marked.encoding ?? 'utf-32'
  const beginning = Buffer.from(bytes.subarray(0, declarationMaxBytes)).toString('latin1')
  const declared = declaration.exec(beginning)?.[1] ?? 'utf-8'
  // A declaration of UTF-16 that can be read byte by byte is wrong. Some programs write it when they save UTF-8.
  return /^(?:utf-?16|ucs-?2|iso-10646-ucs-2|unicode)/i.test(declared) ? 'utf-8' : declared
}

function decode(bytes: Uint8Array, encoding: string): string {
  const decoder = openDecoder(encoding)
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ReadingStopped('kml.encoding.error', firstUndecodedLine(bytes, encoding), encoding)
  }
}

function openDecoder(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new ReadingStopped('kml.encoding.error', 1, encoding)
  }
}

function firstUndecodedLine(bytes: Uint8Array, encoding: string): number {
  const [before = ''] = new TextDecoder(encoding).decode(bytes).split('\uFFFD', 1)
  return before.split(/\r\n|\r|\n/).length
}
