/** Whether the last scheduled backup failed, was refused by its rehearsal, or lacks files. The figure is how often in a row. */
import type { Database } from '../db/connect.ts'
import { findLastBackup } from '../installation/lastBackup.ts'
import { findScheduledBackups, type ScheduledBackups } from '../installation/scheduledBackups.ts'
import type { Evaluation } from './evaluation.ts'

export async function evaluateScheduledBackups(db: Database): Promise<Evaluation> {
  const state = await findScheduledBackups(db)
  return { verdict: isFailing(state, await findLastBackup(db)) ? 'raise' : 'end', figure: state.failed?.times ?? 0 }
}

/** A later one that somebody made by hand is as good. */
export function isFailing({ failed }: ScheduledBackups, lastBackup: Date | undefined): boolean {
  return failed !== undefined && (lastBackup === undefined || lastBackup.getTime() < Date.parse(failed.startedAt))
}
