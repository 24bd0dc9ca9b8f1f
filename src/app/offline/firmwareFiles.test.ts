import { beforeEach, describe, expect, it } from 'vitest'
import { contentOf, sha256Of } from '../../../tests/support/contents.ts'
import { type MemoryCaches, memoryCaches } from '../../../tests/support/memoryCaches.ts'
import { type ImageLine, imageLine } from '../../../tests/support/imageLine.ts'
import { memoryFirmware } from '../../../tests/support/memoryFirmware.ts'
import type { ErrorCode } from '../../errors.ts'
import { cachedBytesMax, cachedFilesMax } from './firmwareStore.ts'
import type { PublishedFile } from './imageSources.ts'

const bytes = contentOf(10_000)
const file = publishedAs(9, bytes)
const ada = { id: 7, username: 'ada@example.com' }
const bob = { id: 8, username: 'bob@example.com' }

function publishedAs(id: number, content: Uint8Array): PublishedFile {
  return { id, sizeBytes: content.length, sha256: sha256Of(content) }
}

const refused = () => Promise.reject(new DOMException('no', 'SecurityError'))

let caches: MemoryCaches
let line: ImageLine
let time: number
let cacheErrors: ErrorCode[]

beforeEach(() => {
  caches = memoryCaches()
  line = imageLine(bytes)
  time = Date.parse('2026-11-21T10:00:00Z')
  cacheErrors = []
})

type Computer = { readonly owner: () => typeof ada | null; readonly storage: MemoryCaches }

/** A page load. The caches survive it. */
function openPage({ owner = () => ada, storage = caches }: Partial<Computer> = {}) {
  const { store, files } = memoryFirmware({
    api: line.api,
    caches: storage,
    send: line.send,
    owner,
    now: () => new Date(time),
    onCacheError: (code) => void cacheErrors.push(code),
  })
  return { store, get: (wanted = file) => files.get({ file: wanted, signal: new AbortController().signal }, () => {}) }
}

describe('a firmware file', () => {
  it('is available without a server after one download', async () => {
    await openPage().get()
    line.breaksAfter = [-1]
    expect(await openPage().get()).toEqual(bytes)
    expect(line.asked).toEqual(['where', 'address'])
  })

  it('resumes by range after a break, at once while data keeps arriving', async () => {
    line.breaksAfter = [2_500, 4_000, Number.POSITIVE_INFINITY]
    expect(await openPage().get()).toEqual(bytes)
    expect(line.asked).toEqual(['where', 'address', 'address bytes=2500-', 'address bytes=6500-'])
    expect(caches.kept().filter(([url]) => url.includes('/part/'))).toEqual([])
  })

  it('resumes in the next visit where the last one stopped', async () => {
    line.breaksAfter = [6_000, -1]
    await expect(openPage().get()).rejects.toThrow('network.offline.error')
    line.breaksAfter = [Number.POSITIVE_INFINITY]
    line.asked = []
    expect(await openPage().get()).toEqual(bytes)
    expect(line.asked).toEqual(['where', 'address bytes=6000-'])
  })

  it('fails at once without a server', async () => {
    line.isGone = true
    await expect(openPage().get()).rejects.toThrow('network.offline.error')
    expect(line.asked).toEqual(['where'])
  })

  it('is deleted and downloaded again when the cached copy is damaged or cut short', async () => {
    for (const spoil of [
      (cached: Uint8Array<ArrayBuffer>) => cached.with(50, 1),
      (cached: Uint8Array<ArrayBuffer>) => cached.slice(0, 5_000),
    ]) {
      const { get, store } = openPage()
      await get()
      for (const [, entry] of caches.kept()) entry.bytes = spoil(entry.bytes)
      line.asked = []
      expect(await get()).toEqual(bytes)
      expect(line.asked).toEqual(['where', 'address'])
      expect(await store.list(ada.id)).toMatchObject([{ sha256: file.sha256, sizeBytes: bytes.length }])
    }
  })

  it('is never cached when the server sends other bytes, nor are its parts', async () => {
    line.served = bytes.with(9_999, 1)
    const { get, store } = openPage()
    await expect(get()).rejects.toThrow('image.corrupt.error')
    line.served = bytes.slice(0, 9_000)
    await expect(get()).rejects.toThrow('image.truncated.error')
    expect(await store.list(ada.id)).toEqual([])
    expect(caches.kept()).toEqual([])
  })

  it('is downloaded anew when a stored part is damaged', async () => {
    line.breaksAfter = [6_000, -1]
    await expect(openPage().get()).rejects.toThrow('network.offline.error')
    for (const [, entry] of caches.kept()) entry.bytes = entry.bytes.with(3, 255)
    line.breaksAfter = [Number.POSITIVE_INFINITY]
    line.asked = []
    expect(await openPage().get()).toEqual(bytes)
    expect(line.asked).toEqual(['where', 'address bytes=6000-', 'call'])
  })

  it('can be used when the disk is full or the browser refuses storage, and the error is reported', async () => {
    caches.limitBytes = 100
    expect(await openPage().get()).toEqual(bytes)
    expect(cacheErrors).toEqual(['storage.full.error'])
    const privateWindow = openPage({ storage: { ...caches, open: refused, keys: refused, delete: refused } })
    expect(await privateWindow.get()).toEqual(bytes)
    expect(cacheErrors.at(-1)).toBe('storage.unavailable.error')
  })

  it('is not cached for a user who signs out during the download', async () => {
    let person: typeof ada | null = ada
    const { get, store } = openPage({ owner: () => person })
    const coming = get()
    person = null
    await store.forget(ada.id)
    await coming
    expect(caches.kept()).toEqual([])
  })
})

describe('the firmware store', () => {
  it('lists each user’s own files, and deletes the files of one user only', async () => {
    const { store } = openPage()
    await store.write(ada.id, file, bytes)
    expect([await store.list(ada.id), await store.list(bob.id)]).toMatchObject([[{ sha256: file.sha256 }], []])
    await store.write(bob.id, file, bytes)
    await store.forget(ada.id)
    expect([await store.list(ada.id), await store.list(bob.id)]).toMatchObject([[], [{ sha256: file.sha256 }]])
    await store.forgetOthers(ada.id)
    expect(caches.all.size).toBe(0)
  })

  it('keeps an image under the address that it has on the server', async () => {
    await openPage().get()
    expect(caches.kept().map(([url]) => new URL(url).pathname)).toEqual([`/backend/image/${file.sha256}`])
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
    for (const [, entry] of caches.kept()) entry.headers.set('X-Size', String(cachedBytesMax))
    const other = new Uint8Array(40)
    await store.write(ada.id, publishedAs(2, other), other)
    expect((await store.list(ada.id)).map(({ sha256 }) => sha256)).toEqual([publishedAs(2, other).sha256])
  })
})
