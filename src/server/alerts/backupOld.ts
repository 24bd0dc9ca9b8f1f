/** Whether the last backup is too old; an installation that was never backed up counts from its start. The figure is the age in hours. */
import type { Database } from '../db/connect.ts'
import { settings } from '../db/tables.ts'
import { findLastBackup } from '../installation/lastBackup.ts'
import { readSetting } from '../installation/setting.ts'
import { hourMs } from '../limits/durations.ts'
import type { Evaluation } from './evaluation.ts'

/** A day, and two hours for a backup that begins later or takes longer than yesterday's. */
const backupHoursMax = 26

export async function evaluateBackup(db: Database, now: Date): Promise<Evaluation> {
  const since = (await findLastBackup(db)) ?? (await findInstalledAt(db, now))
  return { verdict: isBackupOld(since, now) ? 'raise' : 'end', figure: Math.floor((now.getTime() - since.getTime()) / hourMs) }
}

/** Since when this installation is watched. A restored one keeps the time of its backup. */
async function findInstalledAt(db: Database, now: Date): Promise<Date> {
  const known = await readSetting(db, 'installedAt')
  if (known !== undefined) return new Date(known)
  await db.insert(settings).values({ key: 'installedAt', value: now.toISOString() }).onConflictDoNothing()
  // Another server may have been first.
  return new Date((await readSetting(db, 'installedAt')) ?? now)
}

export function isBackupOld(madeAt: Date, now: Date): boolean {
  return now.getTime() - madeAt.getTime() > backupHoursMax * hourMs
}
