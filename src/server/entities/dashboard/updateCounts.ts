/**
 * Adds up the differences that the database's triggers append (db/tables/updateCounts.ts), and counts everything anew. Both are safe on
 * several servers at once and while updates are reported, because a record and its difference are written in one transaction.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { rowsOf } from '../../db/rowsOf.ts'
import { detectorStates, productUpdates, updateCountChanges, updateCounts, updateTotals, userProducts } from '../../db/tables.ts'

/** An arbitrary constant: the advisory lock under which the sums change. */
const sumsLock = 7_308_898

/** The quarter hours of a day in UTC: the longer `span`. */
export const dayQuarters = 96

const columns = ['successes', 'unreported', 'disconnections', 'reprogramming_errors', 'reboot_errors'] as const
const numbers = sql.raw(columns.join(', '))
const sums = sql.raw(columns.map((column) => `sum(${column})`).join(', '))
const dayStart = sql.raw(`floor(quarter / ${dayQuarters}.0)::integer * ${dayQuarters}`)

/** Moves the differences into the sums by one statement, so that a reader meets each of them once. */
export async function rollUpUpdateCounts(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockSums(transaction)
    await transaction.execute(sql`
      with taken as (delete from ${updateCountChanges} returning quarter, product_id, firmware_id, ${numbers}),
      counted as (
        insert into ${updateCounts} (span, quarter, product_id, firmware_id, ${numbers})
        select 1, quarter, product_id, firmware_id, ${sums} from taken group by 2, 3, 4
        union all select ${dayQuarters}::integer, ${dayStart}, product_id, firmware_id, ${sums} from taken group by 2, 3, 4
        on conflict (span, quarter, product_id, firmware_id) do update set ${added('update_counts')}
      )
      insert into ${updateTotals} (product_id, quarter, ${numbers})
      select product_id, quarter, ${sums} from taken group by 1, 2
      union all select 0, quarter, ${sums} from taken group by 2
      on conflict (product_id, quarter) do update set ${added('update_totals')}`)
  })
}

/** Counts all records again. Readers see the former counts until it ends; nobody who reports an update waits. */
export async function rebuildUpdateCounts(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockSums(transaction)
    await transaction.delete(updateCounts)
    await transaction.delete(updateTotals)
    // One statement: it counts exactly the records whose differences it deletes, and those that were added up before.
    await transaction.execute(sql`
      with counted_below as (delete from ${updateCountChanges})
      insert into ${updateCounts} (span, quarter, product_id, firmware_id, ${numbers})
      select 1, quarter_of(date), product_id, firmware_id, count(*) filter (where success), count(*) filter (where success is null),
        count(*) filter (where error_type = 'DECONNECTION_ERROR'), count(*) filter (where error_type = 'REPROGRAMMATION_ERROR'),
        count(*) filter (where error_type = 'REBOOT_ERROR')
      from ${productUpdates} join ${userProducts} on ${userProducts.id} = ${productUpdates.userProductId}
      group by 2, 3, 4`)
    const ofQuarters = sql`from ${updateCounts} where span = 1`
    await transaction.execute(sql`
      insert into ${updateCounts} (span, quarter, product_id, firmware_id, ${numbers})
      select ${dayQuarters}::integer, ${dayStart}, product_id, firmware_id, ${sums} ${ofQuarters} group by 2, 3, 4`)
    await transaction.execute(sql`
      insert into ${updateTotals} (product_id, quarter, ${numbers})
      select product_id, quarter, ${sums} ${ofQuarters} group by 1, 2
      union all select 0, quarter, ${sums} ${ofQuarters} group by 2`)
  })
  for (const table of [updateCounts, updateTotals, updateCountChanges, detectorStates]) await db.execute(sql`analyze ${table}`)
}

/** Finds out anew what is known of each detector. Waits for updates that are being reported, and lets few others wait at a time. */
export async function noteDetectorStates(db: Database): Promise<void> {
  for (let after: number | null = 0; after !== null;) after = await noteNext(db, after)
}

/** Returns the last of them. Their rows are locked first, as in the triggers. */
async function noteNext(db: Database, after: number): Promise<number | null> {
  const [row] = rowsOf(
    await db.execute(sql`
      with detectors as (select id from ${userProducts} where id > ${after} order by id limit 10000 for no key update)
      select max(id) as last, note_detector_states(array_agg(id)) from detectors`),
  )
  return Number(row?.['last'] ?? 0) || null
}

async function lockSums(db: Database): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${sumsLock})`)
}

function added(table: 'update_counts' | 'update_totals'): SQL {
  return sql.raw(columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', '))
}
