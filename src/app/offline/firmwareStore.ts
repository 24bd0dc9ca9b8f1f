/**
 * Firmware files in the browser's Cache Storage. Files are stored by user, because users are offered different firmware, and by the SHA-256 of
 * their content. Every byte is checked on write and on read. Knows no server and no screen.
 */
import { AppError } from '../../errors.ts'
import { sha256Of } from './sha256.ts'

export type PublishedFile = { readonly id: number; readonly sizeBytes: number; readonly sha256: string }
export type CachedFile = { readonly sha256: string; readonly sizeBytes: number; readonly cachedAt: string }

/** What the store needs of a Cache. */
export type FileCache = Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>
export type FirmwareStore = ReturnType<typeof createFirmwareStore>

/** Limits for one user; the oldest files are deleted first. Firmware files are usually well below a megabyte. */
export const cachedFilesMax = 24
export const cachedBytesMax = 256 * 1024 * 1024

/** Not a path of the server: neither the service worker nor the network sees it. Files stored under another path would never be found again. */
const root = '/kept-firmware'

/**
 * @param openCache rejects when the browser refuses storage
 * @param onChange called after files were added or removed
 */
export function createFirmwareStore(openCache: () => Promise<FileCache>, now: () => Date, onChange: () => void) {
  /** Throws `storage.full.error` or `storage.unavailable.error` for any error of the browser. */
  async function inCache<T>(work: (cache: FileCache) => Promise<T>): Promise<T> {
    try {
      return await work(await openCache())
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      const isFull = cause instanceof Error && cause.name === 'QuotaExceededError'
      throw new AppError(isFull ? 'storage.full.error' : 'storage.unavailable.error', { cause })
    }
  }

  async function deleteBelow(folder: string): Promise<void> {
    await inCache(async (cache) => {
      for (const path of await pathsBelow(cache, folder)) await cache.delete(path)
    })
    onChange()
  }

  return {
    /** The whole file, or null when it is not cached. A damaged file is deleted. */
    async read(owner: number, { sha256, sizeBytes }: PublishedFile): Promise<Uint8Array<ArrayBuffer> | null> {
      const found = await inCache(async (cache) => (await cache.match(pathOf(owner, sha256)))?.arrayBuffer())
      if (found === undefined) return null
      const bytes = new Uint8Array(found)
      if (bytes.length === sizeBytes && (await sha256Of(bytes)) === sha256) return bytes
      await this.drop(owner, sha256)
      return null
    },

    /** Caches a whole file and deletes its parts. Throws `image.corrupt.error` when the bytes are not the published ones. */
    async write(owner: number, { sha256, sizeBytes }: PublishedFile, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
      if (bytes.length !== sizeBytes || (await sha256Of(bytes)) !== sha256) throw new AppError('image.corrupt.error')
      await inCache(async (cache) => {
        await makeRoom(cache, owner, sizeBytes)
        const headers = { 'X-Size': String(sizeBytes), 'X-Kept-At': now().toISOString() }
        await cache.put(pathOf(owner, sha256), new Response(bytes, { headers }))
      })
      await this.dropParts(owner, sha256)
      onChange()
    },

    /** The parts of an interrupted download, from the first byte to the first gap. */
    async readParts(owner: number, { sha256 }: PublishedFile): Promise<Uint8Array<ArrayBuffer>> {
      return inCache(async (cache) => {
        const pieces: Uint8Array<ArrayBuffer>[] = []
        let length = 0
        for (;;) {
          const part = await cache.match(partOf(owner, sha256, length))
          const bytes = part === undefined ? new Uint8Array() : new Uint8Array(await part.arrayBuffer())
          if (bytes.length === 0) return concat(pieces, length)
          pieces.push(bytes)
          length += bytes.length
        }
      })
    },

    async writePart(owner: number, { sha256 }: PublishedFile, offset: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
      await inCache((cache) => cache.put(partOf(owner, sha256, offset), new Response(bytes)))
    },

    async dropParts(owner: number, sha256: string): Promise<void> {
      await deleteBelow(`${pathOf(owner, sha256)}/part`)
    },

    /** Oldest first. */
    async list(owner: number): Promise<CachedFile[]> {
      return inCache((cache) => listIn(cache, owner))
    },

    async drop(owner: number, sha256: string): Promise<void> {
      await inCache((cache) => cache.delete(pathOf(owner, sha256)))
      onChange()
    },

    /** Deletes the files of a user who signs out. */
    async forget(owner: number): Promise<void> {
      await deleteBelow(`${root}/${owner}`)
    },

    /** Deletes the files of all other users, whose sessions may have ended without a sign-out. */
    async forgetOthers(owner: number): Promise<void> {
      await inCache(async (cache) => {
        for (const path of await pathsBelow(cache, root)) if (!path.startsWith(`${root}/${owner}/`)) await cache.delete(path)
      })
    },
  }
}

async function listIn(cache: FileCache, owner: number): Promise<CachedFile[]> {
  const whole = (await pathsBelow(cache, `${root}/${owner}`)).filter((path) => !path.includes('/part/'))
  const cached = await Promise.all(
    whole.map(async (path) => {
      const headers = (await cache.match(path))?.headers
      return { sha256: path.split('/').at(-1) ?? '', sizeBytes: Number(headers?.get('X-Size')), cachedAt: headers?.get('X-Kept-At') ?? '' }
    }),
  )
  return cached.toSorted((one, other) => one.cachedAt.localeCompare(other.cachedAt))
}

async function makeRoom(cache: FileCache, owner: number, neededBytes: number): Promise<void> {
  const cached = await listIn(cache, owner)
  let bytes = cached.reduce((sum, file) => sum + file.sizeBytes, neededBytes)
  let count = cached.length + 1
  for (const oldest of cached) {
    if (bytes <= cachedBytesMax && count <= cachedFilesMax) return
    await cache.delete(pathOf(owner, oldest.sha256))
    bytes -= oldest.sizeBytes
    count -= 1
  }
}

async function pathsBelow(cache: FileCache, folder: string): Promise<string[]> {
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  return paths.filter((path) => path.startsWith(`${folder}/`))
}

function pathOf(owner: number, sha256: string): string {
  return `${root}/${owner}/${sha256}`
}

function partOf(owner: number, sha256: string, offset: number): string {
  return `${pathOf(owner, sha256)}/part/${offset}`
}

export function concat(pieces: readonly Uint8Array<ArrayBuffer>[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.length
  }
  return whole
}
