/** The rule beside the figures of the owner's reference program (docs/releases.md, "Halting"). */
import { describe, expect, it } from 'vitest'
import { histories, tableOf } from '../../tests/support/haltingTable.ts'
import { acceptingLogRatio, expectedRates, haltAt, haltingLogRatio, isHalting, outcomesToAccept, stepEvidence } from './haltingRule.ts'

type Halt = readonly [rate: number, stopped: number, half: number | null, most: number | null]
type Figures = {
  readonly rates: readonly [expected: number, worst: number]
  readonly inARow: readonly [overall: number, ...strata: number[]]
  readonly halts: readonly Halt[]
  /** The outcomes without a failure that a step asks for, and the chance that it is passed, in the order of `tableOf`. */
  readonly steps: readonly (readonly [clean: number, passes: readonly number[]])[]
}

/** As the reference program prints them. */
const figures: Readonly<Record<string, Figures>> = {
  '3 % of 1,000': {
    rates: [0.0377, 0.0754],
    inARow: [3, 3, 3, 3, 4],
    halts: [
      [0.03, 0.0008, null, null],
      [0.038, 0.0067, null, null],
      [0.06, 0.809, 794, null],
      [0.1, 1, 130, 320],
      [0.3, 1, 15, 36],
      [0.999, 1, 3, 3],
    ],
    steps: [
      [18, [0.9993, 0.4855, 0.2373, 0.0016]],
      [41, [0.9992, 0.1952, 0.0382, 0]],
      [75, [0.9992, 0.0489, 0.0024, 0]],
    ],
  },
  '1 % of 50,000': {
    rates: [0.02, 0.05],
    inARow: [3, 3, 3, 3, 3],
    halts: [
      [0.01, 0.0001, null, null],
      [0.02, 0.0062, null, null],
      [0.06, 1, 168, 454],
      [0.1, 1, 65, 155],
      [0.3, 1, 12, 28],
      [0.999, 1, 3, 3],
    ],
    steps: [
      [23, [0.9999, 0.4888, 0.1004, 0.0003]],
      [52, [0.9999, 0.1961, 0.0054, 0]],
      [97, [0.9999, 0.0489, 0.0001, 0]],
    ],
  },
  'nothing known': {
    rates: [0.05, 0.1],
    inARow: [3, 3, 3, 4, 4],
    halts: [
      [0.03, 0.0001, null, null],
      [0.05, 0.0067, null, null],
      [0.06, 0.0641, null, null],
      [0.1, 1, 209, 596],
      [0.3, 1, 18, 43],
      [0.999, 1, 3, 3],
    ],
    steps: [
      [13, [0.9999, 0.4891, 0.0101]],
      [30, [0.9999, 0.1939, 0]],
      [56, [0.9999, 0.0483, 0]],
    ],
  },
}

const rounded = (value: number) => Number(value.toFixed(4))

describe('the table', () => {
  it.each(histories)('after $title is the reference’s', (history) => {
    const { rates, inARow, halts, steps } = tableOf(history)
    expect({
      rates: [rounded(rates.expected), rounded(rates.worst)],
      inARow: [inARow.overall, ...inARow.strata],
      halts: halts.map(({ rate, chances: { stopped, half, most } }) => [Number(rate.toFixed(3)), rounded(stopped), half, most]),
      steps: steps.map(({ clean, passes }) => [clean, passes.map(({ chance }) => rounded(chance))]),
    }).toEqual(figures[history.title])
  })
})

describe('the rule', () => {
  it('halts a good release with one chance in a hundred at most, whatever the version before', () => {
    for (const before of [null, { failures: 0, outcomes: 300 }, { failures: 60, outcomes: 300 }, { failures: 9000, outcomes: 10_000 }]) {
      const { expected, worst } = expectedRates(before)
      expect(expected).toBeGreaterThanOrEqual(0.02)
      expect(expected).toBeLessThanOrEqual(0.2)
      // A martingale that starts at 1: the mean of the ratio after one more outcome is the ratio before.
      for (const count of [
        { outcomes: 0, failures: 0 },
        { outcomes: 7, failures: 3 },
        { outcomes: 200, failures: 11 },
      ]) {
        const after = (failed: number) =>
          Math.exp(haltingLogRatio({ expected, worst }, { outcomes: count.outcomes + 1, failures: count.failures + failed }))
        const mean = expected * after(1) + (1 - expected) * after(0)
        expect(mean / Math.exp(haltingLogRatio({ expected, worst }, count))).toBeCloseTo(1, 10)
      }
      expect(haltingLogRatio({ expected, worst }, { outcomes: 0, failures: 0 })).toBeCloseTo(0, 10)
    }
    expect(haltAt).toBe(100)
  })

  it('never halts after fewer than three failures', () => {
    const rates = expectedRates(null)
    expect(isHalting(rates, { outcomes: 2, failures: 2 })).toBe(false)
    expect(isHalting(rates, { outcomes: 2, failures: 2 }, 0.001)).toBe(false)
    expect(isHalting(rates, { outcomes: 3, failures: 3 })).toBe(true)
  })

  it('says how many outcomes a step still waits for, and means it', () => {
    const rates = expectedRates({ failures: 30, outcomes: 1000 })
    expect(stepEvidence.map((evidence) => outcomesToAccept(rates, { outcomes: 0, failures: 0 }, evidence))).toEqual([18, 41, 75])
    const counts = [
      { outcomes: 5, failures: 0 },
      { outcomes: 30, failures: 1 },
      { outcomes: 90, failures: 4 },
      { outcomes: 300, failures: 2 },
    ]
    const after = (count: (typeof counts)[number], more: number) => acceptingLogRatio(rates, { ...count, outcomes: count.outcomes + more })
    const waiting = counts.flatMap((count) =>
      stepEvidence.map((evidence) => ({ count, limit: Math.log(evidence), more: outcomesToAccept(rates, count, evidence) })),
    )
    for (const { count, limit, more } of waiting) expect(after(count, more)).toBeLessThanOrEqual(limit)
    for (const { count, limit, more } of waiting.filter((one) => one.more > 0)) expect(after(count, more - 1)).toBeGreaterThan(limit)
  })
})
