/** Writes a report of an update, and notes what it says of its release. */
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { productUpdates, releaseOutcomes } from '../../db/tables.ts'
import { countOutcome, succeed } from './countOutcome.ts'
import { isWatched } from './releaseTests.ts'
import { findReportedUpdate, heardOf, lockReleaseOfUpdate, type Outcome } from './reportedUpdate.ts'

type Report = {
  readonly id: number
  /** On `product_updates`: the update, if it is the caller's. */
  readonly which: SQL | undefined
  readonly success: boolean | undefined
  readonly changes: Partial<typeof productUpdates.$inferInsert>
}

/**
 * The id of the update; undefined where it has a result already or is not there. Locks the release where a failure is counted, or something is
 * watched for the first time. Most reports do neither: they wait for nobody else.
 */
export async function takeReport(db: Database, report: Report, now: Date): Promise<number | undefined> {
  const isFailure = report.success === false
  // Nothing is known of an attempt before its erase is heard of.
  const isErase = report.success === undefined && report.changes.firmwareAfter === 'none'
  const first = isFailure || isErase ? undefined : await findFirstAttempt(db, report.id)
  if (first !== undefined) return noteKnown(db, report, first, now)
  const update = isFailure ? undefined : await findReportedUpdate(db, report.which)
  if (update?.isSimulated === false && update.outcome !== null) return noteKnown(db, report, update.outcome, now)
  const known = update !== undefined && (await isWatched(db, { ...update, releaseId: update.release.id })) ? update : undefined
  return db.transaction(async (transaction) => {
    if (known === undefined) await lockReleaseOfUpdate(transaction, report.which)
    const [row] = await writeReport(transaction, report)
    const heard = row && heardOf(report.success, row.firmwareAfter)
    if (row === undefined || heard === undefined) return row?.id
    const found = known ?? (await findReportedUpdate(transaction, eq(productUpdates.id, row.id)))
    if (found !== undefined) await countOutcome(transaction, { ...found, isWatched: known !== undefined }, heard, now)
    return row.id
  })
}

/** Does nothing where it has a result already. */
function writeReport(db: Database, { which, changes }: Report) {
  const update = db.update(productUpdates).set(changes)
  const { id, firmwareAfter } = productUpdates
  return update.where(and(which, isNull(productUpdates.success))).returning({ id, firmwareAfter })
}

/** What is known of an update that is the first attempt on its detector, as most are. */
async function findFirstAttempt(db: Database, id: number): Promise<Outcome | undefined> {
  const [outcome] = await db.select().from(releaseOutcomes).where(eq(releaseOutcomes.productUpdateId, id))
  return outcome
}

async function noteKnown(db: Database, report: Report, outcome: Outcome, now: Date): Promise<number | undefined> {
  if (report.success !== true) return (await writeReport(db, report))[0]?.id
  // Two statements, the outcome last: at the end of the first a trigger locks the detector, whose holder may wait for its outcome.
  return db.transaction(async (transaction) => {
    const [row] = await writeReport(transaction, report)
    if (row !== undefined) await succeed(transaction, outcome, row.id, now)
    return row?.id
  })
}
