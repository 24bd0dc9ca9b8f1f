import { and, eq, lte, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { impersonations } from '../db/tables.ts'
import { writeSecurityEvent } from './securityLog.ts'

type Which = { readonly administratorId: number; readonly id?: string; readonly familyId?: string; readonly address: string }

/**
 * Ends views of the portal as a customer (impersonation.ts): all of an administrator's, or those with this id or session. Returns true if
 * one of them was still running.
 */
export async function endImpersonations(db: Database, { administratorId, id, familyId, address }: Which, now: Date): Promise<boolean> {
  const isTheirs = eq(impersonations.administratorId, administratorId)
  const isThis = id === undefined ? undefined : eq(impersonations.id, id)
  const isOfSession = familyId === undefined ? undefined : eq(impersonations.familyId, familyId)
  const ended = await deleteAndLog(db, and(isTheirs, isThis, isOfSession), address, now)
  return ended.some(({ expiresAt }) => expiresAt > now)
}

/** So that the security log has an end of every view, also of those in tabs that were closed. */
export async function endExpiredImpersonations(db: Database, now: Date): Promise<void> {
  await deleteAndLog(db, lte(impersonations.expiresAt, now), undefined, now)
}

/** Not in a transaction, because an event locks two accounts, and callers may hold one of them. A crash in between loses only the event. */
async function deleteAndLog(db: Database, which: SQL | undefined, address: string | undefined, now: Date) {
  const ended = await db.delete(impersonations).where(which).returning()
  for (const { customerId, administratorId, expiresAt } of ended) {
    const event = { kind: 'impersonationEnded', userId: customerId, actorId: administratorId, address } as const
    if (expiresAt > now) await writeSecurityEvent(db, event, now)
    else await writeSecurityEvent(db, { ...event, reason: 'timeOver' }, expiresAt)
  }
  return ended
}
