/** Puts work into the table and takes it out; startWork.ts does it. */
import { and, eq } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { dueWork } from '../db/tables.ts'
import { dayMs } from '../limits/durations.ts'
import type { WorkKindName } from './workKind.ts'

/**
 * Work is done once `dueAt` has come by the database's clock. A piece that is there already is due then instead, and has failed at nothing;
 * if it is being done at this moment, it is done once more. In a transaction, it is scheduled if that commits.
 */
export async function schedule(db: Database, { kind, key, dueAt }: { kind: WorkKindName; key: string; dueAt: Date }): Promise<void> {
  const anew = { dueAt, attempts: 0, lastError: null, failedAt: null }
  await db
    .insert(dueWork)
    .values({ kind, key, dueAt })
    .onConflictDoUpdate({ target: [dueWork.kind, dueWork.key], set: anew })
}

const aheadMaxMs = 366 * dayMs

/** For what staff schedule: throws `date.past.error` on the field for a time that is over, or more than a year away. */
export function assertAhead(at: Date, now: Date, invalidField: string): void {
  const aheadMs = at.getTime() - now.getTime()
  if (aheadMs <= 0 || aheadMs > aheadMaxMs) throw new AppError('date.past.error', { invalidField })
}

/** A piece that is being done at this moment is told by its signal within some seconds, and may be done all the same. */
export async function cancel(db: Database, kind: WorkKindName, key: string): Promise<void> {
  await db.delete(dueWork).where(and(eq(dueWork.kind, kind), eq(dueWork.key, key)))
}
