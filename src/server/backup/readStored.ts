import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Storage } from '../files/storage.ts'

/** A whole stored file, of 64 MiB at most; undefined if it is missing or has other bytes than its name says. */
export async function readStored(storage: Storage, sha256: string): Promise<Buffer | undefined> {
  try {
    const bytes = await buffer(await storage.open(sha256))
    return hashOf(bytes) === sha256 ? bytes : undefined
  } catch {
    return undefined
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
