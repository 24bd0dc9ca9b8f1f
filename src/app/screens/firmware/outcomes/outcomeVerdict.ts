/** How much the outcomes of a release are to worry about (docs/releases.md, "Halting"). Knows no words. */
import {
  acceptingLogRatio,
  haltingLogRatio,
  isHalting,
  isOfPortal,
  leastFailures,
  limitOf,
  ratesAt,
  type TestKind,
} from '../../../../contract/haltingRule.ts'
import { evidenceFor } from '../../../../contract/releasePlan.ts'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'

export type ShownTest = ShownOutcomes['tests'][number]

/**
 * `halting`: a test has reached its limit. `near`: one has come close to it. `portal`: the same of a build or browser, which halts nothing.
 * `good`: no worse than expected. `open`: too few outcomes to say. `test`: the one that says so, if it is not about all of the release.
 */
export type Verdict = {
  readonly level: 'halting' | 'near' | 'portal' | 'good' | 'open'
  readonly test: { readonly kind: TestKind; readonly name: string } | null
}

/** A tenth of what halts: a release that is as good as expected ever gets there with a chance of one in ten at most (Ville). */
const nearPart = 1 / 10
/** With one failure less than a halt needs, the next one may halt it. One alone is no pattern. */
const nearFailures = leastFailures - 1
/** As sure as the plan has to be before everybody is offered it. */
const goodEvidence = evidenceFor(1)

/** @param haltedFor what has halted the release; what has come to its end since may have lowered the ratio */
export function verdictOf({ tests, totals }: Pick<ShownOutcomes, 'tests' | 'totals'>, haltedFor: Verdict['test']): Verdict {
  if (haltedFor !== null) return { level: 'halting', test: partOf(haltedFor) }
  const ofFirmware = tests.filter(({ kind }) => !isOfPortal(kind))
  const halting = ofFirmware.find((test) => isHalting(ratesAt(test.expected), test, limitOf(test.kind, test.place)))
  if (halting !== undefined) return { level: 'halting', test: partOf(halting) }
  const [near] = ofFirmware.filter(isNear).toSorted((one, other) => closeness(other) - closeness(one))
  if (near !== undefined) return { level: 'near', test: partOf(near) }
  const [portal] = tests.filter(isNear).toSorted((one, other) => closeness(other) - closeness(one))
  if (portal !== undefined) return { level: 'portal', test: portal }
  const { succeeded, failed } = totals
  const all = tests.find(({ kind }) => kind === 'all')
  const ended = { outcomes: succeeded + failed, failures: failed }
  const isGood = all !== undefined && acceptingLogRatio(ratesAt(all.expected), ended) <= Math.log(goodEvidence)
  return { level: isGood ? 'good' : 'open', test: null }
}

/** Natural logarithm of the likelihood ratio as a part of the one that halts: 0 is the limit. */
function closeness(test: ShownTest): number {
  return haltingLogRatio(ratesAt(test.expected), test) - Math.log(limitOf(test.kind, test.place))
}

function isNear(test: ShownTest): boolean {
  return test.failures >= nearFailures && closeness(test) >= Math.log(nearPart)
}

function partOf<Test extends { readonly kind: TestKind }>(test: Test): Test | null {
  return test.kind === 'all' ? null : test
}
