/** Figures that the database holds for all servers together. Knows no format. */
import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/rowsOf.ts'
import { outgoingMessages, updateCountChanges, updateTotals } from '../db/tables.ts'
import { workKinds } from '../jobs/workKinds.ts'
import type { ServerContext } from '../serverContext.ts'
import { readWorkFigures, type WorkFigures } from '../work/lateWork.ts'
import { takenKinds } from '../work/workKind.ts'

/** However often it is scraped, by whomever: read once in this time. */
const keptMs = 10_000
const quarterMs = 15 * 60_000
const dayQuarters = 96

/** The specification's names of the errors; `unreported` has no result yet. */
export const updateOutcomes = ['success', 'DECONNECTION_ERROR', 'REPROGRAMMATION_ERROR', 'REBOOT_ERROR', 'unreported'] as const

type StoredFigures = {
  readonly messages: number
  readonly oldestMessageSeconds: number
  readonly updates: Readonly<Record<(typeof updateOutcomes)[number], number>>
  readonly work: WorkFigures
}

export type FiguresContext = Pick<ServerContext, 'db' | 'clock' | 'log' | 'config'>

/** Returns a function that reads the figures, or gives those of some seconds ago; undefined if the database does not answer. */
export function storedFigures(context: FiguresContext): () => Promise<StoredFigures | undefined> {
  const kept: { at: number; figures: Promise<StoredFigures | undefined> } = { at: -Infinity, figures: Promise.resolve(undefined) }
  return () => {
    const now = context.clock().getTime()
    if (Math.abs(now - kept.at) >= keptMs) {
      kept.at = now
      kept.figures = readFigures(context).catch((error: unknown) => {
        context.log.warn({ err: error }, 'figures for Prometheus could not be read')
        return undefined
      })
    }
    return kept.figures
  }
}

/** Reads a row for each of the last 96 quarter hours and what was counted since the last roll-up, whatever the number of updates. */
async function readFigures({ db, clock, config }: FiguresContext): Promise<StoredFigures> {
  const now = clock()
  const since = Math.floor(now.getTime() / quarterMs) - dayQuarters
  const counted = sql.raw('successes, unreported, disconnections, reprogramming_errors, reboot_errors')
  const outbox = sql`select count(*)::integer as messages, min(created_at) as oldest from ${outgoingMessages}`
  const [row] = rowsOf(
    await db.execute(sql`
      with recent as (
        select ${counted} from ${updateTotals} where product_id = 0 and quarter > ${since}
        union all select ${counted} from ${updateCountChanges} where quarter > ${since}
      ), outbox as (${outbox})
      select messages, extract(epoch from oldest)::float8 as oldest, sum(successes)::integer as success, sum(unreported)::integer as unreported,
        sum(disconnections)::integer as disconnection, sum(reprogramming_errors)::integer as reprogramming, sum(reboot_errors)::integer as reboot
      from outbox left join recent on true group by messages, oldest`),
  )
  const numberOf = (name: string) => Number(row?.[name] ?? 0)
  return {
    messages: numberOf('messages'),
    oldestMessageSeconds: typeof row?.['oldest'] !== 'number' ? 0 : Math.max(0, now.getTime() / 1000 - numberOf('oldest')),
    work: await readWorkFigures(db, takenKinds(workKinds, config)),
    updates: {
      success: numberOf('success'),
      DECONNECTION_ERROR: numberOf('disconnection'),
      REPROGRAMMATION_ERROR: numberOf('reprogramming'),
      REBOOT_ERROR: numberOf('reboot'),
      unreported: numberOf('unreported'),
    },
  }
}
