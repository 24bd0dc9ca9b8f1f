/** When this installation was last backed up; for the alert about an old backup. */
import type { Database } from '../db/connect.ts'
import { readSetting, writeSetting } from './setting.ts'

const settingKey = 'lastBackup'

export async function findLastBackup(db: Database): Promise<Date | undefined> {
  const value = await readSetting(db, settingKey)
  return value === undefined ? undefined : new Date(value)
}

/** Called once a backup is complete. `madeAt` is the moment whose state it holds. */
export async function noteBackup(db: Database, madeAt: Date): Promise<void> {
  await writeSetting(db, settingKey, madeAt.toISOString())
}
