/** Content for storages, and what they hold. */
import { createHash } from 'node:crypto'
import type { Storage, StoredContent } from '../../src/server/files/storage.ts'

export function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Bytes that repeat only after a long while, so that parts in a wrong order are noticed. */
export function contentOf(lengthBytes: number, seed = 1): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(lengthBytes / 4))
  for (let index = 0; index < words.length; index += 1) words[index] = Math.imul(index + seed, 2_654_435_761)
  return new Uint8Array(words.buffer, 0, lengthBytes)
}

export async function listed(storage: Storage) {
  const found: (StoredContent & { storedAt: Date })[] = []
  for await (const one of storage.list()) found.push(one)
  return found
}

export async function readAll(storage: Storage, name: string, range?: { start: number; end: number }): Promise<Uint8Array> {
  return new Response(await storage.open(name, range)).bytes()
}
