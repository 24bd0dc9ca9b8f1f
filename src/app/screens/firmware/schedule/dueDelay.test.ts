import { expect, it } from 'vitest'
import { dueDelayMs } from './dueDelay.ts'

it.each([
  ['just after a step that is due soon', 20_000, 21_000],
  ['within a timer’s reach for one that is due in a year', 366 * 86_400_000, 3_600_000],
  ['every few seconds once it is due', -1, 5_000],
  ['every minute where the server takes long', -60_000, 60_000],
])('looks %s', (_, untilDueMs, delayMs) => {
  expect(dueDelayMs(untilDueMs)).toBe(delayMs)
})
