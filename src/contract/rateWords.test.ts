import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { rateWords } from './rateWords.ts'

it.each([
  [0, 0, 100],
  [0.01, 1, 100],
  [0.0377, 4, 100],
  [0.05, 5, 100],
  [0.9, 90, 100],
  [1, 100, 100],
  [0.014, 14, 1000],
  [0.002, 2, 1000],
  [1 / 50_000, 2, 100_000],
])('says %f as %i in %i', (rate, count, base) => {
  expect(rateWords(rate)).toEqual({ count, base })
})

it('never says none of what has failed, nor changes a rate by more than a quarter', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 1_000_000 }), (failures, successes) => {
      const rate = failures / (failures + successes)
      const { count, base } = rateWords(rate)
      expect(count).toBeGreaterThan(0)
      expect(Math.abs(count / base - rate)).toBeLessThanOrEqual(rate * 0.25 + Number.EPSILON)
    }),
  )
})
