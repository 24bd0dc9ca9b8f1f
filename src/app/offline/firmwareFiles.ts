/**
 * A user's firmware files: kept ones, or else from their public address or from the server, resuming an interrupted download. The bytes
 * returned are exactly those that were published. Knows no detector and no screen.
 */
import { AppError, asAppError, type ErrorCode } from '../../errors.ts'
import type { Api } from '../api/createApi.ts'
import { concat } from '../../images/keptImages.ts'
import { sha256Of } from '../../images/sha256.ts'
import type { FirmwareStore } from './firmwareStore.ts'
import { type AskImage, findPublicAddress, fromAddress, fromCall, type ImageSource, isOwn, type PublishedFile } from './imageSources.ts'

export type FirmwarePorts = {
  readonly api: Pick<Api, 'file'>
  readonly ask: AskImage
  readonly store: FirmwareStore
  /** The signed-in user. */
  readonly owner: () => { readonly id: number; readonly username: string } | null
  readonly sleep: (ms: number) => Promise<void>
  /** Called when a file cannot be cached. The file itself can still be used. */
  readonly onCacheError: (code: ErrorCode) => void
}

export type FirmwareRequest = { readonly file: PublishedFile; readonly signal: AbortSignal }
type OnReceived = (bytes: number) => void
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
  /** Origins that sent nothing while the server answered: not asked again before the page is loaded anew, because each may take long. */
  const silent = new Set<string>()
  /** Runs work that may fail: a broken cache must not stop an update. */
  async function cacheIfPossible(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (thrown) {
      ports.onCacheError(asAppError(thrown).code)
    }
  }

  const isOwner = (owner: number) => ports.owner()?.id === owner

  /** Receives all that is missing from one source. */
  async function receiveRest(received: Download, source: ImageSource, request: FirmwareRequest, onReceived: OnReceived): Promise<void> {
    const { file, signal } = request
    let failure: unknown = null
    for (let attempt = 1; received.length() < file.sizeBytes && attempt <= attempts; attempt += 1) {
      const lengthBefore = received.length()
      failure = null
      try {
        await receive(received, source, request, onReceived)
      } catch (thrown) {
        failure = thrown
        if (signal.aborted || asAppError(thrown).code !== 'network.offline.error') break
      }
      if (received.length() <= lengthBefore) break
      if (received.length() < file.sizeBytes) await ports.sleep(pauseMs)
    }
    if (failure !== null) throw failure
  }

  async function download(owner: number, request: FirmwareRequest, onReceived: OnReceived): Promise<Uint8Array<ArrayBuffer>> {
    const { file, signal } = request
    const before = await ports.store.readParts(owner, file).catch(() => new Uint8Array())
    const received = createDownload(before, async (offset, bytes) => {
      if (isOwner(owner)) await cacheIfPossible(() => ports.store.writePart(owner, file, offset, bytes))
    })
    if (before.length > file.sizeBytes) received.clear()
    const lengthBefore = received.length()
    const address = lengthBefore < file.sizeBytes ? await findPublicAddress(ports.api, file, signal) : null
    const origin = address === null || isOwn(address) ? null : new URL(address).origin
    if (address !== null && (origin === null || !silent.has(origin))) {
      // Whatever is wrong with it, the call answers.
      await receiveRest(received, fromAddress(ports.ask, address, file), request, onReceived).catch(() => signal.throwIfAborted())
    }
    const isSilent = received.length() <= lengthBefore
    const byCall = fromCall(ports.api, file, ports.owner()?.username ?? '')
    const begunBytes = received.length()
    await receiveRest(received, byCall, request, onReceived)
    if (begunBytes > 0 && (await judge(received.bytes(), file)) !== null) {
      // It began with other bytes: of an earlier visit, or of that address.
      await cacheIfPossible(() => ports.store.dropParts(owner, file.sha256))
      received.clear()
      await receiveRest(received, byCall, request, onReceived)
    }
    if (origin !== null && isSilent) silent.add(origin)
    return received.bytes()
  }

  return {
    /**
     * Returns the complete and correct bytes of the file. Throws the server's errors, `network.offline.error` when the connection breaks or
     * falls silent, and `image.truncated.error` or `image.corrupt.error` when the bytes are not the published ones. Rejects with the signal's
     * reason.
     */
    async get(request: FirmwareRequest, onReceived: OnReceived): Promise<Uint8Array<ArrayBuffer>> {
      const { file, signal } = request
      const owner = ports.owner()?.id ?? 0
      const cached = await ports.store.read(owner, file).catch(() => null)
      signal.throwIfAborted()
      if (cached !== null) return cached
      const bytes = await download(owner, request, onReceived)
      const fault = await judge(bytes, file)
      if (fault !== null) {
        await cacheIfPossible(() => ports.store.dropParts(owner, file.sha256))
        throw new AppError(fault)
      }
      // The user may have signed out or changed during the download: then what the service worker has kept goes, too.
      await cacheIfPossible(() => (isOwner(owner) ? ports.store.write(owner, file, bytes) : ports.store.drop(owner, file.sha256)))
      return bytes
    },
  }
}

/** One request for the bytes that are missing. After a break, `received` has what arrived. */
async function receive(received: Download, source: ImageSource, { file, signal }: FirmwareRequest, onReceived: OnReceived): Promise<void> {
  const idle = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  function restartIdleTimer(): void {
    clearTimeout(timer)
    timer = setTimeout(() => idle.abort(), idleTimeoutMs)
  }
  restartIdleTimer()
  try {
    const response = await source(received.length(), AbortSignal.any([signal, idle.signal]))
    // The response has the whole file: the server does not support ranges, or the file has changed.
    if (response.status !== 206) received.clear()
    const reader = response.body?.getReader()
    let reportedBytes = 0
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done || value === undefined) return
      restartIdleTimer()
      received.add(value)
      if (received.length() > file.sizeBytes) return await reader?.cancel()
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

/** What is wrong with the bytes; null if they are the published ones. */
async function judge(bytes: Uint8Array<ArrayBuffer>, { sizeBytes, sha256 }: PublishedFile): Promise<ErrorCode | null> {
  if (bytes.length !== sizeBytes) return 'image.truncated.error'
  return (await sha256Of(bytes)) === sha256.toLowerCase() ? null : 'image.corrupt.error'
}

type Download = ReturnType<typeof createDownload>

/** The bytes of a file received so far. `write` writes a part to disk at its offset. */
function createDownload(before: Uint8Array<ArrayBuffer>, write: (offset: number, bytes: Uint8Array<ArrayBuffer>) => Promise<void>) {
  let pieces = [before]
  let length = before.length
  let writtenLength = before.length
  return {
    length: () => length,
    bytes: () => concat(pieces),
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
      await write(from, concat(pieces).slice(from))
    },
  }
}
