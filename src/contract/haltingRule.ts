/**
 * When the outcomes of a release halt it, and when they take the next step of its plan (docs/releases.md, "Halting"): sequential
 * likelihood-ratio tests, which may be looked at after every outcome. Knows no table, no clock and no words.
 */

/** Failures among outcomes. */
export type Count = { readonly outcomes: number; readonly failures: number }

/** `expected`: what the version before may fail at, p0. `worst`: the least rate worth halting for, p1. Both from 0 to 1. */
export type Rates = { readonly expected: number; readonly worst: number }

/** Where the likelihood ratio halts. 1 / `haltAt` bounds the chance of ever halting a good release, however often one looks (Ville). */
export const haltAt = 100
/** The first failures come from as many accounts (docs/releases.md). */
export const leastFailures = 3
/** The version before says nothing about the next one until it has as many outcomes. */
export const leastOutcomesBefore = 300

const unknownRate = 0.05
const [leastRate, mostRate] = [0.02, 0.2]

/** @param before the outcomes of the version before; null if there is none */
export function expectedRates(before: Count | null, { least = leastRate, unknown = unknownRate } = {}): Rates {
  const isKnown = before !== null && before.outcomes >= leastOutcomesBefore
  const expected = isKnown ? Math.min(mostRate, Math.max(least, upperWilson(before))) : Math.max(least, unknown)
  return { expected, worst: Math.max(2 * expected, expected + 0.03) }
}

/** Upper end of the one-sided 90 % Wilson interval of a rate. */
function upperWilson({ failures, outcomes }: Count): number {
  return wilsonInterval({ failures, outcomes }, 1.2816).upper
}

/** Both ends of the Wilson interval of a rate, 0 to 1 where nothing is known. `z`: 1.96 for 95 %, both ends together. */
export function wilsonInterval({ failures, outcomes }: Count, z = 1.96): { readonly lower: number; readonly upper: number } {
  if (outcomes === 0) return { lower: 0, upper: 1 }
  const rate = failures / outcomes
  const width = 1 + (z * z) / outcomes
  const middle = rate + (z * z) / (2 * outcomes)
  const spread = z * Math.sqrt((rate * (1 - rate)) / outcomes + (z * z) / (4 * outcomes ** 2))
  return { lower: Math.max(0, (middle - spread) / width), upper: Math.min(1, (middle + spread) / width) }
}

/** Natural logarithm of the likelihood of a mixture of bad rates, against the expected one. */
export function haltingLogRatio({ expected, worst }: Rates, count: Count): number {
  const alternatives = [
    [0.6, worst],
    [0.2, 4 * expected],
    [0.1, 0.3],
    [0.1, 0.9],
  ] as const
  const terms = alternatives.map(([weight, rate]) => Math.log(weight) + logRatio(rate, expected, count))
  const top = Math.max(...terms)
  return top + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - top), 0))
}

/** Natural logarithm of the likelihood of the worst rate that is accepted, against the expected one. Falls as outcomes succeed. */
export function acceptingLogRatio({ expected, worst }: Rates, count: Count): number {
  return logRatio(worst, expected, count)
}

function logRatio(rate: number, expected: number, { outcomes, failures }: Count): number {
  return failures * Math.log(rate / expected) + (outcomes - failures) * Math.log((1 - rate) / (1 - expected))
}

export function isHalting(rates: Rates, count: Count, limit = haltAt): boolean {
  return count.failures >= leastFailures && haltingLogRatio(rates, count) >= Math.log(limit)
}

/** The likelihood ratio at which the `place`-th hardware version halts, from 1. All of them together have another 1 / `haltAt`. */
export function stratumLimit(place: number): number {
  return haltAt * place * (place + 1)
}

/** A step is taken at or below this likelihood ratio of the worst rate against the expected one. */
export const stepEvidence = [1 / 2, 1 / 5, 1 / 20] as const

export function isAccepted(rates: Rates, count: Count, evidence: number): boolean {
  return acceptingLogRatio(rates, count) <= Math.log(evidence)
}

/** How many more outcomes a step waits for if none of them fails. */
export function outcomesToAccept({ expected, worst }: Rates, count: Count, evidence: number): number {
  const missing = acceptingLogRatio({ expected, worst }, count) - Math.log(evidence)
  return missing <= 0 ? 0 : Math.ceil(missing / Math.log((1 - expected) / (1 - worst)))
}
