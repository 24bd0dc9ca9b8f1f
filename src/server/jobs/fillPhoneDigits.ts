/** Writes the forms of phone numbers that an older server wrote, for the search. */
import { setImmediate } from 'node:timers/promises'
import { and, asc, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { users } from '../db/tables.ts'
import { storedPhone } from '../messages/phone.ts'

/** Few enough that the embedded database keeps others waiting for some milliseconds only. */
const rowsAtOnce = 200

/** Each batch is a transaction, so that another run goes on where this one was cut off. Rows that are being changed wait for the next run. */
export async function fillPhoneDigits(db: Database, signal: AbortSignal): Promise<void> {
  let lastId: number | undefined = 0
  while (lastId !== undefined) {
    signal.throwIfAborted()
    lastId = await fillBatch(db, lastId)
    await setImmediate()
  }
}

/** Returns the last id of the batch, undefined if there was none. */
function fillBatch(db: Database, afterId: number): Promise<number | undefined> {
  return db.transaction(async (transaction) => {
    const { id, phonePrefix, phoneNumber, phoneDigits } = users
    const rows = await transaction
      .select({ id, phonePrefix, phoneNumber })
      .from(users)
      .where(and(isNull(phoneDigits), gt(id, afterId)))
      .orderBy(asc(id))
      .limit(rowsAtOnce)
      .for('update', { skipLocked: true })
    const ids = rows.map((row) => row.id)
    const forms = rows.map((row) => storedPhone(row).phoneDigits)
    await transaction.execute(sql`
      update users set phone_digits = made.forms
      from unnest(${sql.param(ids)}::bigint[], ${sql.param(forms)}::text[]) as made(id, forms)
      where users.id = made.id`)
    return ids.at(-1)
  })
}
