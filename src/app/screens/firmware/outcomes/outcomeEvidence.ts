/** What the count of a release says over time, for its chart and the table beside it. */
import { acceptingLogRatio, haltingLogRatio, ratesAt } from '../../../../contract/haltingRule.ts'
import { nextShare } from '../../../../contract/releasePlan.ts'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'

export type Evidence = ShownOutcomes['course'][number] & {
  /** Natural logarithm of the likelihood ratio of all updates: it halts where this is high. */
  readonly halting: number
  /** The same of the updates that count for the next step: it is taken where this is low. */
  readonly accepting: number
}

/** `expected`: the rate that the test of the whole release expects. */
export function evidenceOf(course: ShownOutcomes['course'], expected: number): Evidence[] {
  const rates = ratesAt(expected)
  return course.map((one) => ({
    ...one,
    halting: haltingLogRatio(rates, one),
    accepting: acceptingLogRatio(rates, one.forStep),
  }))
}

const decade = Math.log(10)
/** Beyond these the curve is drawn at the edge: more would press together what matters. */
const [lowest, highest] = [-3, 4]

/** What the chart's axis shows, as natural logarithms: from 1/100 to 100 at least, and its powers of ten. */
export function evidenceAxis(values: readonly number[]): { readonly range: readonly [number, number]; readonly at: readonly number[] } {
  const low = Math.max(lowest, Math.min(-2, Math.floor(Math.min(...values) / decade)))
  const high = Math.min(highest, Math.max(2, Math.ceil(Math.max(...values) / decade)))
  const at = Array.from({ length: high - low + 1 }, (_, place) => (low + place) * decade)
  // Above the highest line its name has room.
  return { range: [(low - 0.1) * decade, (high + 0.4) * decade], at }
}

/** The next step of a plan. Shares from 0 to 1. */
export type NextStep = {
  /** What the evidence has to be good enough for. */
  readonly planned: number
  /** How far it goes: further, where few update. */
  readonly reached: number
}

/** Which share is planned next, and how far it is raised. */
export function nextStepOf({ state, plan }: Pick<ShownRelease, 'state' | 'plan'>): NextStep | null {
  const planned = plan === null ? null : nextShare(plan.shares, plan.share)
  return state !== 'staged' || !plan?.next || planned === null ? null : { planned, reached: plan.next.share }
}
