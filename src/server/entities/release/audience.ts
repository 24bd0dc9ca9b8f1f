/** Whom a release is offered to in a state, a share and groups that it has or is meant to have: by the rules of contract/, kind by kind. */
import { and, count, countDistinct, eq, inArray, not, sql } from 'drizzle-orm'
import type { OfferedState } from '../../../contract/releaseStates.ts'
import { findWay, judgedVersion } from '../../../contract/requirements.ts'
import type { Locale } from '../../../contract/rules.ts'
import type { ReleaseAudience } from '../../../contract/shownRelease.ts'
import type { Database } from '../../db/connect.ts'
import { detectorStates, firmwareProducts, firmwares, products, userProducts, users } from '../../db/tables.ts'
import { hasOwnTypeId } from '../catalogue.ts'
import { openTo } from '../firmware/availableUpdates.ts'
import { findWithRights } from '../userProduct/offeredUpdates.ts'
import { findKinds, isOfKinds } from './detectorKinds.ts'

/** `share`: from 0 to 1, where it is staged. `betaGroupIds`: instead of the groups that it has. */
type Reached = {
  readonly releaseId: number
  readonly reach: OfferedState
  readonly share: number
  readonly betaGroupIds?: readonly number[]
}

export async function countAudience(db: Database, reached: Reached): Promise<ReleaseAudience> {
  const counted = await countByLocale(db, reached)
  const sum = (of: keyof ReleaseAudience) => counted.reduce((total, one) => total + one[of], 0)
  return { customers: sum('customers'), detectors: sum('detectors'), withoutFirmware: sum('withoutFirmware') }
}

/** By the language of the portal that people read. */
export async function countByLocale(db: Database, reached: Reached): Promise<(ReleaseAudience & { readonly locale: Locale })[]> {
  const { releaseId, reach, share } = reached
  const isOwned = and(inArray(userProducts.productId, productsOf(db, releaseId)), not(userProducts.isDeleted), not(users.isDeleted))
  const kinds = await findKinds(db, isOwned, reach === 'staged' ? { id: releaseId, share } : undefined)
  const examples = await findWithRights(db, inArray(userProducts.id, [...kinds.examples.values()]))
  const offered = new Set(examples.flatMap((example) => (isOfferedIt(example, reached) ? [example.row.id] : [])))
  const offeredKinds = [...kinds.examples].flatMap(([kind, example]) => (offered.has(example) ? [kind] : []))
  return db
    .select({
      locale: users.locale,
      customers: countDistinct(users.id),
      detectors: count(),
      withoutFirmware: sql<number>`count(*) filter (where ${detectorStates.state} = 'none')`.mapWith(Number),
    })
    .from(userProducts)
    .innerJoin(users, eq(users.id, userProducts.userId))
    .leftJoin(detectorStates, eq(detectorStates.userProductId, userProducts.id))
    .where(and(isOwned, isOfKinds(kinds, offeredKinds)))
    .groupBy(users.locale)
    .orderBy(users.locale)
}

/** Battery, coil and page are known only once it is connected, and can be had. What is installed does not count, unless a way to it is needed. */
function isOfferedIt(
  { row, rows, last, groupIds, firmwareState }: Awaited<ReturnType<typeof findWithRights>>[number],
  { releaseId, reach: state, share, betaGroupIds = [] }: Reached,
): boolean {
  const meant = rows.map((one) => {
    if (one.facts.id !== releaseId) return one
    const isInGroup = betaGroupIds.length > 0 ? betaGroupIds.some((id) => groupIds.includes(id)) : one.facts.isInGroup
    return { ...one, maySpread: true, facts: { ...one.facts, state, share, isInGroup } }
  })
  const open = openTo(meant, row)
  const detector = {
    hardwareVersion: row.materialVersion,
    isErased: firmwareState === 'none',
    installedVersion: firmwareState === 'installed' && last !== null ? judgedVersion(last) : null,
    batteryPercent: null,
    hasCoil: null,
    appBuild: Number.POSITIVE_INFINITY,
  }
  return open.some((target) => target.releaseId === releaseId && findWay(target, open, detector) !== null)
}

function productsOf(db: Database, releaseId: number) {
  return db
    .select({ id: products.id })
    .from(products)
    .innerJoin(firmwareProducts, eq(firmwareProducts.productId, products.id))
    .innerJoin(firmwares, eq(firmwares.id, firmwareProducts.firmwareId))
    .where(and(eq(firmwares.releaseId, releaseId), not(firmwares.isDeleted), hasOwnTypeId(db)))
}
