/**
 * When the outcomes of a release halt it, and when they take the next step of its plan (docs/releases.md, "Halting"): sequential
 * likelihood-ratio tests, which may be looked at after every outcome. Knows no table, no clock and no words.
 */
import { wilsonInterval } from './wilsonInterval.ts'

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
/** The normal quantile of a one-sided interval of 90 %. */
const oneSided90 = 1.2816
const [leastRate, mostRate] = [0.02, 0.2]

/** @param before the outcomes of the version before; null if there is none */
export function expectedRates(before: Count | null, { least = leastRate, unknown = unknownRate } = {}): Rates {
  const isKnown = before !== null && before.outcomes >= leastOutcomesBefore
  const expected = isKnown
    ? Math.min(mostRate, Math.max(least, wilsonInterval(before.failures, before.outcomes, oneSided90).high))
    : Math.max(least, unknown)
  return ratesAt(expected)
}

/** `expected`: p0, from 0 to 1. */
export function ratesAt(expected: number): Rates {
  return { expected, worst: Math.max(2 * expected, expected + 0.03) }
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

/** What is watched of a release: all of it, each hardware version, detectors left empty, silence, each build and browser of the portal. */
export const testKinds = ['all', 'hardware', 'empty', 'silent', 'build', 'browser'] as const
export type TestKind = (typeof testKinds)[number]

/** A fault of the portal or of a browser is not the firmware's: it pauses the plan, and halts nothing. */
export function isOfPortal(kind: TestKind): boolean {
  return kind === 'build' || kind === 'browser'
}

/** The likelihood ratio at which a test halts; `place` counts those of its kind, from 1. All false halts together: at most 3 %. */
export function limitOf(kind: TestKind, place: number): number {
  switch (kind) {
    case 'all':
      return haltAt
    case 'empty':
    case 'silent':
      return 2 * haltAt
    case 'hardware':
    case 'build':
    case 'browser':
      return stratumLimit(place)
  }
}

/** The least rate that each kind expects, where the version before failed less often. */
const leastExpected: Readonly<Record<TestKind, number>> = {
  all: leastRate,
  hardware: leastRate,
  build: leastRate,
  browser: leastRate,
  empty: 0.002,
  silent: 0.1,
}

/** What a test of this kind expects. @param before how the version before did in it; null if there is none */
export function ratesOfKind(kind: TestKind, before: Count | null): Rates {
  const least = leastExpected[kind]
  return expectedRates(before, { least, ...(kind === 'empty' && { unknown: least }) })
}

/** How many detectors of one account count. */
export const accountDetectorsMax = 5

/**
 * Whether a failure counts in a test: the first ones only if each comes from another account.
 * @param counted how many count in this test already
 * @param hasAccountFailed whether a failure of the same account was one for this test before
 */
export function isCountedFailure(counted: number, hasAccountFailed: boolean): boolean {
  return counted >= leastFailures || !hasAccountFailed
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

/** A test that has reached its limit, as it was then. `before`: how the version before did; null where that is not known. */
export type TestFound = Count & Pick<Rates, 'expected'> & { readonly kind: TestKind; readonly name: string; readonly before: Count | null }

/** What its failures are measured by, from 0 to 1: the version before where that is known well enough, else what was expected. */
export function comparedWith({ before, expected }: Pick<TestFound, 'before' | 'expected'>): { of: 'before' | 'expected'; rate: number } {
  if (before === null || before.outcomes < leastOutcomesBefore) return { of: 'expected', rate: expected }
  return { of: 'before', rate: before.failures / before.outcomes }
}
