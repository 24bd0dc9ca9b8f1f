/** Whom a release is offered to in a state, a share and groups that it has or is meant to have: by the rules of contract/, kind by kind. */
import { and, count, countDistinct, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { OfferedState } from '../../../contract/releaseStates.ts'
import { isSameName } from '../../../contract/languageNames.ts'
import { findWay, judgedVersion } from '../../../contract/requirements.ts'
import type { Locale } from '../../../contract/rules.ts'
import type { ReleaseAudience } from '../../../contract/shownRelease.ts'
import { compareVersions, newestFirst } from '../../../contract/versionOrder.ts'
import { ownBuild } from '../../config/ownBuild.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { detectorStates, firmwareProducts, firmwares, products, userProducts, users } from '../../db/tables.ts'
import { hasOwnTypeId } from '../catalogue.ts'
import { findAvailable, openTo } from '../firmware/availableUpdates.ts'
import { askRules, type Kind } from './detectorKinds.ts'

/** `share`: from 0 to 1, where it is staged. `betaGroupIds`: instead of the groups that it has. */
type Reached = {
  readonly releaseId: number
  readonly reach: OfferedState
  readonly share: number
  readonly betaGroupIds?: readonly number[]
}

export async function countAudience(db: Database, reached: Reached): Promise<ReleaseAudience> {
  const withoutFirmware = sql<number>`count(*) filter (where ${isEmpty(db)})`.mapWith(Number)
  const counted = db
    .select({ customers: countDistinct(userProducts.userId), detectors: count(), withoutFirmware })
    .from(userProducts)
    .innerJoin(users, eq(users.id, userProducts.userId))
    .leftJoin(detectorStates, eq(detectorStates.userProductId, userProducts.id))
    .where(await isReached(db, reached))
  return single(await counted)
}

/** How many of them read each language of the portal. */
export async function countReaders(db: Database, reached: Reached): Promise<{ locale: Locale; customers: number }[]> {
  return db
    .select({ locale: users.locale, customers: countDistinct(userProducts.userId) })
    .from(userProducts)
    .innerJoin(users, eq(users.id, userProducts.userId))
    .leftJoin(detectorStates, eq(detectorStates.userProductId, userProducts.id))
    .where(await isReached(db, reached))
    .groupBy(users.locale)
    .orderBy(users.locale)
}

/**
 * The newer version that everybody would be offered instead, whatever language they take, as far as their firmware is not known; null where
 * somebody is offered this one, also as a step on the way. Nor is there one instead of a stepping stone of a draft. `images`: of the release.
 */
export async function findInstead(db: Database, reached: Reached, images: readonly Image[]): Promise<string | null> {
  const isIt = ''
  const chosen = await askReached(db, reached, (kind) => {
    if (kind.state !== 'unknown') return null
    const detector = { serialNumber: '', materialVersion: kind.hardwareVersion, firmwareState: kind.state, last: null }
    const page = { personLanguage: kind.locale, appBuild: ownBuild }
    const found = images.flatMap(
      ({ language }) =>
        findAvailable(
          kind.rows.filter((row) => isSameName(row.firmware.language, language)),
          detector,
          page,
        ) ?? [],
    )
    const isOnWay = found.some(({ way }) => way.some(({ releaseId }) => releaseId === reached.releaseId))
    const isStone = kind.rows.some(
      ({ facts: { state, requirements } }) => state === 'draft' && isVersionOf(images, requirements.steppingStone),
    )
    return isOnWay || isStone ? isIt : (found[0]?.target.versionName ?? isIt)
  })
  const versions = [...chosen.keys()].map((versionName) => ({ versionName })).toSorted(newestFirst)
  return chosen.has(isIt) ? null : (versions[0]?.versionName ?? null)
}

type Image = Pick<typeof firmwares.$inferSelect, 'language' | 'versionName'>

function isVersionOf(images: readonly Image[], wanted: string | null): boolean {
  return wanted !== null && images.some(({ versionName }) => compareVersions(versionName, wanted) === 'same')
}

/** SQL condition on `user_products`, `users` and `detector_states`. */
async function isReached(db: Database, reached: Reached): Promise<SQL | undefined> {
  const isOfferedIt = (await askReached(db, reached, () => true)).get(true) ?? sql`false`
  return and(not(userProducts.isDeleted), not(users.isDeleted), isOfferedIt)
}

/** Asks only about detectors that are offered it. */
async function askReached<Answer>(
  db: Database,
  { releaseId, reach: state, share, betaGroupIds: groupIds = [] }: Reached,
  ask: (kind: Kind) => Answer | null,
): Promise<ReadonlyMap<Answer, SQL | undefined>> {
  const productIds = (await findProductIds(db, releaseId)).map(({ id }) => id)
  return askRules(db, productIds, (kind) => (isOffered(releaseId, kind) ? ask(kind) : null), { id: releaseId, state, share, groupIds })
}

/** Not of the joined table, which is left out where nothing depends on it. */
function isEmpty(db: Database): SQL {
  const { userProductId, state } = detectorStates
  return inArray(userProducts.id, db.select({ id: userProductId }).from(detectorStates).where(eq(state, 'none')))
}

/** Battery, coil and page are known only once it is connected, and can be had. What is installed does not count, unless a way from it is needed. */
function isOffered(releaseId: number, { rows, state, installed, hardwareVersion }: Kind): boolean {
  const open = openTo(rows, { serialNumber: '' })
  const isErased = state === 'none'
  const installedVersion = installed === null ? null : judgedVersion(installed)
  const unknown = { batteryPercent: null, hasCoil: null, appBuild: Number.POSITIVE_INFINITY }
  const detector = { ...unknown, hardwareVersion, isErased, installedVersion }
  return open.some((target) => target.releaseId === releaseId && findWay(target, open, detector) !== null)
}

function findProductIds(db: Database, releaseId: number) {
  return db
    .selectDistinct({ id: products.id })
    .from(products)
    .innerJoin(firmwareProducts, eq(firmwareProducts.productId, products.id))
    .innerJoin(firmwares, eq(firmwares.id, firmwareProducts.firmwareId))
    .where(and(eq(firmwares.releaseId, releaseId), not(firmwares.isDeleted), hasOwnTypeId(db)))
}
