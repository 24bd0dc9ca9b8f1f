/**
 * How a staged release grows: by what its outcomes say, not by the time that has passed (docs/releases.md, "Plan"). Knows no table and no words.
 */
import { type Count, isAccepted, outcomesToAccept, type Rates, type TestFound } from './haltingRule.ts'
import type { ReleaseState } from './releaseStates.ts'

/** The shares of a plan, from 0 to 1; the last one is all owners. */
export const defaultPlan = [0.02, 0.1, 0.3, 1] as const

/** Between two steps, and how long ago an update must have begun to count for the next one. */
export const stepAfterMs = 24 * 3_600_000

/** A person; a test of a build or a browser, which is not the firmware's fault; or what speaks against *released*, such as a missing approval. */
export const pauseCauses = ['person', 'portal', 'obstacle'] as const

/**
 * Why a plan does not go on by itself, and since when. A beta or released one, which has no plan, keeps here that the portal fails; `seen`: the
 * builds and browsers of which a person knows it.
 */
export type PlanPause = {
  readonly cause: (typeof pauseCauses)[number]
  readonly test: TestFound | null
  readonly at: string
  readonly seen?: readonly TestFound[]
}

/** The first of these that no person has seen; undefined if there is none. */
export function firstUnseen(pause: PlanPause | null, found: readonly TestFound[]): TestFound | undefined {
  return found.find(({ kind, name }) => !pause?.seen?.some((known) => known.kind === kind && known.name === name))
}

/** Where a beta or released one fails in the portal, until a person has seen it; null otherwise. */
export function portalFaultOf(state: ReleaseState, pause: PlanPause | null): TestFound | null {
  if (state !== 'beta' && state !== 'released') return null
  if (pause?.cause !== 'portal' || pause.test === null) return null
  return firstUnseen(pause, [pause.test]) ?? null
}

/**
 * The share that a plan leads to next, 1 for *released*: also where all detectors are in the share already, because few are updated or somebody has
 * raised it. Null if the plan is over, or there is none.
 */
export function nextShare(shares: readonly number[], share: number): number | null {
  return shares.find((planned) => planned > share || planned === 1) ?? null
}

/**
 * The likelihood ratio of the worst rate against the expected one at or below which a share is taken: the more detectors it reaches, the surer
 * one has to be.
 */
export function evidenceFor(share: number): number {
  if (share <= 0.1) return 1 / 2
  return share <= 0.3 ? 1 / 5 : 1 / 20
}

/**
 * A planned share, raised until three times the outcomes that the step after it needs are expected in a week: 2 % of few detectors would stand
 * still. `updatesInMonth`: of its products, by all of their owners, in the last 30 days.
 */
export function raisedShare(
  planned: number,
  { rates, after, updatesInMonth }: { rates: Rates; after: number; updatesInMonth: number },
): number {
  const needed = outcomesToAccept(rates, { outcomes: 0, failures: 0 }, evidenceFor(after))
  const inWeek = (updatesInMonth * 7) / 30
  const share = inWeek === 0 ? 1 : Math.min(1, (3 * needed) / inWeek)
  // As shares are written, with four decimals.
  return Math.max(planned, Math.ceil(share * 1e4) / 1e4)
}

export type PlanWait = {
  /** How many more updates without a failure; 0 where the outcomes are enough. */
  readonly outcomes: number
  /** The day and time before which it is not taken, in milliseconds; null where that has passed. */
  readonly notBefore: number | null
}

/** What the step to `share` waits for. `count`: of updates that began a day ago or earlier, unended ones as failures. */
export function planWait(
  share: number,
  { rates, count, since, now }: { readonly rates: Rates; readonly count: Count; readonly since: number; readonly now: number },
): PlanWait {
  const notBefore = since + stepAfterMs
  return { outcomes: outcomesToAccept(rates, count, evidenceFor(share)), notBefore: notBefore > now ? notBefore : null }
}

/** Whether the outcomes allow the step to `share`. */
export function isStepProved(share: number, rates: Rates, count: Count): boolean {
  return isAccepted(rates, count, evidenceFor(share))
}
