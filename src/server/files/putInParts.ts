/** Uploads content of more than 5 MiB by a multipart upload: only the last request makes it visible. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { type BucketClient, quickMs, transferMs } from './bucketClient.ts'

/** The smallest that S3 allows. The SDK hashes a part in one go, and other requests wait meanwhile. */
export const partBytes = 5 * 1024 * 1024

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** Each part is signed by its SHA-256, which the server checks; the last request lists the parts in their order. A failure leaves nothing. */
export async function putInParts({ client, bucket, request }: BucketClient, key: string, pieces: Pieces): Promise<void> {
  const target = { Bucket: bucket, Key: key }
  const { UploadId } = await request('CreateMultipartUpload', quickMs, (abortSignal) =>
    client.send(new CreateMultipartUploadCommand(target), { abortSignal }),
  )
  const upload = { ...target, UploadId }
  try {
    const Parts: CompletedPart[] = []
    for await (const Body of partsOf(pieces)) {
      const PartNumber = Parts.length + 1
      const { ETag } = await request('UploadPart', transferMs, (abortSignal) =>
        client.send(new UploadPartCommand({ ...upload, PartNumber, Body }), { abortSignal }),
      )
      Parts.push({ PartNumber, ETag })
    }
    await request('CompleteMultipartUpload', transferMs, (abortSignal) =>
      client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), { abortSignal }),
    )
  } catch (error) {
    await request('AbortMultipartUpload', quickMs, (abortSignal) =>
      client.send(new AbortMultipartUploadCommand(upload), { abortSignal }),
    ).catch(() => undefined)
    throw error
  }
}

/** Cuts the pieces anew, into parts of `partBytes`; the last one may be shorter. */
async function* partsOf(pieces: Pieces): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  for await (const piece of pieces) {
    let rest = piece
    while (waitingBytes + rest.length >= partBytes) {
      const taken = partBytes - waitingBytes
      yield Buffer.concat([...waiting, rest.subarray(0, taken)])
      rest = rest.subarray(taken)
      waiting = []
      waitingBytes = 0
    }
    if (rest.length === 0) continue
    waiting.push(rest)
    waitingBytes += rest.length
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting)
}
