/**
 * Whether the clock of any server is off. Each writes down that its own is, once a minute, and removes that when it is right; a server that
 * has gone is forgotten. The figure is by how many seconds the worst one is off.
 */
import { hostname } from 'node:os'
import { eq, like } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { settings } from '../db/tables.ts'
import type { SettingKey } from '../db/tables/settingKeys.ts'
import { writeSetting } from '../installation/setting.ts'
import { minuteMs } from '../limits/durations.ts'
import type { Evaluation } from './evaluation.ts'

const keyPrefix = 'clockOff '
const reportMs = 5 * minuteMs
/** The column is an integer. */
const figureMax = 2 ** 31 - 1

type ClockReport = { readonly offMs: number; readonly at: string }

/** `serverId` tells two servers of one computer apart. `offMs` is undefined if its clock is right. */
export async function reportClock(db: Database, serverId: string, offMs: number | undefined, now: Date): Promise<void> {
  const key: SettingKey = `${keyPrefix}${hostname()} ${serverId}`
  if (offMs === undefined) await db.delete(settings).where(eq(settings.key, key))
  else await writeSetting(db, key, JSON.stringify({ offMs, at: now.toISOString() } satisfies ClockReport))
}

export async function evaluateClocks(db: Database, now: Date): Promise<Evaluation> {
  let worstMs: number | undefined
  for (const row of await db
    .select()
    .from(settings)
    .where(like(settings.key, `${keyPrefix}%`))) {
    // Written above, by this version of the server or another.
    const report = JSON.parse(row.value) as ClockReport
    if (Math.abs(now.getTime() - Date.parse(report.at)) > reportMs) await db.delete(settings).where(eq(settings.key, row.key))
    else worstMs = Math.max(worstMs ?? 0, Math.abs(report.offMs))
  }
  if (worstMs === undefined) return { verdict: 'end', figure: 0 }
  return { verdict: 'raise', figure: Math.min(Math.round(worstMs / 1000), figureMax) }
}
