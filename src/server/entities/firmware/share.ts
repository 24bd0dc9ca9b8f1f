/** Who is in a release's share, as contract/releaseShare.ts decides: somebody's detectors, and as a condition of SQL. */
import { and, eq, not, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { isInShare, type ShareKey } from '../../../contract/releaseShare.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Database } from '../../db/connect.ts'
import { firmwareProducts, firmwares, releases, userProducts } from '../../db/tables.ts'

/** SQL condition on `user_products`. `share`: from 0 to 1. */
export function isInShareSql(releaseId: number, share: number): SQL | undefined {
  return share >= 1 ? undefined : sql`${placeOf(releaseId)} < ${share}::double precision`
}

function placeOf(releaseId: number): SQL {
  const hash = sql`encode(sha256(convert_to(${`${releaseId}/`} || ${userProducts.serialNumber}, 'UTF8')), 'hex')`
  // Of 56 bits the first 53 count: as many as a double holds.
  return sql`((('x' || left(${hash}, 14))::bit(56)::bigint >> 3)::double precision / ${2 ** 53}::double precision)`
}

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

/** Of somebody's detectors of a firmware's products; null where there is none, and where the release has no share. Of `firmwares` and `releases`. */
export function sharedSerialNumbers(db: Database, userId: Placeholder): SQL<string[] | null> {
  const serials = db
    .select({ all: sql`json_agg(${userProducts.serialNumber})` })
    .from(userProducts)
    .innerJoin(firmwareProducts, eq(firmwareProducts.productId, userProducts.productId))
    .where(and(eq(userProducts.userId, userId), not(userProducts.isDeleted), eq(firmwareProducts.firmwareId, firmwares.id)))
  return sql<string[] | null>`case when ${releases.reach} = 'staged' and ${releases.share} < 1 then (${serials}) end`
}
