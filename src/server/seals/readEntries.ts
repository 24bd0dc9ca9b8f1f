import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { rowsOf } from '../db/rowsOf.ts'
import type { Chain } from '../db/tables.ts'
import { chainParts, hashOfValues } from './chains.ts'
import type { SealedEntry } from './seal.ts'

const batchEntries = 5_000

export type CheckedEntry = SealedEntry & {
  readonly seal: number
  /** The row itself. */
  readonly isThere: boolean
  /** The row has the values that were sealed, or, where they were erased, none. */
  readonly isSame: boolean
  readonly isErased: boolean
}

/** The sealed entries of a chain in the order of their seals and ids. The database computes the hashes, so that no large row is fetched. */
export async function* readEntries(db: Database, chain: Chain): AsyncGenerator<CheckedEntry> {
  const { table, kind, date, values } = chainParts[chain]
  const hash = hashOfValues(sql`s.salt`, values({ userId: sql`s.user_id`, actorId: sql`s.actor_id` }))
  for (let [seal, id] = [0, 0]; ;) {
    const rows = rowsOf(
      await db.execute(sql`
        select s.seal::text as seal, s.entry_id::text as id, s.kind, (extract(epoch from s.date) * 1000)::text as date, s.values_hash,
          e.id is not null as is_there, s.salt is null as is_erased,
          coalesce(s.kind = ${kind} and s.date = ${date} and case when s.salt is null then ${isErased[chain]} else ${hasPeople[chain]} and s.values_hash = ${hash} end, false) as is_same
        from (
          select * from sealed_entries where chain = ${chain} and (seal, entry_id) > (${seal}::bigint, ${id}::bigint)
          order by seal, entry_id limit ${batchEntries}
        ) as s left join ${table} e on e.id = s.entry_id
        order by s.seal, s.entry_id`),
    )
    for (const row of rows) {
      ;[seal, id] = [Number(row['seal']), Number(row['id'])]
      yield {
        seal,
        id,
        kind: String(row['kind']),
        date: new Date(Number(row['date'])),
        valuesHash: String(row['values_hash']),
        isThere: row['is_there'] === true,
        isSame: row['is_same'] === true,
        isErased: row['is_erased'] === true,
      }
    }
    if (rows.length < batchEntries) return
  }
}

/** A security event loses a person only with the account. */
const isPerson = (sealed: SQL, current: SQL) =>
  sql`(${current} is not distinct from ${sealed} or (${current} is null and not exists (select from users where id = ${sealed})))`
const hasPeopleOfEvent = sql`${isPerson(sql`s.user_id`, sql`e.user_id`)} and ${isPerson(sql`s.actor_id`, sql`e.actor_id`)}`
const hasPeople: Readonly<Record<Chain, SQL>> = { audit: sql`true`, refusals: hasPeopleOfEvent, events: hasPeopleOfEvent }

const isErasedAccount = (id: SQL) => sql`exists (select from users where id = ${id} and erased_at is not null)`
/**
 * A row without its salt holds none of the values that are erased, and belongs to an account that was. An event about such an account no
 * longer names it: then some account was erased, and what its hash said of reason, count and export cannot be compared (docs/security.md, 41).
 */
const isErasedEvent = sql`e.address is null and ${hasPeopleOfEvent}
  and (${isErasedAccount(sql`s.actor_id`)} or (s.user_id is null and exists (select from users where erased_at is not null)))`
const isErased: Readonly<Record<Chain, SQL>> = {
  audit: sql`e.word = 'user' and e.before is null and e.after is null and ${isErasedAccount(sql`e.record_id`)}`,
  refusals: isErasedEvent,
  events: isErasedEvent,
}
