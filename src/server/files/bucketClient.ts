/** Sends requests to a bucket within a bounded time, and turns failures into BucketUnavailable. Knows no files. */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { S3Client } from '@aws-sdk/client-s3'
import type { Bucket } from '../config/readConfig.ts'
import { BucketUnavailable } from './bucketUnavailable.ts'

/** For all attempts of a request together, until its response begins. */
export const quickMs = 10_000
/** The same for one that carries or copies content: 5 MiB at 90 kB/s. */
export const transferMs = 60_000
const connectMs = 3_000
/** Each download that is being sent takes one. The SDK's default is 50. */
const socketsMax = 1_000

export type BucketClient = {
  readonly client: S3Client
  readonly bucket: string
  /**
   * Runs a request with the signal that ends it. `name` stands in the error. Throws the SDK's own error if what was asked for is missing
   * (`isMissing`), else BucketUnavailable.
   */
  readonly request: <T>(name: string, timeoutMs: number, run: (abortSignal: AbortSignal) => Promise<T>) => Promise<T>
}

export function createBucketClient({ name: bucket, endpoint, region, credentials }: Bucket): BucketClient {
  const agentOptions = { keepAlive: true, maxSockets: socketsMax }
  const client = new S3Client({
    region,
    credentials,
    // Other servers than Amazon's have no host name for each bucket.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Every body is signed by its SHA-256, which the server checks. A CRC besides is not understood by all servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      httpAgent: new HttpAgent(agentOptions),
      httpsAgent: new HttpsAgent(agentOptions),
    },
  })

  return {
    client,
    bucket,
    request: async (name, timeoutMs, run) => {
      const abort = new AbortController()
      const timer = setTimeout(() => abort.abort(), timeoutMs)
      try {
        return await run(abort.signal)
      } catch (error) {
        if (isMissing(error)) throw error
        const answer = abort.signal.aborted ? `nothing within ${timeoutMs / 1000} s` : describeFailure(error)
        // oxlint-disable-next-line preserve-caught-error -- it may contain the access key, and errors are logged with their cause
        throw new BucketUnavailable(`The bucket ${bucket} answers ${answer} (${name}).`)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** A missing bucket is a failure of the bucket. A HEAD request cannot tell the two apart. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}

/** For a host with several addresses Node throws one AggregateError without a message. */
export function describeFailure(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeFailure).join(', ')
  if (!(error instanceof Error)) return 'something else than an error'
  const status = statusOf(error)
  if (status === undefined) return error.message
  // A response without a body, such as that to HEAD, names no reason.
  return error.name.startsWith('Unknown') ? String(status) : `${status} ${error.name}`
}

function statusOf(error: Error): number | undefined {
  if (!('$metadata' in error) || typeof error.$metadata !== 'object' || error.$metadata === null) return undefined
  return 'httpStatusCode' in error.$metadata && typeof error.$metadata.httpStatusCode === 'number'
    ? error.$metadata.httpStatusCode
    : undefined
}
