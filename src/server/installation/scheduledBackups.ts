/** What became of the scheduled backups. Knows no backup file. */
import { and, eq, like, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { settings } from '../db/tables.ts'
import { readSetting, writeSetting } from './setting.ts'

const stateKey = 'scheduledBackups'
const turnKey = 'scheduledBackupTurn'
/** Renewed each minute. A server that was killed holds those of an older version up for as long. */
const turnMs = 5 * 60_000
/** One name for all servers of this version: among them, the table of due work decides. */
const turnName = 'due work'
const isOurTurn = like(settings.value, `% ${turnName}`)

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

/**
 * Whether no server of an older version makes a backup now; from now on none does. Those have timers instead of the table of due work, and
 * may run beside this one during an upgrade. One statement decides.
 */
export async function takeTurn(db: Database, now: Date): Promise<boolean> {
  const until = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const value = `${until(turnMs)} ${turnName}`
  // Times as text, of one length. One far ahead was written by a clock that was wrong.
  const setWhere = sql`(${settings.value} collate "C" < ${until(0)} or ${settings.value} collate "C" > ${until(2 * turnMs)} or ${isOurTurn})`
  const taken = await db
    .insert(settings)
    .values({ key: turnKey, value })
    .onConflictDoUpdate({ target: settings.key, set: { value }, setWhere })
    .returning({ key: settings.key })
  return taken.length > 0
}

export async function endTurn(db: Database): Promise<void> {
  await db.delete(settings).where(and(eq(settings.key, turnKey), isOurTurn))
}
