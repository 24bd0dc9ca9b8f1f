import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentOf, listed, sha256Of } from '../../../tests/support/contents.ts'
import { testStorage } from '../../../tests/support/storageContract.ts'
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
const sha256 = sha256Of(bytes)

describe('a folder', () => {
  testStorage(async () => storage)
})

it('leaves one file of content that was stored concurrently', async () => {
  await Promise.all(Array.from({ length: 20 }, () => storage.put(bytes)))
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

it('lists what is left while another server removes something', async () => {
  // Two contents in one directory: the second is removed after the list has read the directory.
  const together = Array.from({ length: 600 }, (_, seed) => contentOf(8, seed)).filter((content) => sha256Of(content).startsWith('ab'))
  for (const content of together) await storage.put(content)
  const found: string[] = []
  for await (const one of storage.list()) {
    found.push(one.sha256)
    for (const content of together) if (sha256Of(content) !== one.sha256) await storage.remove(sha256Of(content))
  }
  expect(together.length).toBeGreaterThan(1)
  expect(found).toHaveLength(1)
})

it('ignores files of others', async () => {
  await storage.put(bytes)
  await writeFile(join(folder, 'files', sha256.slice(0, 2), '.half-written'), 'x')
  expect(await listed(storage)).toMatchObject([{ sha256 }])
})
