/**
 * A user's firmware files: from the cache, or else from the server, resuming an interrupted download. The bytes returned are exactly those that
 * were published. Knows no detector and no screen.
 */
import { AppError, asAppError, type ErrorCode } from '../../errors.ts'
import type { Api } from '../api/createApi.ts'
import { concat, type FirmwareStore, type PublishedFile } from './firmwareStore.ts'
import { sha256Of } from './sha256.ts'

export type FirmwarePorts = {
  readonly api: Pick<Api, 'file'>
  readonly store: FirmwareStore
  /** The signed-in user. */
  readonly owner: () => { readonly id: number; readonly username: string } | null
  readonly sleep: (ms: number) => Promise<void>
  /** Called when a file cannot be cached. The file itself can still be used. */
  readonly onCacheError: (code: ErrorCode) => void
}

export type FirmwareRequest = { readonly file: PublishedFile; readonly signal: AbortSignal }
export type FirmwareFiles = ReturnType<typeof createFirmwareFiles>

/** A connection without a byte for this long counts as broken: poor connections often die silently. */
const idleTimeoutMs = 30_000
/** Progress is reported in steps of 1 %, so that a fast connection does not re-render the page for each packet. */
const progressSteps = 100
/** Bytes are written to disk in parts of this size: closing the browser loses at most one part. */
const partBytes = 512 * 1024
/** An interrupted download is resumed as long as each attempt brings more bytes. */
const attempts = 6
const pauseMs = 500

export function createFirmwareFiles(ports: FirmwarePorts) {
  /** Runs work that may fail: a broken cache must not stop an update. */
  async function cacheIfPossible(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (thrown) {
      ports.onCacheError(asAppError(thrown).code)
    }
  }

  async function fromStore(owner: number, file: PublishedFile): Promise<Uint8Array<ArrayBuffer> | null> {
    return ports.store.read(owner, file).catch(() => null)
  }

  /** One request for the bytes that are missing. After a break, `received` has what arrived. */
  async function receive(received: Download, { file, signal }: FirmwareRequest, onReceived: (bytes: number) => void): Promise<void> {
    const idle = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    function restartIdleTimer(): void {
      clearTimeout(timer)
      timer = setTimeout(() => idle.abort(), idleTimeoutMs)
    }
    restartIdleTimer()
    try {
      const response = await ports.api.file.showFileFromWeb({
        query: { id: file.id, username: ports.owner()?.username ?? '' },
        signal: AbortSignal.any([signal, idle.signal]),
        ...(received.length() > 0 && { resume: { fromByte: received.length(), sha256: file.sha256 } }),
      })
      // The response has the whole file: the server does not support ranges, or the file has changed.
      if (response.status !== 206) received.clear()
      const reader = response.body?.getReader()
      let reportedBytes = 0
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done || value === undefined) return
        restartIdleTimer()
        received.add(value)
        await received.flush(partBytes)
        if (received.length() - reportedBytes < file.sizeBytes / progressSteps) continue
        reportedBytes = received.length()
        onReceived(reportedBytes)
      }
    } catch (cause) {
      await received.flush(1)
      if (signal.aborted || cause instanceof AppError) throw cause
      throw new AppError('network.offline.error', { cause })
    } finally {
      clearTimeout(timer)
    }
  }

  async function download(owner: number, request: FirmwareRequest, onReceived: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
    const { file, signal } = request
    const before = await ports.store.readParts(owner, file).catch(() => new Uint8Array())
    const received = createDownload(before, (offset, bytes) => cacheIfPossible(() => ports.store.writePart(owner, file, offset, bytes)))
    if (before.length > file.sizeBytes) received.clear()
    let failure: unknown = null
    for (let attempt = 1; received.length() < file.sizeBytes && attempt <= attempts; attempt += 1) {
      const lengthBefore = received.length()
      failure = null
      try {
        await receive(received, request, onReceived)
      } catch (thrown) {
        failure = thrown
        const isPassing = asAppError(thrown).code === 'network.offline.error'
        if (signal.aborted || !isPassing || received.length() <= lengthBefore) break
      }
      if (received.length() < file.sizeBytes) await ports.sleep(pauseMs)
    }
    if (failure !== null) throw failure
    return received.bytes()
  }

  return {
    /**
     * Returns the complete and correct bytes of the file. Throws the server's errors, `network.offline.error` when the connection breaks or
     * falls silent, and `image.truncated.error` or `image.corrupt.error` when the bytes are not the published ones. Rejects with the signal's
     * reason.
     */
    async get(request: FirmwareRequest, onReceived: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
      const { file, signal } = request
      const owner = ports.owner()?.id ?? 0
      const cached = await fromStore(owner, file)
      signal.throwIfAborted()
      if (cached !== null) return cached
      const bytes = await download(owner, request, onReceived)
      const isWhole = bytes.length === file.sizeBytes
      const isRight = isWhole && (await sha256Of(bytes)) === file.sha256.toLowerCase()
      if (!isRight) {
        await cacheIfPossible(() => ports.store.dropParts(owner, file.sha256))
        throw new AppError(isWhole ? 'image.corrupt.error' : 'image.truncated.error')
      }
      // The user has signed out or changed during the download: then do not cache the file.
      if (ports.owner()?.id === owner) await cacheIfPossible(() => ports.store.write(owner, file, bytes))
      return bytes
    },
  }
}

type Download = ReturnType<typeof createDownload>

/** The bytes of a file received so far. `write` writes a part to disk at its offset. */
function createDownload(before: Uint8Array<ArrayBuffer>, write: (offset: number, bytes: Uint8Array<ArrayBuffer>) => Promise<void>) {
  let pieces = [before]
  let length = before.length
  let writtenLength = before.length
  return {
    length: () => length,
    bytes: () => concat(pieces, length),
    add(piece: Uint8Array<ArrayBuffer>): void {
      pieces.push(piece)
      length += piece.length
    },
    clear(): void {
      pieces = []
      length = 0
      writtenLength = 0
    },
    /** Writes the bytes that are not on disk yet, if there are at least this many. */
    async flush(atLeastBytes: number): Promise<void> {
      if (length - writtenLength < atLeastBytes) return
      const from = writtenLength
      writtenLength = length
      await write(from, concat(pieces, length).slice(from))
    },
  }
}
