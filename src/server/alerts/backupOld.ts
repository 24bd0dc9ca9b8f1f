/** Whether the last backup is too old; an installation that was never backed up counts from its start. The figure is the age in hours. */
import type { Database } from '../db/connect.ts'
import { findInstalledAt } from '../installation/installedAt.ts'
import { findLastBackup } from '../installation/lastBackup.ts'
import { hourMs } from '../limits/durations.ts'
import type { Evaluation } from './evaluation.ts'

/** A day, and two hours for a backup that begins later or takes longer than yesterday's. */
const backupHoursMax = 26

export async function evaluateBackup(db: Database, now: Date): Promise<Evaluation> {
  const since = (await findLastBackup(db)) ?? (await findInstalledAt(db, now))
  return { verdict: isBackupOld(since, now) ? 'raise' : 'end', figure: Math.floor((now.getTime() - since.getTime()) / hourMs) }
}

export function isBackupOld(madeAt: Date, now: Date): boolean {
  return now.getTime() - madeAt.getTime() > backupHoursMax * hourMs
}
