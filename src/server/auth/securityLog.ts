/**
 * Writes the security log, and removes what is old. Knows what an event is made of; decides nothing and reads nothing back.
 *
 * Nobody can fill the table: within an hour only so many events of one kind are listed, and all that follow are counted in one row.
 */
import { and, desc, inArray, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { SecurityEventKind, SecurityEventReason } from '../../contract/securityLog.ts'
import type { Database } from '../db/connect.ts'
import { securityEvents } from '../db/tables.ts'
import { hourMs } from '../limits/durations.ts'

export type SecurityEvent = {
  readonly kind: SecurityEventKind
  /** The account concerned, where one is known. */
  readonly userId?: number | undefined
  /** Who did it, where it was not the account's owner. */
  readonly actorId?: number | undefined
  /** The network address of the request. */
  readonly address?: string | undefined
  readonly reason?: SecurityEventReason | undefined
}

/** What strangers can cause without a right password. Counted where it repeats within an hour, instead of listed. */
const refusals: readonly SecurityEventKind[] = ['signInRefused', 'accessRefused', 'locked']

/** Of one kind of refusal, all accounts together. */
const refusalsListedPerHour = 1_000
/** Of one other kind, for one account: a right password allows any number of sign-ins. */
const eventsListedPerHour = 100

const keptDays = 180
/** Rows. More can only come within the hour until the next tidying. */
const keptAtMost = { refusals: 100_000, events: 1_000_000 } as const

/**
 * For a change, pass its transaction, so that neither is kept without the other. For a refusal, pass the database itself: an error that is
 * thrown would undo it.
 *
 * One statement and no lock on anything shared but the row that it counts in. Statements at the same moment do not see each other's rows, so
 * that an hour may have as many more than its limit as there are connections.
 */
export async function writeSecurityEvent(db: Database, event: SecurityEvent, now: Date): Promise<void> {
  const { kind, userId = null, actorId = null, address = null, reason = null } = event
  const isRefusal = refusals.includes(kind)
  const hour = Math.floor(now.getTime() / hourMs)
  const instant = instantOf(now)
  const repeatKey = isRefusal ? JSON.stringify([kind, userId, actorId, address, reason, hour]) : null
  const restKey = JSON.stringify(['rest', kind, isRefusal ? null : userId, reason, hour])
  const ofSameAccount = isRefusal ? sql`true` : userId === null ? sql`user_id is null` : sql`user_id = ${userId}`
  const most = isRefusal ? refusalsListedPerHour : eventsListedPerHour

  await db.execute(sql`
    with place as materialized (
      select exists (select from security_events where repeat_key = ${repeatKey}::text)
        or ${most} > (select count(*) from (
          select from security_events
          where kind = ${kind} and first_at >= ${instantOf(new Date(hour * hourMs))} and ${ofSameAccount}
          limit ${most}
        ) as listed) as is_free
    )
    insert into security_events (kind, user_id, actor_id, address, reason, repeat_key, first_at, last_at)
    select ${kind}::text,
      case when is_free or ${!isRefusal}::boolean then ${existingUserId(userId)} end,
      case when is_free then ${existingUserId(actorId)} end,
      case when is_free then ${address}::text end,
      ${reason}::text,
      case when is_free then ${repeatKey}::text else ${restKey}::text end,
      ${instant}, ${instant}
    from place
    on conflict (repeat_key) do update
      set count = security_events.count + 1, last_at = greatest(security_events.last_at, excluded.last_at)`)
}

/** Safe on several servers at once. */
export async function purgeOldEvents(db: Database, now: Date, most: { refusals: number; events: number } = keptAtMost): Promise<void> {
  const isRefusal = inArray(securityEvents.kind, [...refusals])
  await db.delete(securityEvents).where(lt(securityEvents.firstAt, new Date(now.getTime() - keptDays * 24 * hourMs)))
  await db.delete(securityEvents).where(and(isRefusal, lte(securityEvents.id, newestBeyond(db, most.refusals, isRefusal))))
  await db.delete(securityEvents).where(lte(securityEvents.id, newestBeyond(db, most.events)))
}

/** The id of the newest row that is too many; null where there is none. */
function newestBeyond(db: Database, most: number, where?: SQL): SQL {
  const { id } = securityEvents
  return sql`(${db.select({ id }).from(securityEvents).where(where).orderBy(desc(id)).offset(most).limit(1)})`
}

/**
 * The account's id, null where it has been removed meanwhile. Held before the row is written, as everybody else holds accounts first: the
 * check of the reference comes after, and two requests could wait for each other.
 */
function existingUserId(userId: number | null): SQL {
  // Looked for where there is none too (ids begin with 1): a refusal takes as long for a name that nobody has.
  return sql`(select id from users where id = ${userId ?? 0} for key share)`
}

/** As a parameter whose type the database need not guess. */
function instantOf(date: Date): SQL {
  return sql`${date.toISOString()}::timestamptz(3)`
}
