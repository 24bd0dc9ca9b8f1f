import { sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'

/** The last subscription of each subscriber, and the year before it for those who have been there that long. */
export async function insertSubscriptions(db: Database, { first, last } = { first: 0, last: Number.MAX_SAFE_INTEGER }): Promise<void> {
  const isOneOf = sql`id between ${first}::bigint and ${last}::bigint`
  await db.execute(sql`
    insert into subscriptions (user_id, name, start, "end")
    select id, subscription_name, subscription_start, subscription_end from users
    where subscription_start is not null and subscription_end is not null and ${isOneOf}
    union all
    select id, subscription_name, subscription_start - interval '1 year', subscription_start from users
    where subscription_start is not null and since < subscription_start - interval '1 year' and ${isOneOf}`)
}
