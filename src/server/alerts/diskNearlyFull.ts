/**
 * Whether the disk of DATA_DIR is nearly full, on any server: each may have its own. A server whose disk is short writes that down once a
 * minute, and removes it when there is room again; a server that has gone is forgotten. The figure is the percentage that is free, rounded down.
 */
import { hostname } from 'node:os'
import { eq, like } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { settings } from '../db/tables.ts'
import type { SettingKey } from '../db/tables/settingKeys.ts'
import type { FreeSpace } from '../installation/freeSpace.ts'
import { writeSetting } from '../installation/setting.ts'
import { minuteMs } from '../limits/durations.ts'
import type { Evaluation } from './evaluation.ts'

const freeMin = { percent: 10, bytes: 1024 ** 3 } as const
const roomyMin = { percent: 12, bytes: 1.25 * 1024 ** 3 } as const
const keyPrefix = 'shortDisk '
const reportMs = 5 * minuteMs

type DiskReport = Evaluation & { readonly at: string }

/** `space` is undefined where the file system does not say. */
export async function reportDisk(db: Database, dataDir: string, space: FreeSpace | undefined, now: Date): Promise<void> {
  const own = space === undefined ? ({ verdict: 'end', figure: 0 } as const) : evaluateSpace(space)
  const key: SettingKey = `${keyPrefix}${hostname()} ${dataDir}`
  if (own.verdict === 'end') await db.delete(settings).where(eq(settings.key, key))
  else await writeSetting(db, key, JSON.stringify({ ...own, at: now.toISOString() } satisfies DiskReport))
}

export async function evaluateDisks(db: Database, now: Date): Promise<Evaluation> {
  const reports: DiskReport[] = []
  for (const row of await db
    .select()
    .from(settings)
    .where(like(settings.key, `${keyPrefix}%`))) {
    // Written above, by this version of the server or another.
    const report = JSON.parse(row.value) as DiskReport
    if (Math.abs(now.getTime() - Date.parse(report.at)) > reportMs) await db.delete(settings).where(eq(settings.key, row.key))
    else reports.push(report)
  }
  const short = reports.filter(({ verdict }) => verdict === 'raise')
  if (short.length > 0) return { verdict: 'raise', figure: Math.min(...short.map(({ figure }) => figure)) }
  return { verdict: reports.length > 0 ? 'keep' : 'end', figure: 0 }
}

export function evaluateSpace({ percent, freeBytes }: FreeSpace): Evaluation {
  const isBelow = (min: typeof freeMin | typeof roomyMin) => percent < min.percent || freeBytes < min.bytes
  return { verdict: isBelow(freeMin) ? 'raise' : isBelow(roomyMin) ? 'keep' : 'end', figure: Math.floor(percent) }
}
