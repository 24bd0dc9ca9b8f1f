/** The updates of a period by version, error and product. */
import { eq, sql } from 'drizzle-orm'
import type { UpdateFigures } from '../../../contract/dashboard.ts'
import { topMax, type UpdateErrorType, updateErrorTypes } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { firmwares, products, updateCountChanges, updateCounts } from '../../db/tables.ts'
import { dayQuarters } from './updateCounts.ts'

/** Quarter hours; `to` is excluded. */
type Span = { readonly from: number; readonly to: number }

/** `productId` 0 stands for all products. */
export async function findUpdateFigures(db: Database, productId: number, span: Span): Promise<UpdateFigures> {
  const rows = await findRows(db, span)
  const chosen = rows.filter(({ product }) => productId === 0 || product.id === productId)
  return { versions: versionsOf(chosen), errors: errorsOf(chosen), products: productsOf(rows) }
}

type Row = Awaited<ReturnType<typeof findRows>>[number]

/** One row for each product and firmware. */
async function findRows(db: Database, { from, to }: Span) {
  // Whole days in UTC are summed up already; what the period has before and after them is read by the quarter hour.
  const days = wholeDays({ from, to })
  const columns = sql`product_id, firmware_id, successes, unreported, disconnections, reprogramming_errors, reboot_errors`
  const within = (span: Span) => sql`quarter >= ${span.from}::integer and quarter < ${span.to}::integer`
  const counted = sql`(
    select ${columns} from ${updateCounts} where span = ${dayQuarters}::integer and ${within(days)}
    union all select ${columns} from ${updateCounts} where span = 1 and ${within({ from, to: days.from })}
    union all select ${columns} from ${updateCounts} where span = 1 and ${within({ from: days.to, to })}
    union all select ${columns} from ${updateCountChanges} where ${within({ from, to })}
  ) as counted`
  const productOf = sql<number>`counted.product_id`
  return db
    .select({
      product: { id: products.id, tostring: products.name },
      versionName: firmwares.versionName,
      successes: sum('successes'),
      unreported: sum('unreported'),
      DECONNECTION_ERROR: sum('disconnections'),
      REPROGRAMMATION_ERROR: sum('reprogramming_errors'),
      REBOOT_ERROR: sum('reboot_errors'),
    })
    .from(counted)
    .innerJoin(products, eq(products.id, productOf))
    .innerJoin(firmwares, eq(firmwares.id, sql`counted.firmware_id`))
    .groupBy(products.id, products.name, firmwares.versionName)
}

/** `column` is one of the constants above. */
function sum(column: string) {
  return sql<number>`coalesce(sum(${sql.raw(column)}), 0)`.mapWith(Number)
}

/** Of a period within one day there are none: it then lies before them. */
function wholeDays({ from, to }: Span): Span {
  const first = Math.ceil(from / dayQuarters) * dayQuarters
  const last = Math.floor(to / dayQuarters) * dayQuarters
  return first > last ? { from: to, to } : { from: first, to: last }
}

function errorsOf(rows: readonly Row[]): UpdateFigures['errors'] {
  return updateErrorTypes.map((type) => ({ type, number: total(rows, (row) => row[type]) }))
}

function versionsOf(rows: readonly Row[]): UpdateFigures['versions'] {
  return rows
    .map((row) => ({ product: row.product, versionName: row.versionName, successes: row.successes, errors: failures(row) }))
    .filter(({ successes, errors }) => successes + errors > 0)
    .toSorted((one, other) => other.successes + other.errors - one.successes - one.errors || compareNames(one, other))
    .slice(0, topMax)
}

function productsOf(rows: readonly Row[]): UpdateFigures['products'] {
  const byId = new Map<number, UpdateFigures['products'][number]>()
  for (const row of rows) {
    const number = (byId.get(row.product.id)?.number ?? 0) + row.successes + row.unreported + failures(row)
    if (number > 0) byId.set(row.product.id, { product: row.product, number })
  }
  return [...byId.values()].toSorted((one, other) => other.number - one.number || compareNames(one, other)).slice(0, topMax)
}

function failures(row: Readonly<Record<UpdateErrorType, number>>): number {
  return total(updateErrorTypes, (type) => row[type])
}

function total<T>(list: readonly T[], numberOf: (one: T) => number): number {
  return list.reduce((before, one) => before + numberOf(one), 0)
}

function compareNames(one: { readonly product: { readonly tostring: string } }, other: typeof one): number {
  return one.product.tostring.localeCompare(other.product.tostring)
}
