/** Writes the security log. Knows what an event is made of; decides nothing and reads nothing back. */
import { sql } from 'drizzle-orm'
import type { SecurityEventKind } from '../contract/securityLog.ts'
import { hourMs } from './budget.ts'
import type { Database } from './db/connect.ts'
import { securityEvents } from './db/tables.ts'

export type SecurityEvent = {
  readonly kind: SecurityEventKind
  /** The account concerned, where one is known. */
  readonly userId?: number | undefined
  /** Who did it, where it was not the account's owner. */
  readonly actorId?: number | undefined
  /** The network address of the request. */
  readonly address?: string | undefined
  /** An error code or another fixed word. */
  readonly reason?: string | undefined
}

const refusals: ReadonlySet<SecurityEventKind> = new Set(['signInRefused', 'accessRefused'])

/** Pass the transaction of the change itself, so that neither is kept without the other. A repeated refusal is counted, not listed. */
export async function writeSecurityEvent(db: Database, event: SecurityEvent, now: Date): Promise<void> {
  const repeatKey = refusals.has(event.kind) ? repeatKeyOf(event, now) : null
  await db
    .insert(securityEvents)
    .values({ ...event, repeatKey, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: securityEvents.repeatKey,
      set: { count: sql`${securityEvents.count} + 1`, lastAt: sql`excluded.last_at` },
    })
}

function repeatKeyOf({ kind, userId, actorId, address, reason }: SecurityEvent, now: Date): string {
  return JSON.stringify([kind, userId, actorId, address, reason, Math.floor(now.getTime() / hourMs)])
}
