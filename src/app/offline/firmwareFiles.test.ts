import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type MemoryCache, memoryCache } from '../../../tests/support/memoryCache.ts'
import type { ErrorCode } from '../../errors.ts'
import { createApi } from '../api/createApi.ts'
import { createFirmwareFiles } from './firmwareFiles.ts'
import { createFirmwareStore, cachedBytesMax, cachedFilesMax, type PublishedFile } from './firmwareStore.ts'

const bytes = Uint8Array.from({ length: 10_000 }, (_, index) => (index * 31) % 251)
const file = publishedAs(9, bytes)
const ada = { id: 7, username: 'ada@example.com' }
const bob = { id: 8, username: 'bob@example.com' }

function publishedAs(id: number, content: Uint8Array): PublishedFile {
  return { id, sizeBytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

let cache: MemoryCache
let time: number
/** How many bytes the server sends before the connection breaks, for each request in turn. The last number applies to all further requests. */
let breaksAfter: number[]
let served: Uint8Array
let asked: (string | null)[]
let cacheErrors: ErrorCode[]

beforeEach(() => {
  cache = memoryCache()
  time = Date.parse('2026-11-21T10:00:00Z')
  breaksAfter = [Number.POSITIVE_INFINITY]
  served = bytes
  asked = []
  cacheErrors = []
})

/** A server that supports ranges, on a connection that breaks after `breaksAfter` bytes. */
async function serve(request: Request): Promise<Response> {
  const range = request.headers.get('range')
  asked.push(range)
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  const most = (breaksAfter.length > 1 ? breaksAfter.shift() : breaksAfter[0]) ?? 0
  if (most < 0) throw new TypeError('Failed to fetch')
  const rest = served.slice(from)
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= most) return controller.error(new TypeError('network error'))
      if (sent >= rest.length) return controller.close()
      const piece = rest.slice(sent, Math.min(sent + 1_000, most))
      sent += piece.length
      controller.enqueue(piece)
    },
  })
  return new Response(body, { status: range === null ? 200 : 206 })
}

type Computer = { readonly owner: () => typeof ada | null; readonly openCache: () => Promise<MemoryCache> }

/** A page load. The cache survives it. */
function openPage({ owner = () => ada, openCache = async () => cache }: Partial<Computer> = {}) {
  const store = createFirmwareStore(
    openCache,
    () => new Date(time),
    () => {},
  )
  const api = createApi({
    fetch: (input, init) => serve(new Request(input, init)),
    session: {
      read: () => ({ username: 'ada@example.com', roles: ['ROLE_CUSTOMER'], id: 7, access_token: 'a', refresh_token: 'r' }),
      write: () => {},
      end: () => {},
    },
    baseUrl: 'http://portal.test',
  })
  const files = createFirmwareFiles({ api, store, owner, sleep: async () => {}, onCacheError: (code) => void cacheErrors.push(code) })
  return { store, get: (wanted = file) => files.get({ file: wanted, signal: new AbortController().signal }, () => {}) }
}

describe('a firmware file', () => {
  it('is available without a server after one download', async () => {
    await openPage().get()
    breaksAfter = [-1]
    expect(await openPage().get()).toEqual(bytes)
    expect(asked).toEqual([null])
  })

  it('resumes by range after a break, at once while data keeps arriving', async () => {
    breaksAfter = [2_500, 4_000, Number.POSITIVE_INFINITY]
    expect(await openPage().get()).toEqual(bytes)
    expect(asked).toEqual([null, 'bytes=2500-', 'bytes=6500-'])
    expect([...cache.store.keys()].filter((url) => url.includes('/part/'))).toEqual([])
  })

  it('resumes in the next visit where the last one stopped', async () => {
    breaksAfter = [6_000, -1]
    await expect(openPage().get()).rejects.toThrow('network.offline.error')
    breaksAfter = [Number.POSITIVE_INFINITY]
    asked = []
    expect(await openPage().get()).toEqual(bytes)
    expect(asked).toEqual(['bytes=6000-'])
  })

  it('fails at once without a server', async () => {
    breaksAfter = [-1]
    await expect(openPage().get()).rejects.toThrow('network.offline.error')
    expect(asked).toHaveLength(1)
  })

  it('is deleted and downloaded again when the cached copy is damaged or cut short', async () => {
    for (const spoil of [
      (cached: Uint8Array<ArrayBuffer>) => cached.with(50, 1),
      (cached: Uint8Array<ArrayBuffer>) => cached.slice(0, 5_000),
    ]) {
      const { get, store } = openPage()
      await get()
      for (const entry of cache.store.values()) entry.bytes = spoil(entry.bytes)
      asked = []
      expect(await get()).toEqual(bytes)
      expect(asked).toEqual([null])
      expect(await store.list(ada.id)).toMatchObject([{ sha256: file.sha256, sizeBytes: bytes.length }])
    }
  })

  it('is never cached when the server sends other bytes, nor are its parts', async () => {
    served = bytes.with(9_999, 1)
    const { get, store } = openPage()
    await expect(get()).rejects.toThrow('image.corrupt.error')
    served = bytes.slice(0, 9_000)
    await expect(get()).rejects.toThrow('image.truncated.error')
    expect(await store.list(ada.id)).toEqual([])
    expect(cache.store.size).toBe(0)
  })

  it('is refused once when a stored part is damaged, then downloaded completely', async () => {
    breaksAfter = [6_000, -1]
    await expect(openPage().get()).rejects.toThrow('network.offline.error')
    for (const entry of cache.store.values()) entry.bytes = entry.bytes.with(3, 255)
    breaksAfter = [Number.POSITIVE_INFINITY]
    await expect(openPage().get()).rejects.toThrow('image.corrupt.error')
    expect(await openPage().get()).toEqual(bytes)
  })

  it('can be used when the disk is full or the browser refuses storage, and the error is reported', async () => {
    cache.limitBytes = 100
    expect(await openPage().get()).toEqual(bytes)
    expect(cacheErrors).toEqual(['storage.full.error'])
    const privateWindow = openPage({ openCache: () => Promise.reject(new DOMException('no', 'SecurityError')) })
    expect(await privateWindow.get()).toEqual(bytes)
    expect(cacheErrors.at(-1)).toBe('storage.unavailable.error')
  })

  it('is not cached for a user who signs out during the download', async () => {
    let person: typeof ada | null = ada
    const { get } = openPage({ owner: () => person })
    const coming = get()
    person = null
    await coming
    expect(cache.store.size).toBe(0)
  })
})

describe('the firmware store', () => {
  it('separates users, and deletes the files of one user only', async () => {
    const { store } = openPage()
    await store.write(ada.id, file, bytes)
    expect(await store.read(bob.id, file)).toBeNull()
    expect(await store.list(bob.id)).toEqual([])
    await store.write(bob.id, file, bytes)
    await store.forget(ada.id)
    expect([await store.read(ada.id, file), await store.read(bob.id, file)]).toEqual([null, bytes])
    await store.forgetOthers(ada.id)
    expect(cache.store.size).toBe(0)
  })

  it('deletes the oldest files when there are too many', async () => {
    const { store } = openPage()
    const many = Array.from({ length: cachedFilesMax + 2 }, (_, index) => new Uint8Array(20).fill(index))
    for (const content of many) {
      time += 1_000
      await store.write(ada.id, publishedAs(1, content), content)
    }
    const cached = await store.list(ada.id)
    expect(cached).toHaveLength(cachedFilesMax)
    expect(cached.map(({ sha256 }) => sha256)).toEqual(many.slice(2).map((content) => publishedAs(1, content).sha256))
  })

  it('deletes the oldest files when they are too large together', async () => {
    const { store } = openPage()
    await store.write(ada.id, file, bytes)
    for (const entry of cache.store.values()) entry.headers.set('X-Size', String(cachedBytesMax))
    const other = new Uint8Array(40)
    await store.write(ada.id, publishedAs(2, other), other)
    expect((await store.list(ada.id)).map(({ sha256 }) => sha256)).toEqual([publishedAs(2, other).sha256])
  })
})
