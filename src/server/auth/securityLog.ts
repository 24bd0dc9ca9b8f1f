/**
 * Writes the security log and deletes old entries. Decides nothing and reads nothing back.
 *
 * Nobody can flood the table: each hour only a limited number of events of a kind get their own row; further ones are counted in one row.
 */
import { and, desc, inArray, lt, lte, notInArray, sql, type SQL } from 'drizzle-orm'
import { type ExportDetails, refusalKinds, type SecurityEventKind, type SecurityEventReason } from '../../contract/securityLog.ts'
import type { Database } from '../db/connect.ts'
import { toTimestamp } from '../db/instants.ts'
import { securityEvents } from '../db/tables.ts'
import { dayMs, hourMs } from '../limits/durations.ts'
import { keptDays, keptRowsMax } from '../seals/chains.ts'
import { dropAgedSeals } from '../seals/dropAgedSeals.ts'

export type SecurityEvent = {
  readonly kind: SecurityEventKind
  /** The affected account, if known. */
  readonly userId?: number | undefined
  /** The person who did it, if not the account's owner. */
  readonly actorId?: number | undefined
  /** The network address of the request. */
  readonly address?: string | undefined
  readonly reason?: SecurityEventReason | undefined
  readonly export?: ExportDetails | undefined
}

/** Per kind, for all accounts together. */
const refusalsListedPerHour = 1_000
/** Per kind and account, for all other events: with a correct password anyone can sign in any number of times. */
const eventsListedPerHour = 100

/**
 * For a change, pass its transaction, so that both are saved or neither. For a refusal, pass the database itself, because the error that
 * follows would roll the event back.
 *
 * A single statement that locks no shared row but the one it counts in. Concurrent statements do not see each other's rows, so an hour can
 * exceed its limit by the number of connections.
 */
export async function writeSecurityEvent(db: Database, event: SecurityEvent, now: Date): Promise<void> {
  const { kind, userId = null, actorId = null, address = null, reason = null } = event
  const exported = event.export === undefined ? null : JSON.stringify(event.export)
  // Repeats within an hour increase a count instead of adding rows.
  const isRefusal = refusalKinds.includes(kind)
  const hour = Math.floor(now.getTime() / hourMs)
  const instant = toTimestamp(now)
  const repeatKey = isRefusal ? JSON.stringify([kind, userId, actorId, address, reason, hour]) : null
  const restKey = JSON.stringify(['rest', kind, isRefusal ? null : userId, reason, hour])
  const ofSameAccount = isRefusal ? sql`true` : userId === null ? sql`user_id is null` : sql`user_id = ${userId}`
  const most = isRefusal ? refusalsListedPerHour : eventsListedPerHour

  await db.execute(sql`
    with place as materialized (
      select exists (select from security_events where repeat_key = ${repeatKey}::text)
        or ${most} > (select count(*) from (
          select from security_events
          where kind = ${kind} and first_at >= ${toTimestamp(new Date(hour * hourMs))} and ${ofSameAccount}
          limit ${most}
        ) as listed) as is_free
    )
    insert into security_events (kind, user_id, actor_id, address, reason, export, repeat_key, first_at, last_at)
    select ${kind}::text,
      case when is_free or ${!isRefusal}::boolean then ${existingUserId(userId)} end,
      case when is_free then ${existingUserId(actorId)} end,
      case when is_free then ${address}::text end,
      ${reason}::text,
      case when is_free then ${exported}::jsonb end,
      case when is_free then ${repeatKey}::text else ${restKey}::text end,
      ${instant}, ${instant}
    from place
    on conflict (repeat_key) do update
      set count = security_events.count + 1, last_at = greatest(security_events.last_at, excluded.last_at)`)
}

/** Deletes rows, then the seals that only they were under. Safe to run on several servers at once. */
export async function purgeOldEvents(db: Database, now: Date, most = keptRowsMax): Promise<void> {
  const before = new Date(now.getTime() - keptDays * dayMs)
  await db.delete(securityEvents).where(lt(securityEvents.firstAt, before))
  for (const chain of ['refusals', 'events'] as const) {
    const isOfChain = (chain === 'refusals' ? inArray : notInArray)(securityEvents.kind, [...refusalKinds])
    const throughId = await findNewestBeyond(db, most[chain], isOfChain)
    if (throughId !== undefined) await db.delete(securityEvents).where(and(isOfChain, lte(securityEvents.id, throughId)))
    await dropAgedSeals(db, chain, { before, throughId: throughId ?? 0 })
  }
}

/** The id of the newest row beyond the limit. */
async function findNewestBeyond(db: Database, most: number, where: SQL): Promise<number | undefined> {
  const { id } = securityEvents
  const [row] = await db.select({ id }).from(securityEvents).where(where).orderBy(desc(id)).offset(most).limit(1)
  return row?.id
}

/**
 * The account's id, or null if the account has been deleted meanwhile. Locks the account before the row is written, as all other code does.
 * The foreign-key check alone would lock it afterwards, and two requests could deadlock.
 */
function existingUserId(userId: number | null): SQL {
  // Queries even without an id (ids start at 1), so that a refusal takes the same time for an unknown name.
  return sql`(select id from users where id = ${userId ?? 0} for key share)`
}
