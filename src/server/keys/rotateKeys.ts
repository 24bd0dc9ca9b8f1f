/** Changes the ring of signing keys, or the secret that wraps it, while servers run. */
import { eq, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { signingKeys } from '../db/tables.ts'
import { hourMs } from '../limits/durations.ts'
import { rewrapFactors } from './factorVault.ts'
import { newRow, readRing } from './ringRows.ts'
import { unwrapKey, wrapKey } from './wrapKey.ts'

/** Longer than any key verifies, whatever ACCESS_TOKEN_MINUTES is. */
const retiredKeptMs = 2 * hourMs

/** A new key signs from now on. The former one verifies for as long as its tokens live. `secret` must open the ring. */
export async function rotateKeys(db: Database, secret: string, now: Date): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockRing(transaction)
    await transaction.update(signingKeys).set({ retiredAt: now }).where(isNull(signingKeys.retiredAt))
    await transaction.insert(signingKeys).values(newRow(secret, now))
  })
}

/** Wraps the same keys, and what is secret in second factors, by another secret. Returns how many keys; those that it wraps already count too. Throws if one of the keys is of neither, or `from` opens no app that `to` does not. */
export async function rewrapKeys(db: Database, { from, to }: { readonly from: string; readonly to: string }): Promise<number> {
  return db.transaction(async (transaction) => {
    await lockRing(transaction)
    const rows = await readRing(transaction)
    let isProved = false
    for (const { id, wrappedKey } of rows) {
      if (unwrapKey(to, id, wrappedKey) !== undefined) continue
      const key = unwrapKey(from, id, wrappedKey)
      if (key === undefined) throw new Error('The old secret does not open the signing keys. Nothing was changed.')
      isProved = true
      await transaction
        .update(signingKeys)
        .set({ wrappedKey: wrapKey(to, id, key) })
        .where(eq(signingKeys.id, id))
    }
    await rewrapFactors(transaction, { from, to, isProved })
    return rows.length
  })
}

/** Where the old secret is lost: a new ring. Tokens of the former one are refused, and browsers renew them. */
export async function replaceRing(db: Database, secret: string, now: Date): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockRing(transaction)
    await transaction.delete(signingKeys)
    await transaction.insert(signingKeys).values(newRow(secret, now))
  })
}

export async function purgeRetiredKeys(db: Database, now: Date): Promise<void> {
  await db.delete(signingKeys).where(lt(signingKeys.retiredAt, new Date(now.getTime() - retiredKeptMs)))
}

/** One change at a time. Servers go on reading. */
async function lockRing(db: Database): Promise<void> {
  await db.execute(sql`lock table ${signingKeys} in share row exclusive mode`)
}
