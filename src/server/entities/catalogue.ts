/**
 * Finds catalogue conflicts: products with the same type number, which a detector cannot tell apart, and active firmwares with the same
 * version and language for one product. New ones are rejected (records/changeRecord.ts); this finds older ones, to be shown. Resolves
 * nothing.
 */
import { and, asc, desc, eq, exists, inArray, isNotNull, ne, not, or, sql, type SQL } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Clashes } from '../../contract/catalogue.ts'
import type { contract } from '../../contract/contract.ts'
import { listRowsMax } from '../../contract/rules.ts'
import type { HandlersOf } from '../call.ts'
import type { Database } from '../db/connect.ts'
import { isOffered } from './storedStates.ts'
import { firmwareProducts, firmwares, products, releases } from '../db/tables.ts'
import { byBytes, folded, foldedOrder } from '../records/foldText.ts'

/** A firmware as an option or a link: "5.3 (English)". */
export function nameOfFirmware({ versionName, language }: { versionName: string; language: string }): string {
  return `${versionName} (${language})`
}

/** An order of `firmwares`: the newest version first; of the same one, what was offered last. */
export function newestVersionFirst(): SQL[] {
  return [desc(byBytes(firmwares.versionKey)), desc(firmwares.releaseDate), desc(firmwares.id)]
}

/** Compares languages without case, accents or outer spaces: "Français" equals " FRANCAIS". */
export function sameText(text: PgColumn): SQL {
  return folded(sql`btrim(${text})`)
}

/** Ids of other products with the type number of this one. Empty if it is deleted. */
export async function findTypeIdClashes(db: Database, productId: number): Promise<string[]> {
  const other = alias(products, 'other')
  const rows = await db
    .select({ id: other.id })
    .from(products)
    .innerJoin(other, and(eq(other.typeId, products.typeId), not(eq(other.id, products.id)), not(other.isDeleted)))
    .where(and(eq(products.id, productId), not(products.isDeleted)))
  return rows.map(({ id }) => String(id))
}

/**
 * Other firmwares with the version of this one for a product of it, each as its id and the product, that forbid it (docs/releases.md, "A
 * version is used once"): of its own release with the same language; if this one is active, also what is offered with the same language; and
 * if it is or was offered, what ended after it had been offered, whatever its language: known ones of a halted one do not keep it halted. Empty
 * if this one is deleted. Deleted products count, because restoring one must not restore a conflict. `asOffered`: as if this one were active.
 */
export async function findVersionClashes(db: Database, firmwareId: number, asOffered = false): Promise<string[]> {
  const other = alias(firmwares, 'other')
  const otherProducts = alias(firmwareProducts, 'other_products')
  const otherRelease = alias(releases, 'other_release')
  const isActive = asOffered ? sql`true` : isOffered()
  const isThere = and(isOffered(otherRelease), not(other.isDeleted))
  const hasEnded = and(
    or(isActive, isNotNull(releases.offeredAt)),
    isNotNull(otherRelease.offeredAt),
    not(sql`(${isThere})`),
    ne(other.releaseId, firmwares.releaseId),
  )
  const isSibling = and(eq(other.releaseId, firmwares.releaseId), not(other.isDeleted))
  const isRival = or(and(isActive, isThere), isSibling)
  const hasLanguage = and(isRival, eq(sameText(other.language), sameText(firmwares.language)))
  const rows = await db
    .select({ id: other.id, productId: firmwareProducts.productId })
    .from(firmwares)
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, firmwares.id))
    .innerJoin(otherProducts, eq(otherProducts.productId, firmwareProducts.productId))
    .innerJoin(other, and(eq(other.id, otherProducts.firmwareId), not(eq(other.id, firmwares.id))))
    .innerJoin(otherRelease, eq(otherRelease.id, other.releaseId))
    .where(
      and(eq(firmwares.id, firmwareId), not(firmwares.isDeleted), eq(other.versionKey, firmwares.versionKey), or(hasEnded, hasLanguage)),
    )
  return rows.map(({ id, productId }) => `${id} ${productId}`)
}

/** SQL condition on `products`: it is not deleted, and no other has its type number. Only firmware of such products may be offered. */
export function hasOwnTypeId(db: Database): SQL | undefined {
  const other = alias(products, 'other')
  const rival = db
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.typeId, products.typeId), not(eq(other.id, products.id)), not(other.isDeleted)))
  return and(not(products.isDeleted), not(exists(rival)))
}

/** All stored conflicts, at most `listRowsMax` records of each kind. */
export async function findClashes(db: Database): Promise<Clashes> {
  return { typeIds: await findSharedTypeIds(db), versions: await findSharedVersions(db) }
}

async function findSharedTypeIds(db: Database): Promise<Clashes['typeIds']> {
  const shared = db
    .select({ typeId: products.typeId })
    .from(products)
    .where(not(products.isDeleted))
    .groupBy(products.typeId)
    .having(sql`count(*) > 1`)
  const rows = await db
    .select({ typeId: products.typeId, id: products.id, tostring: products.name })
    .from(products)
    .where(and(not(products.isDeleted), inArray(products.typeId, shared)))
    .orderBy(asc(products.typeId), foldedOrder(products.name))
    .limit(listRowsMax)
  return group(rows, ({ typeId }) => String(typeId)).map((inClash) => ({
    typeId: inClash[0].typeId,
    products: inClash.map(({ id, tostring }) => ({ id, tostring })),
  }))
}

async function findSharedVersions(db: Database): Promise<Clashes['versions']> {
  const key = sql<string>`${firmwares.versionKey} || chr(10) || ${sameText(firmwares.language)}`
  const active = db
    .select({
      id: firmwares.id,
      versionName: firmwares.versionName,
      language: firmwares.language,
      releaseDate: firmwares.releaseDate,
      productId: firmwareProducts.productId,
      productName: sql<string>`${products.name}`.as('product_name'),
      key: key.as('key'),
      rivals: sql<number>`count(*) over (partition by ${firmwareProducts.productId}, ${key})`.mapWith(Number).as('rivals'),
    })
    .from(firmwares)
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, firmwares.id))
    .innerJoin(products, eq(products.id, firmwareProducts.productId))
    .where(and(isOffered(), not(firmwares.isDeleted), not(products.isDeleted)))
    .as('active')
  const rows = await db
    .select()
    .from(active)
    .where(sql`${active.rivals} > 1`)
    .orderBy(foldedOrder(sql`${active.productName}`), active.key, asc(active.id))
    .limit(listRowsMax)
  return group(rows, ({ productId, key: version }) => `${productId} ${version}`).map((inClash) => {
    const { versionName, language, productId, productName } = inClash[0]
    return {
      versionName,
      language,
      product: { id: productId, tostring: productName },
      firmwares: inClash.map((row) => ({
        id: row.id,
        tostring: nameOfFirmware(row),
        releaseDate: row.releaseDate.toISOString(),
      })),
    }
  })
}

type NonEmpty<Row> = readonly [Row, ...Row[]]

/** Groups rows by key, in their original order. */
function group<Row>(rows: readonly Row[], keyOf: (row: Row) => string): NonEmpty<Row>[] {
  const groups = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const known = groups.get(keyOf(row))
    if (known === undefined) groups.set(keyOf(row), [row])
    else known.push(row)
  }
  return [...groups.values()]
}

/** Lines for the server's start: one per kind of conflict, with ids and the screen that resolves it. */
export function describeClashes({ typeIds, versions }: Clashes, publicUrl: string): string[] {
  const shared = typeIds.map((one) => `type ${one.typeId}: ${one.products.map(named).join(', ')}`).join('; ')
  const same = versions.map((one) => `${one.product.tostring}: ${one.firmwares.map(named).join(', ')}`).join('; ')
  return [
    ...(shared === ''
      ? []
      : [
          `Products share a type number: ${shared}. Their detectors are offered nothing until each has its own: ${publicUrl}/product/index`,
        ]),
    ...(same === ''
      ? []
      : [`Active firmwares of a product share version and language: ${same}. Keep one active: ${publicUrl}/firmware/index`]),
  ]
}

function named({ id, tostring }: { id: number; tostring: string }): string {
  return `${tostring} (id ${id})`
}

export const catalogue: HandlersOf<typeof contract.catalogue> = {
  getClashes: ({ db }) => findClashes(db),
}
