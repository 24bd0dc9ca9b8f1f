/** Writes down what became of a piece of work that this server has claimed. */
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { toTimestamp } from '../db/instants.ts'
import type { Database } from '../db/connect.ts'
import { dueWork } from '../db/tables.ts'
import { type Claim, isHeld } from './claims.ts'
import { readNow } from './lookForWork.ts'

export type Outcome =
  /** `next` is missing of what is done once. */
  | { readonly is: 'done'; readonly next?: ((now: Date) => Date) | undefined }
  /** The server stops. The piece is due as before. */
  | { readonly is: 'givenUp' }
  | { readonly is: 'failed'; readonly error: string; readonly retryAt: (now: Date) => Date }

/** Ends the claim, too. Of a piece that was scheduled anew meanwhile it ends only that. Safe to repeat. */
export async function settle(db: Database, claim: Claim, outcome: Outcome): Promise<void> {
  const isUnchanged = and(isHeld(claim), eq(dueWork.attempts, claim.attempts))
  const free = { claimedBy: null, claimedUntil: null }
  if (outcome.is === 'done' && outcome.next === undefined) await db.delete(dueWork).where(isUnchanged)
  else {
    const changes = changesBy(outcome, claim, await readNow(db))
    await db
      .update(dueWork)
      .set({ ...changes, ...free })
      .where(isUnchanged)
  }
  await db
    .update(dueWork)
    .set(free)
    .where(and(isHeld(claim), ne(dueWork.attempts, claim.attempts)))
}

function changesBy(outcome: Outcome, { attempts }: Claim, now: Date) {
  switch (outcome.is) {
    case 'done':
      return { dueAt: notBefore(outcome.next?.(now) ?? now), attempts: 0, lastError: null, failedAt: null, doneAt: sql`now()` }
    case 'givenUp':
      return { attempts: attempts - 1 }
    case 'failed':
      return { dueAt: notBefore(outcome.retryAt(now)), lastError: outcome.error, failedAt: sql`now()` }
    default:
      return outcome satisfies never
  }
}

function notBefore(instant: Date): SQL {
  return sql`greatest(${toTimestamp(instant)}, now())`
}
