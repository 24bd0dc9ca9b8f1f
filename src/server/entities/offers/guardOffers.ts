/**
 * The effect *firmware reaches detectors*, by what the database offers before a change and after it: whichever call, group, batch, undo or restored
 * record makes it. Knows no call.
 */
import { and, countDistinct, eq, inArray, not, type SQL, type SQLWrapper } from 'drizzle-orm'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { isOffered } from '../storedStates.ts'
import { firmwareBetaGroups, firmwareProducts, firmwares, products, releaseHolds, releases, userProducts, users } from '../../db/tables.ts'
import { type Guard, requireFreshSignIn } from '../../effects/evidence.ts'
import { hasOwnTypeId } from '../catalogue.ts'
import { testers } from './testers.ts'
import { isApproved } from './approvals.ts'

/** What an offered release reaches. Sets hold ids, and text where a changed value is another offer. */
type Offer = {
  readonly isBeta: boolean
  readonly share: number
  readonly images: ReadonlySet<string>
  readonly typeIds: ReadonlySet<number>
  readonly holds: ReadonlySet<number>
  readonly testers: ReadonlySet<number>
}

/** Throws `release.approval.error` for a beta that reaches so many that it is an offer to all, and that nobody else has approved. */
export const guardOffers: Guard = async (db, about) => {
  const before = await readOffers(db)
  return async () => {
    for (const [releaseId, after] of await readOffers(db)) await judge(db, about, { releaseId, before: before.get(releaseId), after })
  }
}

/** As `guardOffers`, for what changes of one person only (`id`): it reads no offer that was not gained. */
export const guardTester: Guard = async (db, about) => {
  const before = about.id === null ? [] : await offeredTo(db, about.id)
  return async (userId) => {
    const gained = (await offeredTo(db, userId)).filter((releaseId) => !before.includes(releaseId))
    for (const [releaseId, after] of await readOffers(db, gained)) {
      const others = [...after.testers].filter((id) => id !== userId)
      await judge(db, about, { releaseId, before: { ...after, testers: new Set(others) }, after })
    }
  }
}

async function offeredTo(db: Database, userId: number): Promise<number[]> {
  const rows = await findTesters(db, (tester) => eq(tester, userId))
  return rows.map(({ releaseId }) => releaseId)
}

/** Judges as a whole what is done person by person later: that all of these join a group. */
export async function judgeJoining(db: Database, about: About, groupId: number, userIds: readonly number[]): Promise<void> {
  const ofGroup = await db
    .select({ releaseId: firmwares.releaseId })
    .from(firmwares)
    .innerJoin(firmwareBetaGroups, eq(firmwareBetaGroups.firmwareId, firmwares.id))
    .where(eq(firmwareBetaGroups.betaGroupId, groupId))
  const offers = await readOffers(
    db,
    ofGroup.map(({ releaseId }) => releaseId),
  )
  if (offers.size === 0) return
  const isCustomer = and(eq(users.role, 'ROLE_CUSTOMER'), not(users.isDeleted))
  const joining = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isCustomer))
  for (const [releaseId, before] of offers) {
    const after = { ...before, testers: new Set([...before.testers, ...joining.map(({ id }) => id)]) }
    await judge(db, about, { releaseId, before, after })
  }
}

type About = Omit<Parameters<Guard>[1], 'id'>
type Change = { readonly releaseId: number; readonly before: Offer | undefined; readonly after: Offer }

async function judge(db: Database, { by, config, now }: About, { releaseId, before, after }: Change): Promise<void> {
  if (!isGained(before, after)) return
  requireFreshSignIn(by)
  const isForAll = after.isBeta
    ? after.testers.size > (await largestBeta(db, releaseId))
    : before?.isBeta === false && !isWithin(after.typeIds, before.typeIds)
  if (!isForAll) return
  if (!(await isApproved(db, { user: by, config, now }, { releaseId, isSeen: !after.isBeta }))) throw new AppError('release.approval.error')
}

function isGained(before: Offer | undefined, after: Offer): boolean {
  if (after.isBeta && after.testers.size === 0) return false
  if (before === undefined) return true
  const isWider =
    (before.isBeta && !after.isBeta) ||
    after.share > before.share ||
    !isWithin(after.images, before.images) ||
    !isWithin(after.typeIds, before.typeIds) ||
    !isWithin(before.holds, after.holds)
  // Where all are offered it already, a tester gets nothing by being one.
  return isWider || ((after.isBeta || after.share < 1) && !isWithin(after.testers, before.testers))
}

function isWithin<T>(some: ReadonlySet<T>, all: ReadonlySet<T>): boolean {
  return [...some].every((one) => all.has(one))
}

/** What is offered, by release: all, or of these releases. */
async function readOffers(db: Database, releaseIds?: readonly number[]): Promise<Map<number, Offer>> {
  if (releaseIds?.length === 0) return new Map()
  const isRead = and(isThere, releaseIds && inArray(firmwares.releaseId, [...releaseIds]))
  const rows = await db
    .select({ firmware: firmwares, release: releases })
    .from(firmwares)
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .where(isRead)
  if (rows.length === 0) return new Map()
  const types = await db
    .selectDistinct({ releaseId: firmwares.releaseId, typeId: products.typeId })
    .from(firmwareProducts)
    .innerJoin(firmwares, eq(firmwares.id, firmwareProducts.firmwareId))
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .innerJoin(products, eq(products.id, firmwareProducts.productId))
    .where(and(isRead, hasOwnTypeId(db)))
  const found = await findTesters(db, () => isRead)
  const ofRelease = Map.groupBy(rows, ({ release }) => release.id)
  const holds = await db
    .select({ id: releaseHolds.id, releaseId: releaseHolds.releaseId })
    .from(releaseHolds)
    .where(inArray(releaseHolds.releaseId, [...ofRelease.keys()]))
  return new Map(
    [...ofRelease].map(([id, images]) => [
      id,
      {
        isBeta: images.every(({ release }) => release.state === 'beta'),
        share: Math.max(...images.map(({ release }) => (release.state === 'staged' ? release.share : 1))),
        images: new Set(images.map(({ firmware }) => JSON.stringify([firmware.versionName, firmware.language, firmware.fileId]))),
        typeIds: new Set(types.flatMap(({ releaseId, typeId }) => (releaseId === id ? [typeId] : []))),
        holds: new Set(holds.flatMap((hold) => (hold.releaseId === id ? [hold.id] : []))),
        testers: new Set(found.flatMap(({ releaseId, userId }) => (releaseId === id ? [userId] : []))),
      },
    ]),
  )
}

const isThere = and(isOffered(), not(firmwares.isDeleted))

/** The offered releases of groups, each with its testers. `which`: a condition on them, by the tester's id. */
function findTesters(db: Database, which: (tester: SQLWrapper) => SQL | undefined) {
  const its = testers(db)
  return db
    .selectDistinct({ releaseId: firmwares.releaseId, userId: its.userId })
    .from(firmwareBetaGroups)
    .innerJoin(firmwares, eq(firmwares.id, firmwareBetaGroups.firmwareId))
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .innerJoin(its, eq(its.betaGroupId, firmwareBetaGroups.betaGroupId))
    .where(and(isThere, which(its.userId)))
}

/** A beta of a few people needs nobody else's approval. */
const betaPeople = { always: 20, most: 50, shareOfOwners: 0.05 }

/** How many people a beta may reach before it is an offer to all: of its products, the one with the fewest owners decides. */
async function largestBeta(db: Database, releaseId: number): Promise<number> {
  const owners = await db
    .select({ owners: countDistinct(userProducts.userId) })
    .from(firmwareProducts)
    .innerJoin(firmwares, eq(firmwares.id, firmwareProducts.firmwareId))
    .leftJoin(userProducts, and(eq(userProducts.productId, firmwareProducts.productId), not(userProducts.isDeleted)))
    .where(eq(firmwares.releaseId, releaseId))
    .groupBy(firmwareProducts.productId)
  const fewest = Math.min(...owners.map((row) => row.owners))
  const { always, most, shareOfOwners } = betaPeople
  return owners.length === 0 ? always : Math.min(most, Math.max(always, Math.floor(shareOfOwners * fewest)))
}

/** Whether a release, as a beta of its groups or of these, reaches so many people that it is an offer to all. */
export async function isLargeBeta(db: Database, releaseId: number, groupIds: readonly number[] = []): Promise<boolean> {
  const itsGroups = db
    .select({ id: firmwareBetaGroups.betaGroupId })
    .from(firmwareBetaGroups)
    .innerJoin(firmwares, eq(firmwares.id, firmwareBetaGroups.firmwareId))
    .where(and(eq(firmwares.releaseId, releaseId), not(firmwares.isDeleted)))
  const its = testers(db)
  const counted = db
    .select({ people: countDistinct(its.userId) })
    .from(its)
    .where(inArray(its.betaGroupId, groupIds.length > 0 ? [...groupIds] : itsGroups))
  const { people } = single(await counted)
  return people > (await largestBeta(db, releaseId))
}
