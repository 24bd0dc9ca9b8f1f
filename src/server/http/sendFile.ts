/**
 * Sends files, never in a form that a browser would execute. Stored ones: none if the ETag matches, a part on request. Others while they are
 * written. Knows no rights.
 */
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { FileToSend, FileToStream } from '../call.ts'
import type { ByteRange, Storage } from '../files/storage.ts'
import { begun, type Sending, streamBody } from './streamBody.ts'

/** If opened directly, the file may do nothing, whatever it contains. */
const fileContentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

export async function sendFile(c: Context, storage: Storage, file: FileToSend | FileToStream, sending: Sending): Promise<Response> {
  c.header('Content-Security-Policy', fileContentSecurityPolicy)
  // A stored file was complete when it was asked for; what is still being written follows the rights of its reader.
  return 'content' in file ? sendWritten(c, file, sending) : sendStored(c, storage, file, sending.log)
}

/** A failure before the first bytes is thrown, for an ordinary error response. */
async function sendWritten(c: Context, { content, filename, mediaType, ...limit }: FileToStream, sending: Sending): Promise<Response> {
  const pieces = await begun(content)
  c.header('Cache-Control', 'no-store')
  c.header('Content-Type', mediaType)
  c.header('Content-Disposition', contentDisposition(filename))
  return c.body(streamBody(c, pieces, { ...sending, ...limit }))
}

/** Responds 200, 206 for a single range, 304 if the client has it already, 416 for a range outside the file. */
async function sendStored(c: Context, storage: Storage, file: FileToSend, log: Logger): Promise<Response> {
  const etag = `"${file.sha256}"`
  c.header('ETag', etag)
  c.header('Cache-Control', file.isForEverybody ? 'public, max-age=31536000, immutable' : 'private, no-cache')
  if (file.isForEverybody) {
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    // Without cookies and tokens: the app asks the origin of a cache in front of the portal, too.
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Access-Control-Expose-Headers', 'Content-Range, ETag')
  }
  c.header('Accept-Ranges', 'bytes')
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304)

  c.header('Content-Type', file.mediaType)
  c.header('Content-Disposition', contentDisposition(file.filename))
  const ifRange = c.req.header('if-range')
  const rangeHeader = ifRange === undefined || ifRange === etag ? c.req.header('range') : undefined
  const range = readRange(rangeHeader, file.sizeBytes)
  if (range === 'outside') {
    c.header('Content-Range', `bytes */${file.sizeBytes}`)
    return c.body(null, 416)
  }
  if (range === 'whole') {
    c.header('Content-Length', String(file.sizeBytes))
    return c.body(streamBody(c, await storage.open(file.sha256), { log }))
  }
  c.header('Content-Length', String(range.end - range.start + 1))
  c.header('Content-Range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  return c.body(streamBody(c, await storage.open(file.sha256, range), { log }), 206)
}

export function matchesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
}

/** RFC 9110, 14.1: a single byte range. Several ranges or an invalid header get the whole file, which the RFC allows. */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 'outside' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = match ?? []
  if (match === null || (first === '' && last === '')) return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'outside' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= sizeBytes ? 'outside' : { start, end }
}

/** RFC 6266: an ASCII name for old clients and the real one beside it. No name can end the header. */
export function contentDisposition(filename: string): string {
  const ascii = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
