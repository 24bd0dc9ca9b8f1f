import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openFolderStorage, type Storage } from './storage.ts'

/** What another server does just before an existing file gets a new timestamp. */
const meanwhile = vi.hoisted(() => ({ removes: null as string | null }))

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const utimes: typeof real.utimes = async (...given) => {
    if (meanwhile.removes !== null) await real.rm(meanwhile.removes)
    return real.utimes(...given)
  }
  return { ...real, utimes }
})

let folder: string
let storage: Storage

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldport-storage-'))
  storage = openFolderStorage(join(folder, 'files'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const text = 'the quick brown fox'
const bytes = new TextEncoder().encode(text)
const sha256 = createHash('sha256').update(bytes).digest('hex')

async function listed(): Promise<string[]> {
  const found: string[] = []
  for await (const one of storage.list()) found.push(one.sha256)
  return found
}

it('returns what was stored, whole or in part', async () => {
  await expect(storage.put(bytes)).resolves.toEqual({ sha256, sizeBytes: bytes.length })
  await expect(new Response(await storage.open(sha256)).text()).resolves.toBe(text)
  await expect(new Response(await storage.open(sha256, { start: 4, end: 8 })).text()).resolves.toBe('quick')
})

it('treats content in pieces like the whole', async () => {
  await expect(storage.put([bytes.subarray(0, 3), bytes.subarray(3, 3), bytes.subarray(3)])).resolves.toEqual({
    sha256,
    sizeBytes: bytes.length,
  })
  await expect(new Response(await storage.open(sha256)).text()).resolves.toBe(text)
  await storage.put(bytes)
  expect(await listed()).toEqual([sha256])
})

it('stores the same content once, also if stored concurrently', async () => {
  await Promise.all(Array.from({ length: 20 }, () => storage.put(bytes)))
  expect(await listed()).toEqual([sha256])
  const everything = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
  expect(everything.filter((entry) => entry.isFile())).toHaveLength(1)
})

it('stores the content again if the stored file is incomplete', async () => {
  await storage.put(bytes)
  await writeFile(join(folder, 'files', sha256.slice(0, 2), sha256), 'the qu')
  await storage.put(bytes)
  await expect(new Response(await storage.open(sha256)).text()).resolves.toBe(text)
})

it('stores the content again if it is removed at the same moment', async () => {
  await storage.put(bytes)
  meanwhile.removes = join(folder, 'files', sha256.slice(0, 2), sha256)
  await storage.put(bytes)
  meanwhile.removes = null
  await expect(storage.has({ sha256, sizeBytes: bytes.length })).resolves.toBe(true)
})

it('removes content, and tolerates removing it twice', async () => {
  await storage.put(bytes)
  await storage.remove(sha256)
  await storage.remove(sha256)
  expect(await listed()).toEqual([])
  await expect(storage.open(sha256)).rejects.toThrow('ENOENT')
})

it('lists an empty folder, and ignores files of others', async () => {
  expect(await listed()).toEqual([])
  await storage.put(bytes)
  await writeFile(join(folder, 'files', sha256.slice(0, 2), '.half-written'), 'x')
  expect(await listed()).toEqual([sha256])
})

it('never uses a name as a path', async () => {
  for (const name of ['../../etc/passwd', '', `${sha256}/../x`, sha256.toUpperCase()])
    await expect(storage.open(name)).rejects.toThrow('not a SHA-256')
})
