/**
 * A person's firmware files: from this computer where they are kept, else from the server, going on where a download broke off. What is
 * given out is what was published, byte for byte. Knows no detector and no screen.
 */
import { AppError, asAppError, type ErrorCode } from '../../errors.ts'
import type { Api } from '../api/createApi.ts'
import { concat, type FirmwareStore, type PublishedFile } from './firmwareStore.ts'
import { sha256Of } from './sha256.ts'

export type FirmwarePorts = {
  readonly api: Pick<Api, 'file'>
  readonly store: FirmwareStore
  /** The signed-in person. */
  readonly owner: () => { readonly id: number; readonly username: string } | null
  readonly sleep: (ms: number) => Promise<void>
  /** Told of what could not be kept: the file itself can be used all the same. */
  readonly onCacheError: (code: ErrorCode) => void
}

export type FirmwareRequest = { readonly file: PublishedFile; readonly signal: AbortSignal }
export type FirmwareFiles = ReturnType<typeof createFirmwareFiles>

/** Without a byte for this long the line counts as dead: spotty ones often die without a word. */
const idleTimeoutMs = 30_000
/** Progress is told in steps of a hundredth, so that a fast line does not redraw the page for every packet. */
const progressSteps = 100
/** So much is put on disk at a time: at most this is fetched twice when the browser is closed in the middle. */
const partBytes = 512 * 1024
/** A download that breaks off is taken up again at once, as long as something more comes each time. */
const attempts = 6
const pauseMs = 500

export function createFirmwareFiles(ports: FirmwarePorts) {
  /** Runs what only makes things better: a store that fails costs no one their update. */
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

  /** One try: what came before, and what the server adds to it. A break leaves what has come in `received`. */
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
      // The whole file: the server does not go on, or has another one by now.
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
     * The file's bytes, all of them and no others. Throws the server's own errors, `network.offline.error` where the line breaks or falls
     * silent, `image.truncated.error` and `image.corrupt.error` for what is not the published file; rejects with the signal's reason.
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
      // Signed out, or someone else in, while it came: it is nobody's to keep.
      if (ports.owner()?.id === owner) await cacheIfPossible(() => ports.store.write(owner, file, bytes))
      return bytes
    },
  }
}

type Download = ReturnType<typeof createDownload>

/** What has come of a file. `keep` puts a piece on disk, at its place. */
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
    /** Puts on disk what is not there yet, where that is so much at least. */
    async flush(atLeastBytes: number): Promise<void> {
      if (length - writtenLength < atLeastBytes) return
      const from = writtenLength
      writtenLength = length
      await write(from, concat(pieces, length).slice(from))
    },
  }
}
