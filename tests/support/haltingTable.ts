/**
 * How a release fares under the halting rule, exactly: every way through outcomes and failures with its probability, by dynamic programming.
 * As the owner's reference program computes it.
 */
import {
  acceptingLogRatio,
  type Count,
  expectedRates,
  isAccepted,
  isHalting,
  leastFailures,
  type Rates,
  stepEvidence,
  stratumLimit,
} from '../../src/contract/haltingRule.ts'

/** Ways that are less likely than this are dropped. */
const negligible = 1e-15
export const outcomesMost = 2000

export type Chances = {
  readonly stopped: number
  /** The outcome at which the chance of having stopped reached 50 % and 95 %; null if it did not. */
  readonly half: number | null
  readonly most: number | null
}

/**
 * The chance that a release stops, within `outcomesMost` outcomes of which each fails at `rate`.
 * @param end what becomes of a release with this count: it goes on, it stops, or it ends in another way and stops no more
 */
function chancesOf(rate: number, end: (count: Count) => 'goesOn' | 'stops' | 'ends'): Chances {
  let alive = new Map([[0, 1]])
  let stopped = 0
  let [half, most]: (number | null)[] = [null, null]
  for (let outcomes = 1; outcomes <= outcomesMost; outcomes += 1) {
    const after = new Map<number, number>()
    for (const [failures, weight] of alive) {
      for (const [failed, chance] of [
        [1, rate],
        [0, 1 - rate],
      ] as const) {
        const mass = weight * chance
        if (mass < negligible) continue
        const now = failures + failed
        const what = end({ outcomes, failures: now })
        if (what === 'stops') stopped += mass
        if (what === 'goesOn') after.set(now, (after.get(now) ?? 0) + mass)
      }
    }
    alive = after
    half ??= stopped >= 0.5 ? outcomes : null
    most ??= stopped >= 0.95 ? outcomes : null
  }
  return { stopped, half: half ?? null, most: most ?? null }
}

export type History = { readonly title: string; readonly before: Count | null; readonly base: number }

export const histories: readonly History[] = [
  { title: '3 % of 1,000', before: { failures: 30, outcomes: 1000 }, base: 0.03 },
  { title: '1 % of 50,000', before: { failures: 500, outcomes: 50_000 }, base: 0.01 },
  { title: 'nothing known', before: null, base: 0.03 },
]

function haltsAt(rates: Rates, rate: number): Chances {
  return chancesOf(rate, (count) => (isHalting(rates, count) ? 'stops' : 'goesOn'))
}

/** The chance that a release passes a step: one that is halted passes none. */
function passes(rates: Rates, rate: number, evidence: number): Chances {
  return chancesOf(rate, (count) => {
    if (isHalting(rates, count)) return 'ends'
    return isAccepted(rates, count, evidence) ? 'stops' : 'goesOn'
  })
}

/** How many first outcomes halt a release if all of them fail. */
function failuresInARow(rates: Rates, limit?: number): number {
  return firstOf(leastFailures, (failures) => isHalting(rates, { outcomes: failures, failures }, limit))
}

/** How many outcomes a step asks for if none of them fails. */
function cleanOutcomes(rates: Rates, evidence: number): number {
  return firstOf(1, (outcomes) => acceptingLogRatio(rates, { outcomes, failures: 0 }) <= Math.log(evidence))
}

function firstOf(from: number, is: (count: number) => boolean): number {
  let count = from
  while (!is(count)) count += 1
  return count
}

export function tableOf({ before, base }: History) {
  const rates = expectedRates(before)
  return {
    rates,
    inARow: { overall: failuresInARow(rates), strata: [1, 2, 3, 8].map((place) => failuresInARow(rates, stratumLimit(place))) },
    halts: [base, rates.expected, 0.06, 0.1, 0.3, 0.999].map((rate) => ({ rate, chances: haltsAt(rates, rate) })),
    steps: stepEvidence.map((evidence) => ({
      clean: cleanOutcomes(rates, evidence),
      passes: [...new Set([base, rates.worst, 0.1, 0.3])].map((rate) => ({ rate, chance: passes(rates, rate, evidence).stopped })),
    })),
  }
}
