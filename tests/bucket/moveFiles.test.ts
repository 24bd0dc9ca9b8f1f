import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { readConfig } from '../../src/server/config/readConfig.ts'
import { openStorage } from '../../src/server/files/openStorage.ts'
import { openFolderStorage, type Storage } from '../../src/server/files/storage.ts'
import { type BucketLine, openBucketLine } from '../support/bucketLine.ts'
import { runCommand, scriptPath } from '../support/scripts.ts'
import { contentOf, listed, readAll, sha256Of } from '../support/contents.ts'
import { createBucket } from '../support/swift.ts'

const mebibyte = 1024 * 1024
/** One of them is sent in parts. */
const contents = Array.from({ length: 30 }, (_, index) => contentOf(index === 7 ? 6 * mebibyte : mebibyte + index, index + 1))
const names = contents.map(sha256Of).toSorted()

let line: BucketLine
let dataDir: string
let folder: Storage
let bucket: Storage
let environment: Record<string, string>

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fieldport-move-'))
  folder = openFolderStorage(join(dataDir, 'files'))
  for (const content of contents) await folder.put(content)
  line = await openBucketLine(inject('s3Endpoint'))
  const direct = await createBucket(inject('s3Endpoint'))
  bucket = await openStorage(readConfig(direct))
  environment = { ...direct, S3_ENDPOINT: line.endpoint, DATA_DIR: dataDir }
})
afterEach(async () => {
  await line.close()
  await rm(dataDir, { recursive: true, force: true })
})

const move = (...parts: string[]) => runCommand('moveFiles', parts, environment)
const namesIn = async (storage: Storage) => (await listed(storage)).map(({ sha256 }) => sha256).toSorted()
const pathOf = (sha256: string) => join(dataDir, 'files', sha256.slice(0, 2), sha256)

/** The names of the files of which something was sent, since the request of this number. */
function sent(since = 0): string[] {
  const keys = line
    .requests()
    .slice(since)
    .flatMap((request) => /^PUT \/[^/]+\/files\/(\w+)/.exec(request)?.[1] ?? [])
  return [...new Set(keys)]
}

async function expectAllInBucket(): Promise<void> {
  expect(await namesIn(bucket)).toEqual(names)
  for (const name of names) expect(sha256Of(await readAll(bucket, name))).toBe(name)
}

it('copies a folder into the bucket with its progress, and leaves the folder as it is', async () => {
  const done = await move()
  expect(done).toMatchObject({ code: 0, complaint: expect.not.stringContaining('Error') })
  expect(done.out).toContain('0 of 30 files')
  expect(done.out).toContain('30 of 30 files, 35.0 MiB of 35.0 MiB')
  expect(done.out).toContain('30 files (35.0 MiB) were sent; 0 were there.')
  await expectAllInBucket()
  expect(await namesIn(folder)).toEqual(names)

  // A server that still ran has stored one more.
  const late = contentOf(500, 99)
  await folder.put(late)
  const before = line.requests().length
  expect((await move()).out).toContain('1 files (0.0 MiB) were sent; 30 were there.')
  expect(sent(before)).toEqual([sha256Of(late)])
})

it('goes on after it was killed, and sends nothing twice', async () => {
  const child = spawn(process.execPath, [scriptPath('moveFiles')], { env: { ...process.env, ...environment }, stdio: 'ignore' })
  const exit = once(child, 'exit')
  await expect.poll(() => sent().length, { interval: 5 }).toBeGreaterThan(8)
  child.kill('SIGKILL')
  await exit
  expect(await namesIn(folder)).toEqual(names)
  const there = await namesIn(bucket)
  expect(there.length).toBeGreaterThan(0)
  expect(there.length).toBeLessThan(names.length)

  const before = line.requests().length
  const done = await move()
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining('30 of 30 files') })
  expect(sent(before).filter((name) => there.includes(name))).toEqual([])
  await expectAllInBucket()
})

it('says why it stopped when the bucket breaks off, and goes on when it is run again', async () => {
  line.damage('cut', new RegExp(`^PUT .*${names[20] ?? ''}`))
  const broken = await move('--remove')
  expect(broken).toMatchObject({ code: 1, complaint: expect.stringMatching(/^The bucket \S+ answers .*\nRun it again/m) })
  expect([...(await namesIn(folder)), ...(await namesIn(bucket))]).toEqual(expect.arrayContaining(names))
  line.damage(null)
  expect(await move('--remove')).toMatchObject({ code: 0 })
  await expectAllInBucket()
  expect(await namesIn(folder)).toEqual([])
})

it('removes from the folder only what it has read back from the bucket', async () => {
  await move()
  // As if the bucket had lost a byte since: of the right size, but not what it should be.
  const [lost = ''] = names
  const size = (await listed(folder)).find(({ sha256 }) => sha256 === lost)?.sizeBytes ?? 0
  await overwrite(lost, contentOf(size, 1234))
  expect(await move('--remove')).toMatchObject({ code: 1, complaint: expect.stringContaining('reads back as something else') })
  expect(await namesIn(folder)).toContain(lost)
  expect(await move('--remove')).toMatchObject({ code: 0 })
  await expectAllInBucket()
  expect(await namesIn(folder)).toEqual([])
})

it('keeps a damaged file out of the bucket and in the folder, names it, and copies the others', async () => {
  const [damaged = '', ...others] = names
  await writeFile(pathOf(damaged), 'half')
  expect(await move('--remove')).toMatchObject({ code: 1, complaint: expect.stringContaining(pathOf(damaged)) })
  expect(await namesIn(bucket)).toEqual(others)
  expect(await namesIn(folder)).toEqual([damaged])
})

it('says what is missing where no bucket is named', async () => {
  const refused = await runCommand('moveFiles', [], { DATA_DIR: dataDir })
  expect(refused).toMatchObject({ code: 1, complaint: 'Nothing was copied: S3_BUCKET must name the bucket.\n' })
})

async function overwrite(sha256: string, content: Uint8Array): Promise<void> {
  const { S3_BUCKET: Bucket = '', S3_REGION: region = '', S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY = '' } = environment
  const credentials = { accessKeyId, secretAccessKey: S3_SECRET_ACCESS_KEY }
  const client = new S3Client({ endpoint: inject('s3Endpoint'), region, credentials, forcePathStyle: true })
  await client.send(new PutObjectCommand({ Bucket, Key: `files/${sha256}`, Body: content }))
  client.destroy()
}
