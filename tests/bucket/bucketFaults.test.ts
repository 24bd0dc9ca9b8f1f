import { inspect } from 'node:util'
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { readStored } from '../../src/server/backup/readStored.ts'
import { type Bucket, readConfig } from '../../src/server/config/readConfig.ts'
import { BucketUnavailable } from '../../src/server/files/bucketUnavailable.ts'
import { openStorage } from '../../src/server/files/openStorage.ts'
import type { Storage } from '../../src/server/files/storage.ts'
import { type BucketLine, openBucketLine } from '../support/bucketLine.ts'
import { contentOf, listed, readAll, sha256Of } from '../support/contents.ts'
import { type BucketEnvironment, createBucket } from '../support/swift.ts'

const mebibyte = 1024 * 1024
const small = contentOf(mebibyte)
const large = contentOf(12 * mebibyte)

let line: BucketLine
let environment: BucketEnvironment
let bucket: Bucket
let storage: Storage

beforeEach(async () => {
  line = await openBucketLine(inject('s3Endpoint'))
  environment = { ...(await createBucket(inject('s3Endpoint'))), S3_ENDPOINT: line.endpoint }
  const config = readConfig(environment)
  if (config.bucket === undefined) throw new Error('no bucket')
  bucket = config.bucket
  storage = await openStorage(config)
})
afterEach(() => line.close())

async function unfinishedUploads(): Promise<number> {
  const client = new S3Client({ ...bucket, endpoint: inject('s3Endpoint'), forcePathStyle: true })
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket.name }))
  client.destroy()
  return Uploads.length
}

describe.each([
  ['small content', small, /^PUT /],
  ['large content', large, /^PUT .*partNumber=2&/],
  ['the end of large content', large, /^PUT .*partNumber=3&/],
])('%s', (_, content, damaged) => {
  const sha256 = sha256Of(content)

  it.each(['flipped', 'cut'] as const)('that arrives %s is never visible, and can be stored again', async (how) => {
    line.damage(how, damaged)
    await expect(storage.put(content)).rejects.toBeInstanceOf(BucketUnavailable)
    expect(line.requests().filter((request) => damaged.test(request)).length).toBeGreaterThan(0)
    line.damage(null)
    expect(await listed(storage)).toEqual([])
    await expect(storage.open(sha256)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await unfinishedUploads()).toBe(0)
    await storage.put(content)
    expect(sha256Of(await readAll(storage, sha256))).toBe(sha256)
  })
})

it('stores content whose answers were lost on the way', async () => {
  line.damage('unanswered', /^PUT /)
  await expect(storage.put(small)).rejects.toBeInstanceOf(BucketUnavailable)
  line.damage(null)
  await storage.put(small)
  expect(await listed(storage)).toMatchObject([{ sha256: sha256Of(small), sizeBytes: small.length }])
})

it('ends a download that nobody reads any more', async () => {
  await storage.put(large)
  const reader = (await storage.open(sha256Of(large))).getReader()
  await reader.read()
  expect(line.openResponses()).toBe(1)
  await reader.cancel()
  await expect.poll(line.openResponses).toBe(0)
})

it('says when a download breaks off, instead of ending early', async () => {
  await storage.put(large)
  line.damage('cutResponse', /^GET /)
  await expect(readAll(storage, sha256Of(large))).rejects.toBeInstanceOf(BucketUnavailable)
})

it('does not take a file for lost because the bucket fails: a backup and a restore read it so', async () => {
  await storage.put(small)
  line.damage('cutResponse', /^GET /)
  await expect(readStored(storage, sha256Of(small))).rejects.toBeInstanceOf(BucketUnavailable)
  line.damage(null)
  expect(sha256Of((await readStored(storage, sha256Of(small))) ?? Buffer.of())).toBe(sha256Of(small))
  expect(await readStored(storage, sha256Of(large))).toBeUndefined()
})

it('stops waiting for a bucket that never answers', async () => {
  line.damage('silent')
  const requests = [
    storage.has({ sha256: sha256Of(small), sizeBytes: small.length }),
    storage.put(small),
    storage.open(sha256Of(small)),
    storage.remove(sha256Of(small)),
    listed(storage),
    openStorage(readConfig(environment)),
  ]
  for (const result of await Promise.allSettled(requests)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('nothing within 10 s') } })
  }
})

it.each([
  ['nobody listens', { S3_ENDPOINT: 'http://127.0.0.1:9' }, /^The bucket at 127\.0\.0\.1:9 cannot be used\. .*ECONNREFUSED/],
  [
    'there is no such host',
    { S3_ENDPOINT: 'http://nobody.invalid' },
    /^The bucket at nobody\.invalid cannot be used\. .*(?:ENOTFOUND|EAI_AGAIN)/,
  ],
  ['there is no such bucket', { S3_BUCKET: 'missing' }, /404 NoSuchBucket/],
  ['the secret is wrong', { S3_SECRET_ACCESS_KEY: 'wrong-secret' }, /403 SignatureDoesNotMatch/],
  ['the key is unknown', { S3_ACCESS_KEY_ID: 'stranger:files' }, /403 (?:InvalidAccessKeyId|AccessDenied|SignatureDoesNotMatch)/],
])('says in one sentence without secrets that the bucket cannot be used: %s', async (_, wrong, sentence) => {
  const error: unknown = await openStorage(readConfig({ ...environment, ...wrong })).catch((thrown: unknown) => thrown)
  if (!(error instanceof Error)) throw new Error('no error')
  expect(error.message).toMatch(sentence)
  // With everything that a log would write of it.
  const everything = inspect(error, { depth: 10, showHidden: true })
  for (const secret of [bucket.credentials.secretAccessKey, bucket.credentials.accessKeyId, 'wrong-secret', 'stranger'])
    expect(everything).not.toContain(secret)
})
