import { type SQL, sql } from 'drizzle-orm'
import type { UpdateResult } from '../../../contract/dashboard.ts'
import type { Database } from '../../db/connect.ts'
import { rowsOf } from '../../db/rowsOf.ts'
import { updateCountChanges, updateTotals } from '../../db/tables.ts'

/** The updates that began in each of these spans of time, by result. `bounds`: quarter hours, the end of the last span included. */
export async function findUpdatesByDay(
  db: Database,
  productId: number,
  bounds: readonly number[],
): Promise<readonly Readonly<Record<UpdateResult, number>>[]> {
  if (bounds.length === 0) return []
  const numbers = sql`successes, unreported, disconnections + reprogramming_errors + reboot_errors as errors`
  const isWithin = sql`quarter >= ${bounds.at(0) ?? 0}::integer and quarter < ${bounds.at(-1) ?? 0}::integer`
  // The sums of all products stand under product 0; the differences name each their own.
  const isOfProduct: SQL = productId === 0 ? sql`true` : sql`product_id = ${productId}::bigint`
  const rows = rowsOf(
    await db.execute(sql`
      select width_bucket(quarter, ${`{${bounds.join(',')}}`}::integer[]) as day, sum(successes) as success, sum(errors) as error, sum(unreported) as unreported
      from (
        select quarter, ${numbers} from ${updateTotals} where product_id = ${productId}::bigint and ${isWithin}
        union all select quarter, ${numbers} from ${updateCountChanges} where ${isOfProduct} and ${isWithin}
      ) as counted
      group by 1`),
  )
  const byDay = new Map(rows.map((row) => [Number(row['day']), row]))
  return bounds.slice(1).map((_, index) => {
    const row = byDay.get(index + 1)
    return { success: Number(row?.['success'] ?? 0), error: Number(row?.['error'] ?? 0), unreported: Number(row?.['unreported'] ?? 0) }
  })
}
