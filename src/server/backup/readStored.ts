import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Storage } from '../files/storage.ts'

/** Missing, or on a bad part of the disk. A bucket that does not answer has lost nothing. */
const lostCodes = new Set<unknown>(['ENOENT', 'EIO'])

/** A whole stored file, of 64 MiB at most; undefined if it is lost or its bytes have changed. Throws if the storage cannot be used. */
export async function readStored(storage: Storage, sha256: string): Promise<Buffer | undefined> {
  try {
    const bytes = await buffer(await storage.open(sha256))
    return hashOf(bytes) === sha256 ? bytes : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && lostCodes.has(error.code)) return undefined
    throw error
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
