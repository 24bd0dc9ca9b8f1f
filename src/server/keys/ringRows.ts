/** The rows of the ring of signing keys, and the key that lay in the settings before there was a ring. Keeps nothing in memory. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '../db/connect.ts'
import { signingKeys } from '../db/tables.ts'
import { readSetting, signingKeySetting } from '../installation/setting.ts'
import { unwrapKey, wrapKey } from './wrapKey.ts'

export type RingRow = typeof signingKeys.$inferSelect

/** The id of the key that version 0.1 kept in the settings. Its servers name no id. */
export const plainKeyId = 'plain'
const keyBytes = 32

export function newRow(secret: string, now: Date): typeof signingKeys.$inferInsert {
  const id = randomUUID()
  return { id, wrappedKey: wrapKey(secret, id, randomBytes(keyBytes)), createdAt: now }
}

/** `plainKey` is undefined where there was never one, or `rotateKeys` has removed it. */
export async function readRing(db: Database): Promise<{ readonly rows: readonly RingRow[]; readonly plainKey: string | undefined }> {
  // In this order: a key that leaves the settings between the two statements is found in the ring.
  const plainKey = await readSetting(db, signingKeySetting)
  return { rows: await db.select().from(signingKeys), plainKey }
}

export function decodePlainKey(plainKey: string): Uint8Array {
  return Buffer.from(plainKey, 'base64url')
}

export function isOpenedBy(rows: readonly RingRow[], secret: string): boolean {
  return rows.every(({ id, wrappedKey }) => unwrapKey(secret, id, wrappedKey) !== undefined)
}
