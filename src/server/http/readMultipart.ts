/**
 * A multipart body as a list of names with texts and files, read as it comes. Not by the platform's own `formData()`: that one takes the whole
 * body at once and looks at all of its parts, so that 64 MiB keep every other request waiting for 200 ms and more. Knows no call.
 */
import { setImmediate } from 'node:timers/promises'
import { MultipartParser, type MultipartPart } from '@remix-run/multipart-parser'
import { AppError } from '../../errors.ts'
import { ReceivedFile } from '../files/receivedFile.ts'

export type Entry = readonly [name: string, value: string | ReceivedFile]
export type BodyLimits = { readonly maxFields: number; readonly maxTextBytes: number }

/** So much is looked at before others get their turn. */
const pieceBytes = 64 * 1024
/** Of the headers of one part: a name, a file's name and a type. */
const headerMaxBytes = 8 * 1024
/** `;` and a quoted boundary, or one without quotes (RFC 2046, 5.1.1: 70 characters). */
const boundaryParameter = /; *boundary=(?:"([^"]{1,70})"|([^";, ]{1,70}))(?:;|$)/i
/** As HTML has it (4.10.21.8): always in quotes, with `%22` for a quote within. What `filename*` says, `filename` says too. */
const disposition = /^form-data; *name="([^"]*)"(?:; *filename="([^"]*)"(?:; *filename\*=[^;]*)?)?$/i

/** Throws `request.too.large` for more text than allowed, `request.invalid` for more parts, and for what is no multipart body. */
export async function readMultipart(contentType: string, bytes: AsyncIterable<Uint8Array>, limits: BodyLimits): Promise<Entry[]> {
  try {
    return await readEntries(contentType, bytes, limits)
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('request.invalid', { cause })
  }
}

async function readEntries(
  contentType: string,
  bytes: AsyncIterable<Uint8Array>,
  { maxFields, maxTextBytes }: BodyLimits,
): Promise<Entry[]> {
  const [, quoted, plain] = boundaryParameter.exec(contentType) ?? []
  const parser = new MultipartParser(quoted ?? plain ?? refuse('no boundary'), {
    maxParts: maxFields,
    maxHeaderSize: headerMaxBytes,
    // The body has its limit already.
    maxFileSize: Infinity,
    maxTotalSize: Infinity,
  })
  const entries: Entry[] = []
  let textBytes = 0
  for await (const piece of inPieces(bytes)) {
    // What follows the end is nobody's (RFC 2046, 5.1.1), but the parser fails at it.
    if (isFinished(parser)) continue
    for (const part of parser.write(piece)) {
      const { name, filename } = namesOf(part)
      if (filename !== undefined) {
        entries.push([name, new ReceivedFile(part.content, filename, part.headers['content-type'] ?? 'text/plain')])
        continue
      }
      // Before it is decoded, which is one turn however long it is.
      textBytes += part.size
      if (textBytes > maxTextBytes) throw new AppError('request.too.large')
      entries.push([name, part.text])
    }
  }
  parser.finish()
  return entries
}

/** In pieces of one length, however they come: a body that comes byte by byte would cost more in objects than in bytes. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let piece = Buffer.allocUnsafeSlow(pieceBytes)
  let filled = 0
  for await (const chunk of bytes) {
    for (let done = 0; done < chunk.length;) {
      const part = chunk.subarray(done, done + pieceBytes - filled)
      piece.set(part, filled)
      done += part.length
      filled += part.length
      if (filled < pieceBytes) continue
      yield piece
      await setImmediate()
      piece = Buffer.allocUnsafeSlow(pieceBytes)
      filled = 0
    }
  }
  yield piece.subarray(0, filled)
}

function isFinished(parser: MultipartParser): boolean {
  try {
    parser.finish()
    return true
  } catch {
    return false
  }
}

function namesOf(part: MultipartPart): { name: string; filename: string | undefined } {
  const [, name = refuse('no name'), filename] = disposition.exec(part.headers['content-disposition'] ?? '') ?? []
  return { name: unescapeName(name), filename: filename && unescapeName(filename) }
}

function refuse(reason: string): never {
  throw new SyntaxError(reason)
}

function unescapeName(name: string): string {
  return name.replaceAll(/%0a/gi, '\n').replaceAll(/%0d/gi, '\r').replaceAll('%22', '"')
}
