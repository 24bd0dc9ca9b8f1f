/** The people who have a withdrawn release on a detector: whom to write to, and how many are left. Knows no mail. */
import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import type { ShownRelease } from '../../../contract/shownRelease.ts'
import type { Database } from '../../db/connect.ts'
import { rowsOf } from '../../db/rowsOf.ts'
import { detectorStates, firmwares, releaseRecalls, releases, userProducts, users } from '../../db/tables.ts'
import { queueForOwners } from '../../messages/queueMessage.ts'
import type { ServerContext } from '../../serverContext.ts'

/** How many mails one statement adds. */
const batch = 2_000

type Recalled = { readonly releaseId: number; readonly userId: number; readonly userProductId: number }

/** Detectors on which a recalled release is installed, as far as is known. `which`: a condition on `user_products`. */
export async function findRecalled(db: Database, which?: SQL): Promise<Recalled[]> {
  return db
    .select({ releaseId: releases.id, userId: users.id, userProductId: userProducts.id })
    .from(detectorStates)
    .innerJoin(userProducts, eq(userProducts.id, detectorStates.userProductId))
    .innerJoin(users, eq(users.id, userProducts.userId))
    .innerJoin(firmwares, eq(firmwares.id, detectorStates.firmwareId))
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .where(and(releases.isRecalled, eq(detectorStates.state, 'installed'), not(userProducts.isDeleted), not(users.isDeleted), which))
    .orderBy(releases.id, users.id, userProducts.id)
}

/** Tells each owner once by mail, also one whose update is recorded late. In one transaction, so that nobody is told twice or forgotten. */
export async function recallOwners({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('recalls', 0))`)
    const now = clock()
    const found = Map.groupBy(await findRecalled(transaction), ({ releaseId }) => releaseId)
    for (const [releaseId, recalled] of found) {
      const ids = [...new Set(recalled.map(({ userId }) => userId))]
      for (let from = 0; from < ids.length; from += batch) {
        const rows = ids.slice(from, from + batch).map((userId) => ({ releaseId, userId, date: now }))
        const added = transaction.insert(releaseRecalls).values(rows).onConflictDoNothing()
        const told = await added.returning({ userId: releaseRecalls.userId })
        await queueForOwners(
          transaction,
          { template: 'recall', releaseId },
          told.map(({ userId }) => userId),
          now,
        )
      }
    }
  })
}

const daysMax = 60

/**
 * How many detectors had a withdrawn release at the end of each day (UTC) since then, `daysMax` at most, and have it now, which is the last one.
 * Null for a release that is not recalled.
 */
export async function countLeft(
  db: Database,
  { id, isRecalled, withdrawnAt }: typeof releases.$inferSelect,
  now: Date,
): Promise<ShownRelease['recall']> {
  if (!isRecalled || withdrawnAt === null) return null
  const isOfIt = sql`firmware_id in (select id from firmwares where release_id = ${id}::bigint)`
  const result = await db.execute(sql`
    with had as (
      select distinct user_product_id from product_updates where ${isOfIt} and success
    ), lasted as (
      select product_updates.user_product_id, success is true and ${isOfIt} as runs, date as began,
        lead(date) over (partition by product_updates.user_product_id order by date, product_updates.id) as ended
      from product_updates
      inner join had on had.user_product_id = product_updates.user_product_id
      inner join user_products on user_products.id = product_updates.user_product_id and not user_products.is_deleted
      where firmware_after is distinct from 'unchanged'
    ), days as (
      select least(day + interval '1 day', ${now.toISOString()}::timestamptz) as until, day
      from generate_series(
        greatest(date_trunc('day', ${withdrawnAt.toISOString()}::timestamptz at time zone 'UTC'),
          date_trunc('day', ${now.toISOString()}::timestamptz at time zone 'UTC') - ${daysMax - 1}::integer * interval '1 day'),
        date_trunc('day', ${now.toISOString()}::timestamptz at time zone 'UTC'), interval '1 day') as utc(moment)
      cross join lateral (select moment at time zone 'UTC' as day) as each_day
    )
    select to_char(day at time zone 'UTC', 'YYYY-MM-DD') as day,
      (select count(*)::integer from lasted where runs and began < until and (ended is null or ended >= until)) as "left"
    from days order by days.day`)
  const days = rowsOf(result).map(({ day, left }) => ({ day: String(day), left: Number(left) }))
  const told = await db.$count(releaseRecalls, eq(releaseRecalls.releaseId, id))
  return { left: days.at(-1)?.left ?? 0, told, days }
}
