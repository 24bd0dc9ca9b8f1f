import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilsonInterval } from './wilsonInterval.ts'

describe('the interval of a success rate', () => {
  // The values of R's prop.test(correct = FALSE), with 1.96 for the quantile.
  it.each([
    [0, 1, 0, 0.7935],
    [1, 1, 0.2065, 1],
    [0, 10, 0, 0.2775],
    [5, 10, 0.2366, 0.7634],
    [9, 10, 0.5958, 0.9821],
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [996, 1000, 0.9898, 0.9984],
  ])('of %i in %i goes from %f to %f', (successes, trials, low, high) => {
    const interval = wilsonInterval(successes, trials)
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })

  it('says nothing without a trial', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 })
  })

  it('holds the rate, stays between 0 and 1, mirrors failures, and narrows with more trials', () => {
    const counts = fc.nat(5_000).chain((trials) => fc.tuple(fc.nat(trials), fc.constant(trials)))
    fc.assert(
      fc.property(counts, ([successes, trials]) => {
        fc.pre(trials > 0)
        const { low, high } = wilsonInterval(successes, trials)
        const rate = successes / trials
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(rate)
        expect(high).toBeGreaterThanOrEqual(rate)
        const mirrored = wilsonInterval(trials - successes, trials)
        expect(mirrored.low).toBeCloseTo(1 - high, 10)
        const more = wilsonInterval(successes * 10, trials * 10)
        expect(more.high - more.low).toBeLessThan(high - low)
      }),
    )
  })
})
