/** Since when this installation is watched; for the alert that it was never backed up. A restored one keeps the time of its backup. */
import type { Database } from '../db/connect.ts'
import { settings } from '../db/tables.ts'
import { readSetting } from './setting.ts'

const settingKey = 'installedAt'

/** The first time at which this was asked. */
export async function findInstalledAt(db: Database, now: Date): Promise<Date> {
  const known = await readSetting(db, settingKey)
  if (known !== undefined) return new Date(known)
  await db.insert(settings).values({ key: settingKey, value: now.toISOString() }).onConflictDoNothing()
  // Another server may have been first.
  return new Date((await readSetting(db, settingKey)) ?? now)
}
