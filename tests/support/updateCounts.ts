/** What the dashboard's tables say of product updates, and what the records themselves say: counted anew, in memory and by other means. */
import { eq } from 'drizzle-orm'
import type { Database } from '../../src/server/db/connect.ts'
import { detectorStates, productUpdates, updateCountChanges, updateCounts, updateTotals, userProducts } from '../../src/server/db/tables.ts'

const resultOf = ({ success, errorType }: typeof productUpdates.$inferSelect) =>
  success === null
    ? 'unreported'
    : success
      ? 'successes'
      : ({ DECONNECTION_ERROR: 'disconnections', REPROGRAMMATION_ERROR: 'reprogrammingErrors', REBOOT_ERROR: 'rebootErrors' } as const)[
          errorType ?? 'REBOOT_ERROR'
        ]

const results = ['successes', 'unreported', 'disconnections', 'reprogrammingErrors', 'rebootErrors'] as const
type Numbers = Record<(typeof results)[number], number>
type Row = Readonly<Numbers> & { readonly quarter: number; readonly productId: number; readonly firmwareId: number }

/** "quarter product firmware result: number", without zeros, sorted. */
function summed(rows: readonly Row[]): string[] {
  const sums = new Map<string, number>()
  for (const row of rows)
    for (const result of results) {
      const key = [row.quarter, row.productId, row.firmwareId, result].join(' ')
      sums.set(key, (sums.get(key) ?? 0) + row[result])
    }
  return [...sums].flatMap(([key, number]) => (number === 0 ? [] : [`${key}: ${number}`])).toSorted()
}

const startOfDay = (row: Row): Row => ({ ...row, quarter: Math.floor(row.quarter / 96) * 96 })
const ofAllFirmwares = (row: Row): Row => ({ ...row, firmwareId: 0 })
const ofAllProducts = (row: Row): Row => ({ ...ofAllFirmwares(row), productId: 0 })

/** Everything that is kept of the updates, in the same shape as `recount`. */
export async function keptCounts(db: Database) {
  const changes: Row[] = await db.select().from(updateCountChanges)
  const ofSpan = async (span: number): Promise<Row[]> => db.select().from(updateCounts).where(eq(updateCounts.span, span))
  const totals: Row[] = (await db.select().from(updateTotals)).map((row) => Object.assign(row, { firmwareId: 0 }))
  return {
    quarters: summed([...(await ofSpan(1)), ...changes]),
    days: summed([...(await ofSpan(96)), ...changes.map(startOfDay)]),
    totals: summed([...totals, ...changes.map(ofAllFirmwares), ...changes.map(ofAllProducts)]),
    states: await db.select().from(detectorStates).orderBy(detectorStates.userProductId),
  }
}

/** The detectors whose firmware is missing, as far as is known. */
export function withoutFirmware({ states }: Pick<Awaited<ReturnType<typeof keptCounts>>, 'states'>): number[] {
  return states.flatMap(({ userProductId, state }) => (state === 'none' ? [userProductId] : []))
}

export async function recount(db: Database): Promise<Awaited<ReturnType<typeof keptCounts>>> {
  const records = await db.select().from(productUpdates).innerJoin(userProducts, eq(userProducts.id, productUpdates.userProductId))
  const rows = records.map(({ product_updates: record, user_products: { productId } }): Row => {
    const numbers: Numbers = { successes: 0, unreported: 0, disconnections: 0, reprogrammingErrors: 0, rebootErrors: 0 }
    numbers[resultOf(record)] = 1
    return Object.assign(numbers, { quarter: Math.floor(record.date.getTime() / 900_000), productId, firmwareId: record.firmwareId })
  })
  const ofDetectors = [...Map.groupBy(records, ({ user_products: { id } }) => id).values()]
  return {
    quarters: summed(rows),
    days: summed(rows.map(startOfDay)),
    totals: summed([...rows.map(ofAllFirmwares), ...rows.map(ofAllProducts)]),
    states: ofDetectors.flatMap(stateOf).toSorted((one, other) => one.userProductId - other.userProductId),
  }
}

type Recorded = { readonly product_updates: typeof productUpdates.$inferSelect; readonly user_products: typeof userProducts.$inferSelect }

/** What is known of the firmware on a detector, from all its records; nothing where none may have changed it. */
function stateOf(records: readonly Recorded[]): (typeof detectorStates.$inferSelect)[] {
  const began = ({ beganFrom, date }: Recorded['product_updates']) => (beganFrom ?? date).getTime()
  const beganBy = ({ beganBy: by, date }: Recorded['product_updates']) => (by ?? date).getTime()
  const changing = records
    .filter(({ product_updates: { firmwareAfter } }) => firmwareAfter !== 'unchanged')
    .toSorted(({ product_updates: one }, { product_updates: other }) => other.date.getTime() - one.date.getTime() || other.id - one.id)
  const [last, ...others] = changing
  if (last === undefined) return []
  const { product_updates: update, user_products: detector } = last
  const { id: productUpdateId, firmwareId, success, firmwareAfter } = update
  const isUndecided = others.some(({ product_updates: other }) => beganBy(other) > began(update))
  const isConfirmed = detector.confirmedUpdateId === productUpdateId
  const known = { userProductId: detector.id, productId: detector.productId, productUpdateId, firmwareId }
  if (isUndecided) return [{ ...known, state: 'unknown' }]
  if (success === true) return [{ ...known, state: 'installed' }]
  if (isConfirmed || firmwareAfter === 'unknown') return [{ ...known, state: 'unknown' }]
  if (success === null) return [{ ...known, state: 'updating' }]
  return [{ ...known, state: firmwareAfter === 'none' ? 'none' : 'unknown' }]
}
