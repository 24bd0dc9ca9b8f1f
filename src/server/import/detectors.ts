/** Detectors with their purchase dates. Their warranty follows from the date, as when the owner registers it. */
import { and, count, eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { integerText, text, username } from '../../contract/fields.ts'
import { userProductsMax } from '../../contract/rules.ts'
import { detectorFactsAt } from '../../contract/warranty.ts'
import type { Database } from '../db/connect.ts'
import { products, userProducts } from '../db/tables.ts'
import { saveDetectorPurchase } from '../entities/userProduct/detectorPurchase.ts'
import { dayOf, detectorSerial, pastDay } from './columns.ts'
import { added, type Batch, compare, completed, importKind, type Outcome, present, wrong } from './importKind.ts'
import { findOwners, idsOf } from './owners.ts'
import type { Facts } from './plannedRecords.ts'
import { problem } from './problems.ts'
import { productFinder, unknownProduct } from './products.ts'

/** A detector reports its versions when it is connected. */
const version = v.optional(integerText(0, 255), '0')
const entries = {
  username,
  serialNumber: detectorSerial,
  product: text(),
  purchaseDate: v.optional(pastDay),
  materialVersion: version,
  protocolVersion: version,
}
type Line = v.InferOutput<v.StrictObjectSchema<typeof entries, undefined>>
type Stored = { readonly id: number; readonly isDeleted: boolean; readonly facts: Facts }

export const detectors = importKind({
  name: 'detectors',
  batchLines: 1_000,
  entries,
  async save(batch, rows) {
    const { db, planned, isDryRun, now } = batch
    const ownerOf = await findOwners(
      batch,
      rows.map((row) => row.username),
    )
    const ownerIds = idsOf(rows.map((row) => ownerOf(row.username)))
    const productOf = await productFinder(db)
    const stored = await findStored(db, ownerIds, rows)
    const known = new Map(await planned.find('detector', rows.map(keyOf)))
    const counts = await countDetectors(db, ownerIds)
    const fresh: (typeof userProducts.$inferInsert)[] = []

    const decide = async (row: Line): Promise<Outcome> => {
      const owner = ownerOf(row.username)
      const product = productOf(row.product)
      if (owner.problem !== undefined) return wrong(owner.problem)
      if (product === undefined) return wrong(problem('product', unknownProduct))
      const key = keyOf(row)
      const facts = { product: product.name, purchaseDate: dayOf(row.purchaseDate) }
      const there = stored.get(`${owner.id} ${row.serialNumber}`)
      const before = known.get(key) ?? there?.facts
      if (before !== undefined) {
        // Its owner has deleted it; connecting it again brings it back.
        if (there?.isDeleted === true) return present
        const lacksPurchase = before['purchaseDate'] === null && row.purchaseDate !== undefined
        if (!lacksPurchase || facts.product !== before['product']) return compare(facts, before)
        if (!isDryRun) await complete(batch, owner.id, there, fresh, row)
        known.set(key, facts)
        return completed
      }
      const most = counts.get(owner.id) ?? 0
      if (owner.id !== null && most >= userProductsMax) return wrong(problem('username', 'account.full.error'))
      counts.set(owner.id, most + 1)
      known.set(key, facts)
      const { serialNumber, materialVersion, protocolVersion } = row
      const reported = { serialNumber, materialVersion, protocolVersion, productTypeId: product.typeId }
      if (owner.id !== null) fresh.push({ ...reported, userId: owner.id, productId: product.id, createdAt: now, ...purchaseOf(row) })
      return added
    }

    const outcomes: Outcome[] = []
    for (const row of rows) outcomes.push(await decide(row))
    if (isDryRun) await planned.add('detector', known)
    else if (fresh.length > 0) await db.insert(userProducts).values(fresh).onConflictDoNothing()
    return outcomes
  },
})

function keyOf(row: Pick<Line, 'username' | 'serialNumber'>): string {
  return `${row.username} ${row.serialNumber}`
}

function purchaseOf({ purchaseDate }: Line) {
  if (purchaseDate === undefined) return {}
  const { startWarranty, endWarranty } = detectorFactsAt(purchaseDate.toISOString(), { isExtended: false })
  return { purchaseDate, startWarranty: dateOf(startWarranty), endWarranty: dateOf(endWarranty) }
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant)
}

/** A detector of the database, or one of this batch that is about to be added. */
async function complete(
  { db, now }: Batch,
  ownerId: number | null,
  there: Stored | undefined,
  fresh: (typeof userProducts.$inferInsert)[],
  row: Line,
): Promise<void> {
  const { purchaseDate } = row
  if (ownerId === null || purchaseDate === undefined) return
  if (there !== undefined) return saveDetectorPurchase(db, there.id, ownerId, { purchaseDate, insertProof: undefined, now })
  const waiting = fresh.find(({ userId, serialNumber }) => userId === ownerId && serialNumber === row.serialNumber)
  if (waiting !== undefined) Object.assign(waiting, purchaseOf(row))
}

async function findStored(db: Database, ownerIds: readonly number[], rows: readonly Line[]): Promise<Map<string, Stored>> {
  const serialNumbers = rows.map(({ serialNumber }) => serialNumber)
  const found = await db
    .select({ detector: userProducts, product: products.name })
    .from(userProducts)
    .innerJoin(products, eq(products.id, userProducts.productId))
    .where(and(inArray(userProducts.userId, [...ownerIds]), inArray(userProducts.serialNumber, serialNumbers)))
  return new Map(
    found.map(({ detector: { id, isDeleted, userId, serialNumber, purchaseDate }, product }) => {
      const facts = { product, purchaseDate: dayOf(purchaseDate) }
      return [`${userId} ${serialNumber}`, { id, isDeleted, facts }]
    }),
  )
}

async function countDetectors(db: Database, ownerIds: readonly number[]): Promise<Map<number | null, number>> {
  const rows = await db
    .select({ userId: userProducts.userId, owned: count() })
    .from(userProducts)
    .where(inArray(userProducts.userId, [...ownerIds]))
    .groupBy(userProducts.userId)
  return new Map(rows.map(({ userId, owned }) => [userId, owned]))
}
