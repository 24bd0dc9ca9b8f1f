/** What waits for a person: releases that outcomes halted, or that fail in the portal, and plans that such a fault or an obstacle paused. */
import { and, asc, isNotNull, isNull, or } from 'drizzle-orm'
import { portalFaultOf } from '../../../contract/releasePlan.ts'
import type { StoppedRelease } from '../../../contract/shownRelease.ts'
import type { Database } from '../../db/connect.ts'
import { releases } from '../../db/tables.ts'
import { findProducts } from '../firmware/firmwareLinks.ts'
import type { ReleaseNow } from './obstacles.ts'
import { readRelease } from './readRelease.ts'

/** Oldest first. Nothing of what is offered again, goes on or was withdrawn, whichever server of the installation has done that. */
export async function findStopped(db: Database): Promise<StoppedRelease[]> {
  const mayBe = and(isNull(releases.withdrawnAt), or(isNotNull(releases.haltedFor), isNotNull(releases.planPaused)))
  const stopped: StoppedRelease[] = []
  for (const { id } of await db.select({ id: releases.id }).from(releases).where(mayBe).orderBy(asc(releases.id))) {
    const now = await readRelease(db, id)
    const [reason, [first]] = [reasonOf(now), now.images]
    if (reason === undefined || first === undefined) continue
    const products = (await findProducts(db, [first.id])).map(({ tostring }) => tostring)
    stopped.push({ ...reason, releaseId: id, firmwareId: first.id, versionName: first.versionName, products })
  }
  return stopped
}

function reasonOf({ release, state }: Pick<ReleaseNow, 'release' | 'state'>): Pick<StoppedRelease, 'kind' | 'found'> | undefined {
  const { haltedFor, planPaused } = release
  if (state === 'halted' && haltedFor !== null) return { kind: 'halted', found: haltedFor }
  const fault = portalFaultOf(state, planPaused)
  if (fault !== null) return { kind: 'portal', found: fault }
  if (state !== 'staged' || planPaused === null || planPaused.cause === 'person') return undefined
  return { kind: 'paused', found: planPaused.test }
}
