/**
 * Whether this installation was restored from a backup and nobody has put it back into service yet. Until then it sends no message and
 * offers no firmware that it did not offer before: what the backup calls offered may have been withdrawn since. Knows no backup file.
 */
import { eq, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { releaseSchedules, settings } from '../db/tables.ts'
import { readSetting, writeSetting } from './setting.ts'

const settingKey = 'restoredFrom'

/** When the backup was made from which this installation was restored; undefined if it does not wait. */
export async function findRestored(db: Database): Promise<Date | undefined> {
  const value = await readSetting(db, settingKey)
  return value === undefined ? undefined : new Date(value)
}

/** SQL condition that it does not wait, for statements that are made anyway. The database looks once for each statement. */
export function isNotRestored(db: Database): SQL {
  return notExists(
    db
      .select({ one: sql`1` })
      .from(settings)
      .where(eq(settings.key, settingKey)),
  )
}

/** From now on the installation waits. `madeAt` is the time of the backup. */
export async function noteRestored(db: Database, madeAt: Date): Promise<void> {
  await writeSetting(db, settingKey, madeAt.toISOString())
}

/**
 * Sends messages and offers firmware again. Steps of releases that the backup calls scheduled wait for a person: they may have been cancelled
 * since. Returns whether the installation waited; of several callers, true for one.
 */
export async function resumeRestored(db: Database): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const ended = await transaction.delete(settings).where(eq(settings.key, settingKey)).returning({ key: settings.key })
    if (ended.length > 0) await transaction.update(releaseSchedules).set({ failure: 'restored' }).where(isNull(releaseSchedules.failure))
    return ended.length > 0
  })
}
