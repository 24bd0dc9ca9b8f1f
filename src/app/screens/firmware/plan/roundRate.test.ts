import { expect, it } from 'vitest'
import { roundRate } from './roundRate.ts'

it.each([
  [1, 100, 100],
  [0.0377, 4, 100],
  [0.01, 1, 100],
  [0.0099, 1, 100],
  [0.005, 1, 200],
  [0.002, 1, 500],
  [1 / 12_345, 1, 12_300],
])('says %d as %d in %d', (rate, part, whole) => {
  expect(roundRate(rate)).toEqual({ part, whole })
})
