import { expect, it } from 'vitest'
import { daysLeft } from './daysLeft.ts'

const hourMs = 60 * 60 * 1000
const morning = new Date(2026, 10, 21, 9)

it.each([
  [14 * 24, 14],
  [13 * 24 + 1, 14],
  [25, 2],
  [24, 1],
  [16, 1],
  [14, 0],
  [1, 0],
])('%d hours after nine in the morning are %d days', (hours, days) => {
  expect(daysLeft(morning, hours * hourMs)).toBe(days)
})
