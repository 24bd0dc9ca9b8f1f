/**
 * A multipart body as a list of names with texts and files, read as it comes. @fastify/busboy and not the platform's own `formData()`: that
 * one takes the whole body at once and looks at all of its parts, so that 64 MiB keep every other request waiting for 200 ms and more.
 * Knows no call.
 */
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { AppError } from '../errors.ts'
import { ReceivedFile } from './receivedFile.ts'

export type Entry = readonly [name: string, value: string | ReceivedFile]
export type BodyLimits = { readonly maxFields: number; readonly maxTextBytes: number }

/**
 * The parser looks at all of what it is given before it hears that it is enough, and a part costs it as much as a kilobyte: it is given no
 * more than this at a time, and other requests get their turn in between.
 */
const pieceBytes = 8 * 1024
/** Of the headers of one part: a name, a file's name and a type. */
const headerMaxBytes = 16 * 1024
const headersMax = 20

/** Throws `request.too.large` for more text than allowed, `request.invalid` for more parts, and for what is no multipart body. */
export async function readMultipart(contentType: string, bytes: AsyncIterable<Uint8Array>, limits: BodyLimits): Promise<Entry[]> {
  try {
    const parser = openParser(contentType, limits)
    const entries = collectEntries(parser, limits)
    await pipeline(inSmallPieces(bytes), parser)
    return entries
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('request.invalid', { cause })
  }
}

function openParser(contentType: string, { maxFields, maxTextBytes }: BodyLimits): BusboyInstance {
  return new Busboy({
    headers: { 'content-type': contentType },
    preservePath: true,
    isPartAFile: (_name, _type, filename) => filename !== undefined,
    limits: { parts: maxFields, fieldSize: maxTextBytes, headerSize: headerMaxBytes, headerPairs: headersMax },
  })
}

function collectEntries(parser: BusboyInstance, { maxTextBytes }: BodyLimits): Entry[] {
  const entries: Entry[] = []
  let textBytes = 0

  function add(name: string | undefined, value: Entry[1]): void {
    if (name === undefined) parser.destroy(new AppError('request.invalid'))
    else entries.push([unescapeName(name), value])
  }

  parser.on('partsLimit', () => parser.destroy(new AppError('request.invalid')))
  parser.on('field', (name: string | undefined, text, _nameIsCut, isCut) => {
    textBytes += Buffer.byteLength(text)
    if (isCut || textBytes > maxTextBytes) parser.destroy(new AppError('request.too.large'))
    else add(name, text)
  })
  parser.on('file', (name: string | undefined, content, filename, _encoding, mediaType) => {
    const file = new ReceivedFile(unescapeName(filename), mediaType)
    content.on('data', (piece: Uint8Array) => file.append(piece))
    // Where the body ends within a file, the parser itself fails too.
    content.on('error', () => undefined)
    add(name, file)
  })
  return entries
}

async function* inSmallPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const whole of bytes) {
    for (let start = 0; start < whole.length; start += pieceBytes) {
      yield whole.subarray(start, start + pieceBytes)
      await setImmediate()
    }
  }
}

/** As browsers write what would end the name or the line (HTML, 4.10.21.8). */
function unescapeName(name: string): string {
  return name.replaceAll(/%0a/gi, '\n').replaceAll(/%0d/gi, '\r').replaceAll('%22', '"')
}
