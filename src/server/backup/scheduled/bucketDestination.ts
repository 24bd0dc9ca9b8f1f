/** A bucket for backups. Loaded only where one is configured. */
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { createBucketClient, isMissing, quickMs, transferMs } from '../../files/bucketClient.ts'
import { putInParts } from '../../files/putInParts.ts'
import type { BackupPlace, Destination } from './destination.ts'

export function openBucketDestination({ bucket: configured, prefix }: Extract<BackupPlace, { kind: 'bucket' }>): Destination {
  const bucketClient = createBucketClient(configured)
  const { client, bucket: Bucket, request } = bucketClient
  return {
    place: `the bucket s3://${Bucket}/${prefix}`,
    async names() {
      const names: string[] = []
      let next: string | undefined
      do {
        const page = { Bucket, Prefix: prefix, ...(next !== undefined && { ContinuationToken: next }) }
        const found = await request('ListObjectsV2', quickMs, (abortSignal) => client.send(new ListObjectsV2Command(page), { abortSignal }))
        names.push(...(found.Contents ?? []).map(({ Key = '' }) => Key.slice(prefix.length)))
        next = found.NextContinuationToken
      } while (next !== undefined)
      return names
    },
    put: (name, content, signal) => putInParts(bucketClient, `${prefix}${name}`, untilAborted(content, signal)),
    async read(name) {
      const Key = `${prefix}${name}`
      const read = async (abortSignal: AbortSignal) => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }), { abortSignal })
        return Body?.transformToByteArray()
      }
      return request('GetObject', transferMs, read).catch((error: unknown) => {
        if (!isMissing(error)) throw error
        return undefined
      })
    },
    async remove(name) {
      const Key = `${prefix}${name}`
      await request('DeleteObject', quickMs, (abortSignal) => client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal }))
    },
  }
}

async function* untilAborted(content: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    signal.throwIfAborted()
    yield piece
  }
  signal.throwIfAborted()
}
