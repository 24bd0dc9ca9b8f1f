/** The rows of the ring of signing keys. Keeps nothing in memory. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '../db/connect.ts'
import { signingKeys } from '../db/tables.ts'
import { unwrapKey, wrapKey } from './wrapKey.ts'

export type RingRow = typeof signingKeys.$inferSelect

const keyBytes = 32

export function newRow(secret: string, now: Date): typeof signingKeys.$inferInsert {
  const id = randomUUID()
  return { id, wrappedKey: wrapKey(secret, id, randomBytes(keyBytes)), createdAt: now }
}

export function readRing(db: Database): Promise<readonly RingRow[]> {
  return db.select().from(signingKeys)
}

export function isOpenedBy(rows: readonly RingRow[], secret: string): boolean {
  return rows.every(({ id, wrappedKey }) => unwrapKey(secret, id, wrappedKey) !== undefined)
}
