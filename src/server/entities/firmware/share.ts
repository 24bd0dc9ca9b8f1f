/** Who is in a release's share, as contract/releaseShare.ts decides: somebody's detectors, and as a condition of SQL. */
import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import { isInShare, type ShareKey } from '../../../contract/releaseShare.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Database } from '../../db/connect.ts'
import { firmwareProducts, type firmwares, type releases, userProducts } from '../../db/tables.ts'

/** SQL condition on `user_products`. `share`: from 0 to 1. */
export function isInShareSql(releaseId: number, share: number): SQL | undefined {
  return share >= 1 ? undefined : sql`${placeOf(releaseId)} < ${share}::double precision`
}

function placeOf(releaseId: number): SQL {
  const hash = sql`encode(sha256(convert_to(${`${releaseId}/`} || ${userProducts.serialNumber}, 'UTF8')), 'hex')`
  // Of 56 bits the first 53 count: as many as a double holds.
  return sql`((('x' || left(${hash}, 14))::bit(56)::bigint >> 3)::double precision / ${2 ** 53}::double precision)`
}

/** The part of the detectors that is offered a release, from 0 to 1. */
export function shareOf({ isStaged, share }: typeof releases.$inferSelect): number {
  return isStaged ? share : 1
}

type Shared = { readonly firmware: typeof firmwares.$inferSelect; readonly release: typeof releases.$inferSelect }

/** Which of somebody's detectors are in the share of a firmware's release. */
export type InShare = { readonly some: boolean; readonly all: boolean }

/**
 * By firmware. Of an account that has no detector of its products, the account itself is in the share or not. Asks the database only where
 * there is a share.
 */
export async function findInShare(db: Database, { id }: Pick<Caller, 'id'>, rows: readonly Shared[]): Promise<(row: Shared) => InShare> {
  const shared = rows.filter(({ release }) => shareOf(release) < 1).map(({ firmware }) => firmware.id)
  const owned =
    shared.length === 0
      ? []
      : await db
          .select({ firmwareId: firmwareProducts.firmwareId, serialNumber: userProducts.serialNumber })
          .from(userProducts)
          .innerJoin(firmwareProducts, eq(firmwareProducts.productId, userProducts.productId))
          .where(and(eq(userProducts.userId, id), not(userProducts.isDeleted), inArray(firmwareProducts.firmwareId, shared)))
  const serials = Map.groupBy(owned, ({ firmwareId }) => firmwareId)
  return ({ firmware, release }) => {
    const keys: readonly ShareKey[] = serials.get(firmware.id) ?? [{ userId: id }]
    const isIn = (key: ShareKey) => isInShare(release.id, shareOf(release), key)
    return { some: keys.some(isIn), all: keys.every(isIn) }
  }
}
