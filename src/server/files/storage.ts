/**
 * The storage interface, which addresses bytes by their SHA-256, and its implementation in a folder. Knows no names, owners or kinds of
 * files (table `files` does). bucketStorage.ts is the other implementation.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { assertFreeSpace, fileReserveBytes } from '../db/diskRoom.ts'
import { sha256InPieces } from './sha256InPieces.ts'
import { syncDirectory } from './syncDirectory.ts'

export type StoredContent = {
  /** Lower-case hexadecimal. */
  readonly sha256: string
  readonly sizeBytes: number
}

/** First and last byte, both included. */
export type ByteRange = { readonly start: number; readonly end: number }

export type Storage = {
  /**
   * Stores the bytes, whole or in pieces, once even if stored repeatedly. When the promise resolves they survive a power loss. A partial
   * write is never visible, and a failed one leaves nothing behind (for a full disk: ENOSPC and similar codes,
   * http/isDatabaseUnavailable.ts; for a bucket: BucketUnavailable).
   */
  put(bytes: Uint8Array | readonly Uint8Array[]): Promise<StoredContent>
  has(content: StoredContent): Promise<boolean>
  /** The bytes or a part of them as a stream. Throws an ordinary error with code ENOENT if they are missing, because then a row refers to lost data. */
  open(sha256: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>
  /** Everything stored, with the time of its last `put`. */
  list(): AsyncIterable<StoredContent & { readonly storedAt: Date }>
  remove(sha256: string): Promise<void>
  /** Makes addresses by which a browser gets the bytes past this server, until they expire; only a bucket has it. */
  readonly presigner?: { readonly origin: string; readonly presign: (sha256: string) => Promise<string> }
}

export const sha256Pattern = /^[0-9a-f]{64}$/

/** Storage in a folder as `ab/abcdef…`: written under a temporary name, synced, then renamed. */
export function openFolderStorage(folder: string): Storage {
  function pathOf(sha256: string): string {
    if (!sha256Pattern.test(sha256)) throw new Error('not a SHA-256')
    return join(folder, sha256.slice(0, 2), sha256)
  }

  return {
    async put(bytes) {
      const pieces = [bytes].flat()
      const sizeBytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
      const sha256 = await sha256InPieces(pieces)
      const path = pathOf(sha256)
      // A new timestamp protects it from the removal of orphans until its row is committed.
      const isKept = (await isStored(path, sizeBytes)) && (await touch(path))
      if (!isKept) {
        await mkdir(dirname(path), { recursive: true })
        await assertFreeSpace(folder, sizeBytes + fileReserveBytes)
        await writeSynced(path, pieces)
      }
      return { sha256, sizeBytes }
    },

    has: ({ sha256, sizeBytes }) => isStored(pathOf(sha256), sizeBytes),

    async open(sha256, range) {
      const handle = await open(pathOf(sha256), 'r')
      return Readable.toWeb(handle.createReadStream(range))
    },

    async *list() {
      for (const directory of await readdirOrNone(folder)) {
        for (const sha256 of await readdirOrNone(join(folder, directory))) {
          if (!sha256Pattern.test(sha256)) continue
          const found = await stat(pathOf(sha256)).catch(undefinedIfMissing)
          if (found !== undefined) yield { sha256, sizeBytes: found.size, storedAt: found.mtime }
        }
      }
    },

    async remove(sha256) {
      await rm(pathOf(sha256), { force: true })
    },
  }
}

async function isStored(path: string, sizeBytes: number): Promise<boolean> {
  return stat(path).then(
    ({ size }) => size === sizeBytes,
    () => false,
  )
}

/** Returns false if the file was removed meanwhile. */
async function touch(path: string): Promise<boolean> {
  const now = new Date()
  return utimes(path, now, now).then(
    () => true,
    (error: unknown) => {
      undefinedIfMissing(error)
      return false
    },
  )
}

/** For a file that another server may have removed. Throws any other error again. */
export function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

async function writeSynced(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  const directory = dirname(path)
  const temporary = join(directory, `.${randomUUID()}`)
  try {
    const file = await open(temporary, 'wx')
    try {
      for (const piece of pieces) await file.writeFile(piece)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncDirectory(directory)
}

async function readdirOrNone(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
