/** What every implementation of the storage interface promises (src/server/files/storage.ts). */
import { expect, it } from 'vitest'
import type { Storage } from '../../src/server/files/storage.ts'
import { contentOf, listed, readAll, sha256Of } from './contents.ts'

const text = 'the quick brown fox'
const bytes = new TextEncoder().encode(text)
const sha256 = sha256Of(bytes)
const sizeBytes = bytes.length

/** `openEmpty` returns an empty storage each time. */
export function testStorage(openEmpty: () => Promise<Storage>): void {
  it('returns what was stored, whole or in part', async () => {
    const storage = await openEmpty()
    await expect(storage.put(bytes)).resolves.toEqual({ sha256, sizeBytes })
    await expect(new Response(await storage.open(sha256)).text()).resolves.toBe(text)
    await expect(new Response(await storage.open(sha256, { start: 4, end: 8 })).text()).resolves.toBe('quick')
    await expect(new Response(await storage.open(sha256, { start: 16, end: 18 })).text()).resolves.toBe('fox')
  })

  it('treats content in pieces like the whole', async () => {
    const storage = await openEmpty()
    const pieces = [bytes.subarray(0, 3), bytes.subarray(3, 3), bytes.subarray(3)]
    await expect(storage.put(pieces)).resolves.toEqual({ sha256, sizeBytes })
    await expect(new Response(await storage.open(sha256)).text()).resolves.toBe(text)
    await storage.put(bytes)
    expect(await listed(storage)).toHaveLength(1)
  })

  it('stores large content in pieces of any length, and returns any part of it', async () => {
    const storage = await openEmpty()
    const large = contentOf(17 * 1024 * 1024 + 5)
    const cuts = [0, 1, 70_000, 5 * 1024 * 1024 + 1, 16 * 1024 * 1024, large.length]
    const pieces = cuts.slice(1).map((end, index) => large.subarray(cuts[index], end))
    const content = { sha256: sha256Of(large), sizeBytes: large.length }
    await expect(storage.put(pieces)).resolves.toEqual(content)
    await expect(storage.has(content)).resolves.toBe(true)
    expect(sha256Of(await readAll(storage, content.sha256))).toBe(content.sha256)
    const range = { start: 10 * 1024 * 1024 - 3, end: 10 * 1024 * 1024 + 3 }
    expect(await readAll(storage, content.sha256, range)).toEqual(large.slice(range.start, range.end + 1))
    await storage.put(large)
    expect(sha256Of(await readAll(storage, content.sha256))).toBe(content.sha256)
    await storage.remove(content.sha256)
    expect(await listed(storage)).toEqual([])
  })

  it('stores content of exactly one and two parts of an upload', async () => {
    const storage = await openEmpty()
    for (const length of [5 * 1024 * 1024, 10 * 1024 * 1024]) {
      const content = contentOf(length)
      await storage.put(content)
      expect(sha256Of(await readAll(storage, sha256Of(content)))).toBe(sha256Of(content))
    }
  })

  it('stores content without a byte', async () => {
    const storage = await openEmpty()
    const content = await storage.put(new Uint8Array())
    await expect(storage.has(content)).resolves.toBe(true)
    expect(await readAll(storage, content.sha256)).toHaveLength(0)
  })

  it('stores the same content once, also if stored concurrently', async () => {
    const storage = await openEmpty()
    await Promise.all(Array.from({ length: 20 }, () => storage.put(bytes)))
    expect(await listed(storage)).toMatchObject([{ sha256, sizeBytes }])
    await expect(new Response(await storage.open(sha256)).text()).resolves.toBe(text)
  })

  it('has content only under its hash and with its size', async () => {
    const storage = await openEmpty()
    await expect(storage.has({ sha256, sizeBytes })).resolves.toBe(false)
    await storage.put(bytes)
    await expect(storage.has({ sha256, sizeBytes })).resolves.toBe(true)
    await expect(storage.has({ sha256, sizeBytes: sizeBytes - 1 })).resolves.toBe(false)
    await expect(storage.has({ sha256: sha256Of(new Uint8Array(1)), sizeBytes })).resolves.toBe(false)
  })

  it.each([19, 6 * 1024 * 1024])('renews the time of %i bytes that are stored again', async (lengthBytes) => {
    const storage = await openEmpty()
    const content = contentOf(lengthBytes)
    const storedAt = async () => {
      await storage.put(content)
      return (await listed(storage))[0]?.storedAt.getTime() ?? 0
    }
    const first = await storedAt()
    expect(Math.abs(Date.now() - first)).toBeLessThan(60_000)
    await expect.poll(storedAt).toBeGreaterThan(first)
    expect(sha256Of(await readAll(storage, sha256Of(content)))).toBe(sha256Of(content))
  })

  it('removes content, and tolerates removing it twice', async () => {
    const storage = await openEmpty()
    await storage.put(bytes)
    await storage.remove(sha256)
    await storage.remove(sha256)
    expect(await listed(storage)).toEqual([])
    await expect(storage.has({ sha256, sizeBytes })).resolves.toBe(false)
    await expect(storage.open(sha256)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('lists nothing of an empty storage, and each content with its size', async () => {
    const storage = await openEmpty()
    expect(await listed(storage)).toEqual([])
    const contents = await Promise.all([1, 2, 3].map((length) => storage.put(contentOf(length))))
    const found = (await listed(storage)).map((one) => ({ sha256: one.sha256, sizeBytes: one.sizeBytes }))
    expect(new Set(found)).toEqual(new Set(contents))
  })

  it('never uses a name as a path', async () => {
    const storage = await openEmpty()
    for (const name of ['../../etc/passwd', '', `${sha256}/../x`, sha256.toUpperCase()])
      await expect(storage.open(name)).rejects.toThrow('not a SHA-256')
  })
}
