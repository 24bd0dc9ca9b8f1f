/** The storage interface in an S3 bucket, as `files/abcdef…`. Works with every server that speaks S3. Loaded only where a bucket is configured. */
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { messageOf } from '../config/messageOf.ts'
import type { Bucket } from '../config/readConfig.ts'
import { createBucketClient, describeFailure, isMissing, quickMs, transferMs } from './bucketClient.ts'
import { BucketUnavailable } from './bucketUnavailable.ts'
import { partBytes, putInParts } from './putInParts.ts'
import { sha256InPieces } from './sha256InPieces.ts'
import { type Storage, type StoredContent, sha256Pattern } from './storage.ts'
import { streamWithin } from './streamWithin.ts'

const prefix = 'files/'
/** How long a presigned address can be asked: a download that breaks off late is resumed by another way. */
const presignedSeconds = 60 * 60

/** Throws an error with a readable sentence if the bucket cannot be used. */
export async function openBucketStorage(configured: Bucket): Promise<Storage> {
  const bucketClient = createBucketClient(configured)
  const { client, bucket, request } = bucketClient
  const Bucket = bucket

  async function has({ sha256, sizeBytes }: StoredContent): Promise<boolean> {
    const Key = keyOf(sha256)
    const head = await request('HeadObject', quickMs, (abortSignal) =>
      client.send(new HeadObjectCommand({ Bucket, Key }), { abortSignal }),
    ).catch(undefinedIfMissing)
    return head?.ContentLength === sizeBytes
  }

  /**
   * S3 changes the time of an object only by copying it, and some servers not even then: files/storeFile.ts looks again under its lock.
   * Returns false if it was removed meanwhile.
   */
  async function touch(Key: string): Promise<boolean> {
    const copy = { Bucket, Key, CopySource: `${Bucket}/${Key}`, MetadataDirective: 'REPLACE' } as const
    const copied = await request('CopyObject', transferMs, (abortSignal) =>
      client.send(new CopyObjectCommand(copy), { abortSignal }),
    ).catch(undefinedIfMissing)
    return copied !== undefined
  }

  async function putWhole(Key: string, pieces: readonly Uint8Array[]): Promise<void> {
    const Body = Buffer.concat(pieces)
    await request('PutObject', transferMs, (abortSignal) => client.send(new PutObjectCommand({ Bucket, Key, Body }), { abortSignal }))
  }

  async function list(ContinuationToken?: string, MaxKeys = 1000) {
    const page = { Bucket, Prefix: prefix, MaxKeys, ...(ContinuationToken !== undefined && { ContinuationToken }) }
    return request('ListObjectsV2', quickMs, (abortSignal) => client.send(new ListObjectsV2Command(page), { abortSignal }))
  }

  /** Signed here: the bucket is not asked. */
  async function presign(sha256: string): Promise<string> {
    return getSignedUrl(client, new GetObjectCommand({ Bucket, Key: keyOf(sha256) }), { expiresIn: presignedSeconds })
  }

  // Of all that a server asks of a bucket, this says most clearly what is wrong with the configuration.
  await list(undefined, 1).catch((error: unknown) => {
    const place = configured.endpoint === undefined ? '' : ` at ${new URL(configured.endpoint).host}`
    throw new Error(`The bucket${place} cannot be used. ${messageOf(error)}`, { cause: error })
  })

  return {
    async put(bytes) {
      const pieces = [bytes].flat()
      const sizeBytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
      const content = { sha256: await sha256InPieces(pieces), sizeBytes }
      const key = keyOf(content.sha256)
      // A new timestamp protects it from the removal of orphans until its row is committed.
      const isKept = (await has(content)) && (await touch(key))
      if (isKept) return content
      if (sizeBytes <= partBytes) await putWhole(key, pieces)
      else await putInParts(bucketClient, key, pieces)
      return content
    },

    has,

    async open(sha256, range) {
      const Key = keyOf(sha256)
      const part = range && { Range: `bytes=${range.start}-${range.end}` }
      const found = await request('GetObject', quickMs, (abortSignal) =>
        client.send(new GetObjectCommand({ Bucket, Key, ...part }), { abortSignal }),
      ).catch(undefinedIfMissing)
      if (found === undefined) throw Object.assign(new Error(`The bucket ${bucket} has no ${Key}.`), { code: 'ENOENT' })
      return streamWithin(
        found.Body,
        (error) => new BucketUnavailable(`The bucket ${bucket} broke off: ${describeFailure(error)} (GetObject).`),
      )
    },

    async *list() {
      let next: string | undefined
      do {
        const page = await list(next)
        for (const { Key = '', Size: sizeBytes = 0, LastModified: storedAt } of page.Contents ?? []) {
          const sha256 = Key.slice(prefix.length)
          if (sha256Pattern.test(sha256) && storedAt !== undefined) yield { sha256, sizeBytes, storedAt }
        }
        next = page.NextContinuationToken
      } while (next !== undefined)
    },

    async remove(sha256) {
      const Key = keyOf(sha256)
      await request('DeleteObject', quickMs, (abortSignal) => client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal }))
    },

    presigner: { origin: new URL(await presign('0'.repeat(64))).origin, presign },
  }
}

function keyOf(sha256: string): string {
  if (!sha256Pattern.test(sha256)) throw new Error('not a SHA-256')
  return prefix + sha256
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
