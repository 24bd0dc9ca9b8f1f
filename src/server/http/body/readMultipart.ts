/**
 * Reads a multipart body as a stream of names with texts and files. The platform's `formData()` processes the whole body at once: 64 MiB
 * block all other requests for 200 ms or more. Knows no call.
 */
import { MultipartParser, type MultipartPart } from '@remix-run/multipart-parser'
import { AppError } from '../../../errors.ts'
import { ReceivedFile } from '../../files/receivedFile.ts'

export type Entry = readonly [name: string, value: string | ReceivedFile]
export type BodyLimits = { readonly maxFields: number; readonly maxTextBytes: number }

/** For the headers of one part: a name, a file name and a type. */
const headerMaxBytes = 8 * 1024
/** `;` and a boundary, quoted or plain (RFC 2046, 5.1.1: up to 70 characters). */
const boundaryParameter = /; *boundary=(?:"([^"]{1,70})"|([^";, ]{1,70}))(?:;|$)/i
/** As HTML specifies (4.10.21.8): always quoted, with `%22` for a quote. `filename*` only repeats `filename`. */
const disposition = /^form-data; *name="([^"]*)"(?:; *filename="([^"]*)"(?:; *filename\*=[^;]*)?)?$/i

/** Throws `request.too.large` for more text than allowed, `request.invalid` for too many parts or a malformed body. */
export async function readMultipart(contentType: string, pieces: AsyncIterable<Uint8Array>, limits: BodyLimits): Promise<Entry[]> {
  try {
    return await readEntries(contentType, pieces, limits)
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('request.invalid', { cause })
  }
}

async function readEntries(
  contentType: string,
  pieces: AsyncIterable<Uint8Array>,
  { maxFields, maxTextBytes }: BodyLimits,
): Promise<Entry[]> {
  const [, quoted, plain] = boundaryParameter.exec(contentType) ?? []
  const parser = new MultipartParser(quoted ?? plain ?? refuse('no boundary'), {
    maxParts: maxFields,
    maxHeaderSize: headerMaxBytes,
    // The size of the body is limited already.
    maxFileSize: Infinity,
    maxTotalSize: Infinity,
  })
  const entries: Entry[] = []
  let textBytes = 0
  for await (const piece of pieces) {
    // Bytes after the end are ignored (RFC 2046, 5.1.1), but the parser would fail on them.
    if (isFinished(parser)) continue
    for (const part of parser.write(piece)) {
      const { name, filename } = namesOf(part)
      if (filename !== undefined) {
        entries.push([name, new ReceivedFile(part.content, filename, part.headers['content-type'] ?? 'text/plain')])
        continue
      }
      // Before decoding, which blocks until it is done.
      textBytes += part.size
      if (textBytes > maxTextBytes) throw new AppError('request.too.large')
      entries.push([name, part.text])
    }
  }
  parser.finish()
  return entries
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
