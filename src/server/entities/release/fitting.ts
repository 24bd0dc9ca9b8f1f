/** Which detectors of its products a release may be installed on, by what it requires and whom it is kept from (contract/requirements.ts). */
import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { type Conditions, findPath, findUnmet, judgedVersion } from '../../../contract/requirements.ts'
import type { Database } from '../../db/connect.ts'
import { firmwareProducts, firmwares, products, releases, userProducts } from '../../db/tables.ts'
import { isUnordered } from '../../db/versionKeys.ts'
import { hasOwnTypeId } from '../catalogue.ts'
import { findHolds, requirementsOf } from '../firmware/conditions.ts'
import { isInShareSql, shareOf } from '../firmware/share.ts'
import { lastUpdates } from '../userProduct/firmwareState.ts'

/**
 * SQL condition on `user_products`: nothing that the release requires, nor a hold, keeps it from the detector; battery and coil are left out.
 * The few kinds of detectors are judged by the function of the update page. Undefined where nothing is required.
 */
export async function isFitting(db: Database, releaseId: number, isEmpty: SQL<boolean>): Promise<SQL | undefined> {
  const [target] = await findListed(db, eq(firmwares.releaseId, releaseId))
  if (target === undefined) return undefined
  // What has no order is offered to nobody, and who has it is offered nothing.
  if (
    !isConditional(target) &&
    (await db.$count(firmwares, and(isUnordered(), inArray(firmwares.id, withProductsOf(db, releaseId))))) === 0
  )
    return undefined
  const isOfIt = isOfProducts(db, releaseId)
  const last = lastUpdates(db, isOfIt)
  const version = sql<string | null>`case when ${last.success} and not ${isEmpty} then ${last.versionName} end`
  const isRecalled = sql<boolean>`coalesce(${last.isRecalled}, false)`
  const others = await findListed(
    db,
    and(inArray(releases.state, ['staged', 'released']), inArray(firmwares.id, withProductsOf(db, releaseId))),
  )
  const open = openShares(others)
  const kinds = await db
    .selectDistinct({ hardwareVersion: userProducts.materialVersion, installedVersion: version, isRecalled, isErased: isEmpty, open })
    .from(userProducts)
    .leftJoin(last, eq(last.userProductId, userProducts.id))
    .where(isOfIt)
  const unknown = { batteryPercent: null, hasCoil: null, appBuild: Number.POSITIVE_INFINITY }
  const fitting = kinds.filter((kind) => {
    const { installedVersion: versionName } = kind
    const judged = versionName === null ? null : judgedVersion({ ...kind, versionName })
    const detector = { ...kind, ...unknown, installedVersion: judged }
    const isKept = findUnmet(target, detector).some(({ kind: unmet }) => unmet !== 'minimum')
    const stones = others.filter(({ releaseId: id, share }) => share >= 1 || kind.open.split(' ').includes(String(id)))
    return !isKept && findPath(target, stones, detector) !== null
  })
  if (fitting.length === 0) return sql`false`
  const oneOf = fitting.map(({ hardwareVersion, installedVersion, isRecalled: isItRecalled, isErased, open: itsShares }) =>
    and(
      eq(userProducts.materialVersion, hardwareVersion),
      sql`${version} is not distinct from ${installedVersion}`,
      sql`${isRecalled} = ${isItRecalled}`,
      sql`${isEmpty} = ${isErased}`,
      sql`${open} = ${itsShares}`,
    ),
  )
  const ids = db
    .select({ id: userProducts.id })
    .from(userProducts)
    .leftJoin(last, eq(last.userProductId, userProducts.id))
    .where(and(isOfIt, or(...oneOf)))
  return inArray(userProducts.id, ids)
}

/** SQL on `user_products`: the ids of the staged releases whose share a detector is in, each followed by a space. */
function openShares(listed: readonly { readonly releaseId: number; readonly share: number }[]): SQL<string> {
  const shares = new Map(listed.filter(({ share }) => share < 1).map(({ releaseId, share }) => [releaseId, share]))
  const parts = [...shares].map(([id, share]) => sql`case when ${isInShareSql(id, share)} then ${`${id} `}::text else '' end`)
  return parts.length === 0 ? sql<string>`''::text` : sql<string>`(${sql.join(parts, sql` || `)})`
}

function isConditional({ requirements, holds }: Conditions): boolean {
  const { minimumInstalledVersion, steppingStone, hardwareVersions } = requirements
  return minimumInstalledVersion !== null || steppingStone !== null || hardwareVersions.length > 0 || holds.length > 0
}

/** Firmwares as a path to one is found among them. A stone that is a beta counts for nobody. */
async function findListed(db: Database, which: SQL | undefined) {
  const rows = await db
    .select({ firmware: firmwares, release: releases })
    .from(firmwares)
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .where(and(which, not(firmwares.isDeleted)))
  const holds = await findHolds(
    db,
    rows.map(({ release }) => release.id),
  )
  return rows.map(({ firmware: { versionName, language }, release }) => ({
    releaseId: release.id,
    share: shareOf(release),
    versionName,
    language,
    requirements: requirementsOf(release),
    holds: holds.get(release.id) ?? [],
  }))
}

function productsOf(db: Database, releaseId: number) {
  return db
    .select({ id: products.id })
    .from(products)
    .innerJoin(firmwareProducts, eq(firmwareProducts.productId, products.id))
    .innerJoin(firmwares, eq(firmwares.id, firmwareProducts.firmwareId))
    .where(and(eq(firmwares.releaseId, releaseId), not(firmwares.isDeleted), hasOwnTypeId(db)))
}

/** SQL condition on `user_products`. */
export function isOfProducts(db: Database, releaseId: number): SQL | undefined {
  return and(inArray(userProducts.productId, productsOf(db, releaseId)), not(userProducts.isDeleted))
}

/** All firmwares of its products. */
function withProductsOf(db: Database, releaseId: number) {
  return db
    .select({ id: firmwareProducts.firmwareId })
    .from(firmwareProducts)
    .where(inArray(firmwareProducts.productId, productsOf(db, releaseId)))
}
