/** Which of somebody's detectors are in a release's share, as contract/releaseShare.ts decides. */
import { and, eq, not, or, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isInShare, type ShareKey } from '../../../contract/releaseShare.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Database } from '../../db/connect.ts'
import { firmwareProducts, firmwares, releases, userProducts } from '../../db/tables.ts'

type Shared = Pick<typeof releases.$inferSelect, 'id' | 'reach' | 'share'>

/** The part of the detectors that is offered a release, from 0 to 1. */
export function shareOf({ reach, share }: Shared): number {
  return reach === 'staged' ? share : 1
}

/** Which of somebody's detectors are in the share of a firmware's release. */
export type InShare = { readonly some: boolean; readonly all: boolean }

/** `serialNumbers`: of `sharedSerialNumbers`. Of an account that has no detector of its products, the account itself is in the share or not. */
export function inShareOf(release: Shared, serialNumbers: readonly string[] | null, { id: userId }: Pick<Caller, 'id'>): InShare {
  const keys: readonly ShareKey[] = serialNumbers?.map((serialNumber) => ({ serialNumber })) ?? [{ userId }]
  const isIn = (key: ShareKey) => isInShare(release.id, shareOf(release), key)
  return { some: keys.some(isIn), all: keys.every(isIn) }
}

/**
 * Of somebody's detectors of a product, or of all products of a firmware where the product is 0; null where there is none, and where the release
 * has no share. Of `firmwares` and `releases`.
 */
export function sharedSerialNumbers(db: Database, userId: Placeholder, productId: SQLWrapper): SQL<string[] | null> {
  const serials = db
    .select({ all: sql`json_agg(${userProducts.serialNumber})` })
    .from(userProducts)
    .innerJoin(firmwareProducts, eq(firmwareProducts.productId, userProducts.productId))
    .where(
      and(
        eq(userProducts.userId, userId),
        not(userProducts.isDeleted),
        eq(firmwareProducts.firmwareId, firmwares.id),
        or(eq(productId, 0), eq(userProducts.productId, productId)),
      ),
    )
  return sql<string[] | null>`case when ${releases.reach} = 'staged' and ${releases.share} < 1 then (${serials}) end`
}
