/** The numbers on the cards. Two of them may be as old as the total of a long list (records/countRows.ts). */
import { and, between, count, eq, exists, gt, gte, inArray, isNotNull, lt, lte, max, not, or, sql, type SQL } from 'drizzle-orm'
import type { CardData } from '../../../contract/dashboard.ts'
import { cardChangeDays } from '../../../contract/rules.ts'
import { isSubscriber } from '../../accounts/subscription.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { auditEntries, firmwares, subscriptions, users } from '../../db/tables.ts'
import { dayMs } from '../../limits/durations.ts'
import { countRows } from '../../records/countRows.ts'

export async function findCardData(db: Database, now: Date): Promise<CardData> {
  const countUsers = (name: string, condition?: SQL) => countRows(db, users, and(condition, not(users.isDeleted)), `dashboard ${name}`)
  const [nbUsers, nbFirmwares, nbBetaTesters, nbSubscriptions, changes, [synced]] = await Promise.all([
    countUsers('users'),
    db.$count(firmwares, not(firmwares.isDeleted)),
    countUsers('beta testers', sql`${users.isBetaTester}`),
    countUsers('subscriptions', isSubscriber(sql`${now.toISOString()}::timestamptz`)),
    findChanges(db, { from: new Date(now.getTime() - cardChangeDays * dayMs), to: now }),
    db
      .select({ lastSync: max(users.lastSync) })
      .from(users)
      .where(not(users.isDeleted)),
  ])
  return { nbUsers, nbFirmwares, nbBetaTesters, nbSubscriptions, lastUpdate: synced?.lastSync?.toISOString() ?? null, changes }
}

/**
 * What came in this time, and what the audit trail says was deleted, restored or changed. Registrations that nobody validated leave nothing
 * behind when they are removed: they do not count.
 */
async function findChanges(db: Database, period: Period): Promise<CardData['changes']> {
  const { from } = period
  const [newUsers, newDeletedUsers, newFirmwares, newSubscribers, audited] = await Promise.all([
    // Two statements, because each has an index.
    db.$count(users, and(gte(users.since, from), not(users.isDeleted))),
    db.$count(users, and(gte(users.since, from), users.isDeleted)),
    db.$count(firmwares, gte(firmwares.releaseDate, from)),
    countNewSubscribers(db, period),
    findAudited(db, from),
  ])
  return {
    nbUsers: newUsers + newDeletedUsers + audited.users,
    nbFirmwares: newFirmwares + audited.firmwares,
    nbBetaTesters: audited.betaTesters,
    nbSubscriptions: newSubscribers + audited.subscribers,
  }
}

/** Deletions and restorations; for beta testers also each time that somebody became one or ceased to be one, for subscribers only of those who were one at first. */
async function findAudited(db: Database, since: Date): Promise<Record<'users' | 'firmwares' | 'betaTesters' | 'subscribers', number>> {
  const { entity, action, date, after } = auditEntries
  const removed = sql`case ${action} when 'restore' then 1 when 'delete' then -1 else 0 end`
  // An entry names a field only where it changed, or where the record is new.
  const isTesterAfter = sql`${after} ->> 'isBetaTester'`
  const becameTester = sql`case
    when ${action} = 'create' then (${isTesterAfter} = 'true')::integer
    when ${action} = 'update' then case ${isTesterAfter} when 'true' then 1 when 'false' then -1 else 0 end
    when ${users.isBetaTester} then ${removed} else 0 end`
  const wasSubscriber = exists(
    db
      .select({ one: sql`1` })
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, users.id), runsAt(since))),
  )
  const sumOf = (word: 'user' | 'firmware', number: SQL) =>
    sql<number>`coalesce(sum(${number}) filter (where ${entity} = ${word}), 0)`.mapWith(Number)
  const rows = await db
    .select({
      users: sumOf('user', removed),
      firmwares: sumOf('firmware', removed),
      betaTesters: sumOf('user', becameTester),
      subscribers: sumOf('user', sql`case when ${wasSubscriber} then ${removed} else 0 end`),
    })
    .from(auditEntries)
    .leftJoin(users, and(eq(entity, 'user'), eq(users.id, auditEntries.recordId)))
    .where(
      and(inArray(entity, ['user', 'firmware']), gte(date, since), or(inArray(action, ['delete', 'restore']), isNotNull(isTesterAfter))),
    )
  return single(rows)
}

type Period = { readonly from: Date; readonly to: Date }

const { start, end, userId } = subscriptions

function runsAt(instant: Date): SQL | undefined {
  return and(lte(start, instant), gte(end, instant))
}

/**
 * How many more users had a subscription at the end of a time than at its beginning, by `subscriptions`, which keeps them all. Without users
 * who are deleted. Nobody has two subscriptions at once.
 */
async function countNewSubscribers(db: Database, { from, to }: Period): Promise<number> {
  const began = and(gt(start, from), lte(start, to), gte(end, to))
  const ended = and(between(end, from, to), lt(end, to), lte(start, from))
  const [all, allEnded, ofDeleted, ofDeletedEnded] = await Promise.all([
    // Of the users who are there nothing is asked: the indexes alone answer, and few are deleted.
    db.$count(subscriptions, began),
    db.$count(subscriptions, ended),
    countOfDeleted(db, began),
    countOfDeleted(db, ended),
  ])
  return all - allEnded - (ofDeleted - ofDeletedEnded)
}

async function countOfDeleted(db: Database, condition: SQL | undefined): Promise<number> {
  const rows = await db
    .select({ number: count() })
    .from(users)
    .innerJoin(subscriptions, eq(userId, users.id))
    .where(and(users.isDeleted, condition))
  return single(rows).number
}
