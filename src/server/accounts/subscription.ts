/** Premium subscriptions to the companion app. A trial is not one. */
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { subscriptions, users } from '../db/tables.ts'

type Subscriber = Pick<typeof users.$inferSelect, 'subscriptionName' | 'subscriptionEnd'>

/** Whether the last one still runs (the specification, section 4). One without an end runs for ever. */
export function hasSubscription({ subscriptionName, subscriptionEnd }: Subscriber, now: Date): boolean {
  return subscriptionName !== null && subscriptionName !== 'TRIAL' && (subscriptionEnd === null || subscriptionEnd >= now)
}

/** The same of rows, written like the index (db/tables/people.ts). */
export function isSubscriber(now: SQL): SQL {
  const { subscriptionName: name, subscriptionEnd: end } = users
  return sql`(${name} is not null and ${name} <> 'TRIAL' and (${end} is null or ${end} >= ${now}))`
}

export async function addSubscription(db: Database, userId: number, period: { readonly start: Date; readonly end: Date }): Promise<void> {
  const name = 'PREMIUM'
  await db.insert(subscriptions).values({ userId, name, ...period })
  await db
    .update(users)
    .set({ subscriptionName: name, subscriptionStart: period.start, subscriptionEnd: period.end })
    .where(eq(users.id, userId))
}

/** Newest first. */
export async function findSubscriptions(db: Database, userId: number) {
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId)).orderBy(desc(subscriptions.start))
  return rows.map(({ id, name, start, end }) => ({ id, name, start: start.toISOString(), end: end.toISOString() }))
}
