/** The versions of products, and which of them nobody could bring into an order (contract/versionOrder.ts). */
import { and, asc, eq, inArray, isNotNull, isNull, like, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { KnownVersion } from '../../../contract/firmware.ts'
import { flagsOf } from '../../../contract/releaseStates.ts'
import { areMixed, isOrdered, isUpgrade, newestFirst } from '../../../contract/versionOrder.ts'
import type { Database } from '../../db/connect.ts'
import { firmwareProducts, firmwares, releases } from '../../db/tables.ts'
import { standingOf } from '../storedStates.ts'

/** Of all releases of these products that are not deleted or were offered, newest first. What joins a draft, changeRelease.ts decides. */
export async function findVersions(db: Database, productIds: readonly number[]): Promise<KnownVersion[]> {
  const { versionName, language, isDeleted, releaseId } = firmwares
  const rows = await db
    .select({
      versionName,
      language,
      isDeleted,
      releaseId,
      state: releases.state,
      offeredAt: releases.offeredAt,
      productIds: productIdsOf(db),
    })
    .from(firmwares)
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .where(and(isOfProducts(db, productIds), or(not(firmwares.isDeleted), isNotNull(releases.offeredAt))))
    .orderBy(asc(firmwares.isDeleted), asc(firmwares.id))
  const wanted = [...new Set(productIds)].toSorted((a, b) => a - b).join(' ')
  const known = [...Map.groupBy(rows, (row) => row.releaseId).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const isJoined = first.state === 'draft' && !first.isDeleted && first.productIds === wanted
    const languages = isJoined ? [first, ...others].filter((one) => !one.isDeleted).map((one) => one.language) : null
    return [{ releaseId: first.releaseId, versionName: first.versionName, wasOffered: first.offeredAt !== null, languages }]
  })
  return known.toSorted(newestFirst)
}

/** SQL on `firmwares`: as "1 12". */
function productIdsOf(db: Database) {
  const ids = sql<string>`coalesce(string_agg(${firmwareProducts.productId}::text, ' ' order by ${firmwareProducts.productId}), '')`
  return sql<string>`(${db.select({ ids }).from(firmwareProducts).where(eq(firmwareProducts.firmwareId, firmwares.id))})`
}

/** Older than this version, newest first: what a release may require. */
export async function findOlderVersions(db: Database, of: { releaseId: number; productIds: readonly number[]; versionName: string }) {
  const wasOffered = and(isNotNull(releases.offeredAt), isNull(releases.withdrawnAt), not(firmwares.isDeleted))
  const rows = await db
    .selectDistinct({ versionName: firmwares.versionName })
    .from(firmwares)
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .where(and(wasOffered, isOfProducts(db, of.productIds), ne(firmwares.releaseId, of.releaseId)))
  return rows
    .filter(({ versionName }) => isUpgrade(versionName, of.versionName))
    .toSorted(newestFirst)
    .map(({ versionName }) => versionName)
}

function isOfProducts(db: Database, productIds: readonly number[]): SQL {
  const ofProducts = db
    .select({ id: firmwareProducts.firmwareId })
    .from(firmwareProducts)
    .where(inArray(firmwareProducts.productId, [...productIds]))
  return inArray(firmwares.id, ofProducts)
}

/**
 * Where nobody can tell whether a firmware's version is newer than another: names of clashes. One that is stored already stays as it is, but is
 * not offered to more people.
 */
export async function findUnordered(db: Database, firmwareId: number): Promise<string[]> {
  const [row] = await db
    .select({ firmware: firmwares, release: releases })
    .from(firmwares)
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .where(eq(firmwares.id, firmwareId))
  if (row === undefined || isOrdered(row.firmware.versionName)) return []
  const { isActive, isBetaTest } = flagsOf(standingOf(row.firmware, row.release))
  return [row.firmware.versionName, ...(isActive ? ['offered', ...(isBetaTest ? [] : ['for everyone'])] : [])]
}

/** The versions of its products that follow the same one as its own does, in another way: "5.2 bis" beside "5.2a". */
export async function findMixedVersions(db: Database, firmwareId: number): Promise<string[]> {
  const other = alias(firmwares, 'other')
  const otherProducts = alias(firmwareProducts, 'other_products')
  const own = alias(releases, 'own_release')
  const base = sql`split_part(${firmwares.versionKey}, '$', 1)`
  const rows = await db
    .selectDistinct({ name: firmwares.versionName, versionName: other.versionName })
    .from(firmwares)
    .innerJoin(own, eq(own.id, firmwares.releaseId))
    .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, firmwares.id))
    .innerJoin(otherProducts, eq(otherProducts.productId, firmwareProducts.productId))
    .innerJoin(other, eq(other.id, otherProducts.firmwareId))
    .innerJoin(releases, eq(releases.id, other.releaseId))
    .where(
      and(
        eq(firmwares.id, firmwareId),
        // Known before it is restored, too.
        or(not(firmwares.isDeleted), isNotNull(own.offeredAt)),
        like(firmwares.versionKey, '%$%'),
        ne(other.releaseId, firmwares.releaseId),
        or(not(other.isDeleted), isNotNull(releases.offeredAt)),
        sql`starts_with(${other.versionKey}, ${base} || '$')`,
      ),
    )
  return rows.filter(({ name, versionName }) => areMixed(name, versionName)).map(({ name, versionName }) => `${name} ${versionName}`)
}
