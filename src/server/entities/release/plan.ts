/** How a staged release grows by its outcomes (contract/releasePlan.ts). */
import { and, eq, sql } from 'drizzle-orm'
import { type Count, ratesAt } from '../../../contract/haltingRule.ts'
import { defaultPlan, isStepProved, nextShare, planWait, raisedShare, stepAfterMs } from '../../../contract/releasePlan.ts'
import type { ReleaseStep } from '../../../contract/releaseStates.ts'
import type { ReleasePlan } from '../../../contract/shownRelease.ts'
import type { Database } from '../../db/connect.ts'
import { rowsOf } from '../../db/rowsOf.ts'
import { single } from '../../db/single.ts'
import { productUpdates, releases } from '../../db/tables.ts'
import { queueForBackOffice } from '../../messages/queueMessage.ts'
import { changeOthers } from '../../records/changeRecord.ts'
import type { Config } from '../../config/readConfig.ts'
import type { ServerContext } from '../../serverContext.ts'
import { writeStep } from '../firmware/changeRelease.ts'
import { firmwareKind } from '../firmware/firmwareKind.ts'
import { findExpected, freezeTests } from '../outcome/releaseTests.ts'
import { findObstacles, type ReleaseNow } from './obstacles.ts'
import { lockRelease, readRelease } from './readRelease.ts'

type GrowContext = Pick<ServerContext, 'db' | 'config' | 'clock' | 'log'>

/** What is due is decided by one clock for all servers. */
export const databaseNow = sql<Date>`now()`.mapWith(releases.createdAt)

type Release = typeof releases.$inferSelect

/** The first share of a plan, raised where it would reach too few. The release is locked. */
export async function startPlan(db: Database, releaseId: number, shares: readonly number[]): Promise<void> {
  await freezeTests(db, releaseId)
  const share = await raised(db, releaseId, shares, 0)
  const plan = { share, shareSince: databaseNow, shareReason: null, planShares: [...shares], planPaused: null }
  await db.update(releases).set(plan).where(eq(releases.id, releaseId))
}

/** The share that a release has after a step: a plan begins with its first one. */
export async function shareAfter(db: Database, { release, state }: ReleaseNow, step: ReleaseStep): Promise<number> {
  if (step !== 'staged') return release.share
  return state === 'staged' ? release.share : raised(db, release.id, defaultPlan, 0)
}

/** The share after `share`, raised; 1 where the plan ends. */
async function raised(db: Database, releaseId: number, shares: readonly number[], share: number): Promise<number> {
  const planned = nextShare(shares, share) ?? 1
  const after = planned < 1 ? nextShare(shares, planned) : null
  if (after === null) return planned
  return raisedShare(planned, {
    rates: ratesAt(await findExpected(db, releaseId)),
    after,
    updatesInMonth: await countUpdates(db, releaseId),
  })
}

/** Updates of the release's products in the last 30 days, by all of their owners. */
async function countUpdates(db: Database, releaseId: number): Promise<number> {
  const ofProducts = sql`(
    select detector.id from user_products as detector
    inner join firmware_products on firmware_products.product_id = detector.product_id
    inner join firmwares on firmwares.id = firmware_products.firmware_id
    where firmwares.release_id = ${releaseId})`
  return db.$count(
    productUpdates,
    and(sql`${productUpdates.userProductId} in ${ofProducts}`, sql`${productUpdates.date} > now() - interval '30 days'`),
  )
}

/** The outcomes of those that began a day ago or earlier, unended ones as failures; without those of its beta, and failures that do not count. */
async function countForStep(db: Database, { id, round }: Release): Promise<Count> {
  const [row] = rowsOf(
    await db.execute(sql`
      select (count(*) filter (where is_failure_counted or failure is null))::integer as outcomes,
        (count(*) filter (where is_failure_counted or ended_at is null))::integer as failures
      from release_outcomes
      where release_id = ${id} and round = ${round} and is_counted and not is_beta
        and began_at <= now() - ${stepAfterMs} * interval '1 millisecond'`),
  )
  return { outcomes: Number(row?.['outcomes'] ?? 0), failures: Number(row?.['failures'] ?? 0) }
}

/** What the page shows of it; null unless it is staged, or a staged one is halted. */
export async function readPlan(db: Database, { release, state, reach }: ReleaseNow): Promise<ReleasePlan | null> {
  if (reach !== 'staged' || (state !== 'staged' && state !== 'halted')) return null
  const { share, shareSince, planShares, planPaused } = release
  const target = state === 'staged' && planPaused === null ? nextShare(planShares, share) : null
  return {
    share,
    since: shareSince?.toISOString() ?? null,
    shares: planShares,
    pause: planPaused,
    next: target === null ? null : { share: await raised(db, release.id, planShares, share), ...(await waitFor(db, release, target)) },
  }
}

async function waitFor(db: Database, release: Release, target: number) {
  const [rates, count] = [ratesAt(await findExpected(db, release.id)), await countForStep(db, release)]
  const since = release.shareSince?.getTime() ?? 0
  const { now } = single(await db.select({ now: databaseNow }).from(releases).where(eq(releases.id, release.id)))
  const { outcomes, notBefore } = planWait(target, { rates, count, since, now: now.getTime() })
  return { outcomes, notBefore: notBefore === null ? null : new Date(notBefore).toISOString() }
}

/**
 * Takes the next step of each plan whose outcomes allow it. What speaks against the last step, such as a missing approval, pauses the plan. Safe on
 * several servers at once: each release is locked.
 */
export async function growReleases({ db, config, clock, log }: GrowContext): Promise<void> {
  const isGrowing = and(
    eq(releases.state, 'staged'),
    sql`${releases.planPaused} is null`,
    sql`cardinality(${releases.planShares}) > 0`,
    sql`${releases.shareSince} <= now() - ${stepAfterMs} * interval '1 millisecond'`,
  )
  for (const { id } of await db.select({ id: releases.id }).from(releases).where(isGrowing).orderBy(releases.id)) {
    const share = await db.transaction(async (transaction) => {
      await lockRelease(transaction, id)
      const isStill = (await transaction.$count(releases, and(eq(releases.id, id), isGrowing))) > 0
      return isStill ? grow(transaction, id, config, clock()) : null
    })
    if (share !== null) log.info({ releaseId: id, share }, 'a release was offered to more detectors')
  }
}

/** The share that it has now; null where it stays as it is. */
async function grow(db: Database, id: number, config: Config, now: Date): Promise<number | null> {
  const seen = { ...(await readRelease(db, id)), betaGroupIds: [] }
  const target = seen.state === 'staged' ? nextShare(seen.release.planShares, seen.release.share) : null
  if (target === null || !isStepProved(target, ratesAt(await findExpected(db, id)), await countForStep(db, seen.release))) return null
  const share = await raised(db, id, seen.release.planShares, seen.release.share)
  const obstacles = target < 1 ? [] : await findObstacles(db, { user: null, config, now }, seen, 'released')
  const ids = seen.images.map((image) => image.id)
  if (obstacles.some(({ isRefused }) => isRefused)) {
    const planPaused = { cause: 'obstacle', test: null, at: now.toISOString() } as const
    await db.update(releases).set({ planPaused }).where(eq(releases.id, id))
    await queueForBackOffice(db, 'planPaused', id, now)
    return null
  }
  await changeOthers(db, firmwareKind, { user: null, now, ids }, async () => {
    if (target >= 1) await writeStep(db, { user: null, now }, { releaseId: id, step: 'released' })
    else await db.update(releases).set({ share, shareSince: databaseNow, shareReason: null }).where(eq(releases.id, id))
  })
  return share
}
