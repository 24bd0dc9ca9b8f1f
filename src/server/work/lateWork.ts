/** What is late, and what fails: for the doctor and the metrics. By the database's clock. */
import { and, asc, gte, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { dueWork } from '../db/tables.ts'
import { minuteMs } from '../limits/durations.ts'
import { isClaimed, isInService } from './claims.ts'
import type { TakenKinds } from './workKind.ts'

/** A server looks every five seconds. */
const lateMs = minuteMs

/** Due for longer than this, and no server does it now. */
function isLate(ms: number): SQL {
  return sql`(${dueWork.dueAt} < now() - ${ms}::integer * interval '1 millisecond' and ${not(isClaimed(dueWork.claimedUntil))})`
}

export type WorkFigures = {
  readonly oldestLateSeconds: number
  /** For each kind that a server takes. */
  readonly kinds: readonly { readonly kind: string; readonly late: number; readonly failing: number }[]
}

export async function readWorkFigures(db: Database, { taken, waiting }: TakenKinds): Promise<WorkFigures> {
  const late = sql`filter (where ${isLate(lateMs)})`
  const rows = await db
    .select({
      kind: dueWork.kind,
      late: sql<number>`(count(*) ${late})::integer`,
      lateSeconds: sql<number | null>`extract(epoch from now() - min(${dueWork.dueAt}) ${late})::float8`,
      failing: sql<number>`count(${dueWork.lastError})::integer`,
    })
    .from(dueWork)
    .where(and(inArray(dueWork.kind, [...taken]), isInService(db, waiting)))
    .groupBy(dueWork.kind)
  return {
    oldestLateSeconds: Math.max(0, ...rows.map(({ lateSeconds }) => lateSeconds ?? 0)),
    kinds: taken.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, late: 0, failing: 0 }),
  }
}

const overdueMs = 15 * minuteMs
export const overdueMinutes = overdueMs / minuteMs
const failuresMin = 3
/** Of those that are named. */
const namedMax = 10

/** What somebody should look at: work that is late by far or has failed several times, the latest first; of many, some. */
export async function findTroubledWork(db: Database, { taken, waiting }: TakenKinds) {
  const isFailing = and(isNotNull(dueWork.lastError), gte(dueWork.attempts, failuresMin))
  return db
    .select({
      kind: dueWork.kind,
      key: dueWork.key,
      dueAt: dueWork.dueAt,
      attempts: dueWork.attempts,
      lastError: dueWork.lastError,
      isFailing: sql<boolean>`coalesce(${isFailing}, false)`,
    })
    .from(dueWork)
    .where(and(inArray(dueWork.kind, [...taken]), isInService(db, waiting), or(isLate(overdueMs), isFailing)))
    .orderBy(asc(dueWork.dueAt))
    .limit(namedMax)
}
