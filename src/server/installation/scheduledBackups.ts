/** What became of the scheduled backups. Knows no backup file. */
import type { Database } from '../db/connect.ts'
import { readSetting, writeSetting } from './setting.ts'

const stateKey = 'scheduledBackups'

export type ScheduledBackups = {
  /** The last that was rehearsed and put in its place. */
  readonly made?: { readonly startedAt: string; readonly madeAt: string; readonly name: string; readonly place: string }
  /** Missing after a success. */
  readonly failed?: { readonly startedAt: string; readonly reason: string; readonly times: number }
}

export async function findScheduledBackups(db: Database): Promise<ScheduledBackups> {
  const kept = await readSetting(db, stateKey)
  // Written below.
  return kept === undefined ? {} : (JSON.parse(kept) as ScheduledBackups)
}

type Made = Omit<NonNullable<ScheduledBackups['made']>, 'startedAt'>

export async function noteMade(db: Database, startedAt: Date, made: Made): Promise<void> {
  await writeState(db, { made: { startedAt: startedAt.toISOString(), ...made } })
}

/** What was made before stays noted. */
export async function noteFailed(db: Database, startedAt: Date, reason: string): Promise<void> {
  const state = await findScheduledBackups(db)
  await writeState(db, { ...state, failed: { startedAt: startedAt.toISOString(), reason, times: (state.failed?.times ?? 0) + 1 } })
}

function writeState(db: Database, state: ScheduledBackups): Promise<void> {
  return writeSetting(db, stateKey, JSON.stringify(state))
}
