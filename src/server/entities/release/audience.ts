/**
 * Who is offered a release: the owners of its products; staged, those in its share and its testers; as a beta, only its testers. By the rules of
 * releaseRights.ts.
 */
import { and, count, countDistinct, eq, exists, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { ReleaseAudience } from '../../../contract/shownRelease.ts'
import type { OfferedState } from '../../../contract/releaseStates.ts'
import type { Locale } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import {
  betaGroups,
  betaGroupUsers,
  detectorsWithoutFirmware,
  firmwareBetaGroups,
  firmwares,
  userProducts,
  users,
} from '../../db/tables.ts'
import { isInShareSql } from '../firmware/share.ts'
import { isFitting, isOfProducts } from './fitting.ts'

/** `share`: from 0 to 1, where it is staged. `betaGroupIds`: instead of the groups that it has. */
type Reached = {
  readonly releaseId: number
  readonly reach: OfferedState
  readonly share: number
  readonly betaGroupIds?: readonly number[]
}

export async function countAudience(db: Database, reached: Reached): Promise<ReleaseAudience> {
  const isEmpty = sql<boolean>`${inArray(userProducts.id, db.select({ id: detectorsWithoutFirmware.userProductId }).from(detectorsWithoutFirmware))}`
  const counted = db
    .select({
      customers: countDistinct(userProducts.userId),
      detectors: count(),
      withoutFirmware: sql<number>`count(*) filter (where ${isEmpty})`.mapWith(Number),
    })
    .from(userProducts)
    .innerJoin(users, eq(users.id, userProducts.userId))
    .where(and(isReached(db, reached), await isFitting(db, reached.releaseId, isEmpty)))
  return single(await counted)
}

/** How many of them read each language of the portal. */
export async function countReaders(db: Database, reached: Reached): Promise<{ locale: Locale; customers: number }[]> {
  return db
    .select({ locale: users.locale, customers: countDistinct(users.id) })
    .from(userProducts)
    .innerJoin(users, eq(users.id, userProducts.userId))
    .where(isReached(db, reached))
    .groupBy(users.locale)
    .orderBy(users.locale)
}

/** SQL condition on `user_products` and the `users` who own them. */
function isReached(db: Database, { releaseId, reach, share, betaGroupIds = [] }: Reached): SQL | undefined {
  const isOfRelease = and(eq(firmwares.releaseId, releaseId), not(firmwares.isDeleted))
  const itsGroups = db
    .select({ id: firmwareBetaGroups.betaGroupId })
    .from(firmwareBetaGroups)
    .innerJoin(firmwares, eq(firmwares.id, firmwareBetaGroups.firmwareId))
    .where(isOfRelease)
  const isMember = exists(
    db
      .select({ one: sql`1` })
      .from(betaGroupUsers)
      .innerJoin(betaGroups, eq(betaGroups.id, betaGroupUsers.betaGroupId))
      .where(
        and(
          eq(betaGroupUsers.userId, users.id),
          not(betaGroups.isDeleted),
          inArray(betaGroups.id, betaGroupIds.length > 0 ? [...betaGroupIds] : itsGroups),
        ),
      ),
  )
  const isTester = and(users.isBetaTester, isMember)
  const isInShare = reach === 'staged' ? isInShareSql(releaseId, share) : undefined
  const isIn = reach === 'beta' ? isTester : isInShare && or(isInShare, isTester)
  return and(isOfProducts(db, releaseId), not(users.isDeleted), isIn)
}
