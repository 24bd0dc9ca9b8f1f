/** An update that something was heard of: what it counts for in its release. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { FirmwareAfterFailure } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { flagColumns } from '../storedStates.ts'
import { firmwares, productUpdates, releaseOutcomes, releases, userProducts } from '../../db/tables.ts'

export type Outcome = typeof releaseOutcomes.$inferSelect
/** `began`: its erase was heard of. `emptied`: it failed and left no firmware. */
export type Heard = 'began' | 'succeeded' | 'failed' | 'emptied' | 'silent' | 'lost'

/** What a report says of a first attempt; undefined where nothing was erased, or nobody can tell. */
export function heardOf(success: boolean | null | undefined, firmwareAfter: FirmwareAfterFailure | null): Heard | undefined {
  if (success === true) return 'succeeded'
  if (firmwareAfter === null || firmwareAfter === 'unchanged') return undefined
  if (success !== false) return 'began'
  return firmwareAfter === 'none' ? 'emptied' : 'failed'
}

/** Of a release: one failure is judged at a time, and an outcome that only begins, whose foreign key looks at the release, does not wait. */
export const countingLock = 'no key update'

/**
 * Locks the release of an update, before anything of the update is written: in the order of `productUpdate.create`, its release, then its
 * detector, which a trigger locks. `which`: a condition on `product_updates`; without such an update nothing is locked.
 */
export async function lockReleaseOfUpdate(db: Database, which: SQL | undefined): Promise<void> {
  const ofUpdate = db
    .select({ id: firmwares.releaseId })
    .from(firmwares)
    .innerJoin(productUpdates, eq(productUpdates.firmwareId, firmwares.id))
    .where(which)
  await db
    .select({ id: releases.id })
    .from(releases)
    .where(sql`${releases.id} = (${ofUpdate})`)
    .for(countingLock)
}

export type ReportedUpdate = NonNullable<Awaited<ReturnType<typeof findReportedUpdate>>>

/** With the outcome of its detector, if there is one. */
export async function findReportedUpdate(db: Database, which: SQL | undefined) {
  const [update] = await db
    .select({
      id: productUpdates.id,
      isSimulated: productUpdates.isSimulated,
      appBuild: productUpdates.appBuild,
      browser: productUpdates.browser,
      userId: userProducts.userId,
      productTypeId: userProducts.productTypeId,
      serialNumber: userProducts.serialNumber,
      hardwareVersion: userProducts.materialVersion,
      isBeta: sql<boolean>`${flagColumns.isBetaTest}`,
      release: { id: releases.id, round: releases.round, offeredAt: releases.offeredAt, withdrawnAt: releases.withdrawnAt },
      outcome: releaseOutcomes,
    })
    .from(productUpdates)
    .innerJoin(userProducts, eq(userProducts.id, productUpdates.userProductId))
    .innerJoin(firmwares, eq(firmwares.id, productUpdates.firmwareId))
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .leftJoin(
      releaseOutcomes,
      and(
        eq(releaseOutcomes.releaseId, firmwares.releaseId),
        eq(releaseOutcomes.productTypeId, userProducts.productTypeId),
        eq(releaseOutcomes.serialNumber, userProducts.serialNumber),
      ),
    )
    .where(which)
  return update
}
