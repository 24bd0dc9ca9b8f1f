/** How many more users had a subscription at the end of a time than at its beginning, by `subscriptions`, which keeps them all. */
import { and, between, count, eq, gt, gte, lt, lte, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { subscriptions, users } from '../../db/tables.ts'

export type Period = { readonly from: Date; readonly to: Date }

const { start, end, userId } = subscriptions

export function runsAt(instant: Date): SQL | undefined {
  return and(lte(start, instant), gte(end, instant))
}

/** Without users who are deleted. Nobody has two subscriptions at once. */
export async function countNewSubscribers(db: Database, { from, to }: Period): Promise<number> {
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
