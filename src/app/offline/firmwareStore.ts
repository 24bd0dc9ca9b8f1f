/**
 * A user's firmware files, kept under the address that images have on the server (images/keptImages.ts) and asked for by it. Every byte is
 * checked on write and on read. Knows no server and no screen.
 */
import { imagePath } from '../../contract/basePath.ts'
import { AppError } from '../../errors.ts'
import { concat, type ImageCache, type ImageCaches, imageCachePrefix, imageNameOf, keptImage } from '../../images/keptImages.ts'
import { sha256Of } from '../../images/sha256.ts'
import type { AskImage, PublishedFile } from './imageSources.ts'

export type CachedFile = { readonly sha256: string; readonly sizeBytes: number; readonly cachedAt: string }

export type FirmwareStore = ReturnType<typeof createFirmwareStore>

/** Limits for one user; the oldest files are deleted first. Firmware files are usually well below a megabyte. */
export const cachedFilesMax = 24
export const cachedBytesMax = 256 * 1024 * 1024

type StorePorts = {
  /** Throws when the browser refuses storage. */
  readonly caches: () => ImageCaches
  readonly ask: AskImage
  readonly now: () => Date
  /** Called after files were added or removed. */
  readonly onChange: () => void
}

export function createFirmwareStore({ caches, ask, now, onChange }: StorePorts) {
  async function openCache(owner: number): Promise<ImageCache> {
    return caches().open(cacheOf(owner))
  }

  async function inCache<T>(owner: number, work: (cache: ImageCache) => Promise<T>): Promise<T> {
    return inStorage(async () => work(await openCache(owner)))
  }

  /** The same without making a cache: undefined if the person has none. */
  async function inKept<T>(owner: number, work: (cache: ImageCache) => Promise<T>): Promise<T | undefined> {
    return inStorage(async () => ((await caches().keys()).includes(cacheOf(owner)) ? work(await openCache(owner)) : undefined))
  }

  async function deleteCaches(which: (name: string) => boolean): Promise<void> {
    await inStorage(async () => {
      for (const name of await caches().keys()) if (which(name)) await caches().delete(name)
    })
    onChange()
  }

  return {
    /** The whole file, or null when it is not cached. A damaged file is deleted. */
    async read(owner: number, { sha256, sizeBytes }: PublishedFile): Promise<Uint8Array<ArrayBuffer> | null> {
      // Also for the service worker, which keeps in this cache what it brings.
      await inStorage(() => openCache(owner))
      const found = await ask(imagePath(sha256), { cache: 'only-if-cached', mode: 'same-origin' })
      if (found.status !== 200) return null
      const bytes = new Uint8Array(await found.arrayBuffer())
      if (bytes.length === sizeBytes && (await sha256Of(bytes)) === sha256) return bytes
      await this.drop(owner, sha256)
      return null
    },

    /**
     * Caches a whole file, unless the service worker has, and deletes its parts. Throws `image.corrupt.error` when the bytes are not the
     * published ones.
     */
    async write(owner: number, { sha256, sizeBytes }: PublishedFile, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
      if (bytes.length !== sizeBytes || (await sha256Of(bytes)) !== sha256) throw new AppError('image.corrupt.error')
      await inCache(owner, async (cache) => {
        const isKept = (await cache.match(imagePath(sha256))) !== undefined
        await makeRoom(cache, isKept ? null : sizeBytes)
        if (!isKept) await cache.put(imagePath(sha256), keptImage(bytes, now()))
      })
      await this.dropParts(owner, sha256)
      onChange()
    },

    /** The parts of an interrupted download, from the first byte to the first gap. */
    async readParts(owner: number, { sha256 }: PublishedFile): Promise<Uint8Array<ArrayBuffer>> {
      return inCache(owner, async (cache) => {
        const pieces: Uint8Array<ArrayBuffer>[] = []
        let length = 0
        for (;;) {
          const part = await cache.match(partOf(sha256, length))
          const bytes = part === undefined ? new Uint8Array() : new Uint8Array(await part.arrayBuffer())
          if (bytes.length === 0) return concat(pieces)
          pieces.push(bytes)
          length += bytes.length
        }
      })
    },

    async writePart(owner: number, { sha256 }: PublishedFile, offset: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
      await inCache(owner, (cache) => cache.put(partOf(sha256, offset), new Response(bytes)))
    },

    async dropParts(owner: number, sha256: string): Promise<void> {
      await inKept(owner, async (cache) => {
        for (const path of await pathsOf(cache)) if (path.startsWith(partsOf(sha256))) await cache.delete(path)
      })
    },

    /** Oldest first. */
    async list(owner: number): Promise<CachedFile[]> {
      return (await inKept(owner, listIn)) ?? []
    },

    async drop(owner: number, sha256: string): Promise<void> {
      await inKept(owner, (cache) => cache.delete(imagePath(sha256)))
      onChange()
    },

    /** Deletes the files of a user who signs out. */
    async forget(owner: number): Promise<void> {
      await deleteCaches((name) => name === cacheOf(owner))
    },

    /** Deletes the files of all other users, whose sessions may have ended without a sign-out. */
    async forgetOthers(owner: number): Promise<void> {
      await deleteCaches((name) => name.startsWith(imageCachePrefix) && name !== cacheOf(owner))
    },
  }
}

/** Throws `storage.full.error` or `storage.unavailable.error` for any error of the browser. */
async function inStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const isFull = cause instanceof Error && cause.name === 'QuotaExceededError'
    throw new AppError(isFull ? 'storage.full.error' : 'storage.unavailable.error', { cause })
  }
}

async function listIn(cache: ImageCache): Promise<CachedFile[]> {
  const cached: CachedFile[] = []
  for (const { url } of await cache.keys()) {
    const sha256 = imageNameOf(url)
    const headers = sha256 === null ? undefined : (await cache.match(url))?.headers
    if (sha256 === null || headers === undefined) continue
    cached.push({ sha256, sizeBytes: Number(headers.get('X-Size')), cachedAt: headers.get('X-Kept-At') ?? '' })
  }
  return cached.toSorted((one, other) => one.cachedAt.localeCompare(other.cachedAt))
}

/** For one more file of this size; null: for none. */
async function makeRoom(cache: ImageCache, neededBytes: number | null): Promise<void> {
  const cached = await listIn(cache)
  let bytes = cached.reduce((sum, file) => sum + file.sizeBytes, neededBytes ?? 0)
  let count = cached.length + (neededBytes === null ? 0 : 1)
  for (const oldest of cached) {
    if (bytes <= cachedBytesMax && count <= cachedFilesMax) return
    await cache.delete(imagePath(oldest.sha256))
    bytes -= oldest.sizeBytes
    count -= 1
  }
}

async function pathsOf(cache: ImageCache): Promise<string[]> {
  return (await cache.keys()).map(({ url }) => new URL(url).pathname)
}

function cacheOf(owner: number): string {
  return `${imageCachePrefix}${owner}`
}

function partsOf(sha256: string): string {
  return `${imagePath(sha256)}/part/`
}

function partOf(sha256: string, offset: number): string {
  return `${partsOf(sha256)}${offset}`
}
