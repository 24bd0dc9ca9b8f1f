import { type SQL, sql } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import type { UpdateResult } from '../../../contract/dashboard.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { rowsOf } from '../../db/rowsOf.ts'
import { updateCountChanges, updateTotals } from '../../db/tables.ts'
import { findProductChoices } from '../product/productChoices.ts'
import { findCardData } from './cardData.ts'
import { findDetectorsWithoutFirmware } from './detectorsWithoutFirmware.ts'
import { type LocalDays, localDays, quarterMs } from './localDays.ts'
import { findUpdateFigures } from './updateFigures.ts'

export const dashboard: HandlersOf<typeof contract.dashboard> = {
  getCardData: ({ db, now }) => findCardData(db, now),

  getProducts: ({ db }) => findProductChoices(db),

  async getChartData({ body, db, now }) {
    const { days, bounds } = daysOf(body, now)
    const numbers = await findUpdatesByDay(db, body.productId, bounds)
    const { success } = body
    const results = success === undefined ? (['success', 'error', 'unreported'] as const) : ([success ? 'success' : 'error'] as const)
    const series = results.map((name) => ({
      name,
      data: days.map((_, index): [number, number] => [(bounds[index] ?? 0) * quarterMs, numbers[index]?.[name] ?? 0]),
    }))
    return { series, days: [...days] }
  },

  getUpdateFigures({ body, db, now }) {
    const { bounds } = daysOf(body, now)
    return findUpdateFigures(db, body.productId, { from: bounds.at(0) ?? 0, to: bounds.at(-1) ?? 0 })
  },

  getDetectorsWithoutFirmware: ({ db }) => findDetectorsWithoutFirmware(db),
}

type Period = { readonly startDateTimestamp: number; readonly endDateTimestamp: number; readonly timeZone: string }

function daysOf({ startDateTimestamp, endDateTimestamp, timeZone }: Period, now: Date): LocalDays {
  return localDays(new Date(startDateTimestamp), new Date(Math.min(endDateTimestamp, now.getTime())), timeZone)
}

/** The updates that began in each of these spans of time, by result. `bounds`: quarter hours, the end of the last span included. */
async function findUpdatesByDay(
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
