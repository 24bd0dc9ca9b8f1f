import { expect, it } from 'vitest'
import { workingDaysBefore } from './workingDays.ts'

const before = (moment: string, days = 5) => workingDaysBefore(new Date(moment), days).toISOString()

it('a week of five working days leaves out the weekend [T890]', () => {
  // A Friday, and the Friday before it.
  expect(before('2026-11-27T15:30:00.000Z')).toBe('2026-11-20T15:30:00.000Z')
  // A Monday; what was sent on the Sunday after that day is not late yet.
  expect(before('2026-11-23T08:00:00.000Z')).toBe('2026-11-16T08:00:00.000Z')
  // On a weekend, it counts from the Friday before.
  expect(before('2026-11-28T08:00:00.000Z')).toBe('2026-11-23T08:00:00.000Z')
  expect(before('2026-11-29T08:00:00.000Z', 1)).toBe('2026-11-27T08:00:00.000Z')
})
