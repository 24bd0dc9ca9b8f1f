import { describe, expect, it } from 'vitest'
import { daysOf, periodOf, readShown, searchOf, shownDays } from './period.ts'

const today = '2026-11-21'

describe('a preset', () => {
  it.each([
    ['week', today, '2026-11-15'],
    ['month', today, '2026-10-21'],
    ['quarter', today, '2026-08-21'],
    ['year', today, '2025-11-21'],
    // Months without such a day end on their last one.
    ['month', '2026-03-31', '2026-02-28'],
    ['quarter', '2026-05-31', '2026-02-28'],
    ['year', '2028-02-29', '2027-02-28'],
    ['week', '2026-01-03', '2025-12-28'],
  ] as const)('of a %s goes back from %s to %s', (preset, now, from) => {
    expect(daysOf(preset, now)).toEqual({ from, to: now })
  })
})

describe('the address', () => {
  it('keeps what was chosen, and nothing of the default', () => {
    expect(searchOf(readShown({}))).toEqual({})
    const chosen = { product: 7, result: 'error', period: { from: '2026-01-01', to: '2026-02-01' } }
    expect(searchOf(readShown(chosen))).toEqual(chosen)
    expect(searchOf(readShown({ period: 'year' }))).toEqual({ period: 'year' })
  })

  it.each([
    { product: 'all' },
    { product: -1 },
    { product: 1.5 },
    { result: 'none' },
    { period: 'decade' },
    { period: { from: '2026-02-30', to: '2026-03-01' } },
    { period: { from: '2026-03-02', to: '2026-03-01' } },
    { period: { from: '1999-03-02', to: '2026-03-01' } },
    { period: { from: '2026-03-02' } },
    { unknown: 1 },
  ])('with nonsense is the default: %j', (search) => {
    expect(readShown(search)).toEqual({ product: 0, result: 'all', period: 'month' })
  })

  it('from another day never leads beyond today', () => {
    const period = { from: '2026-11-01', to: '2027-01-01' }
    expect(shownDays(readShown({ period }), today)).toEqual({ from: '2026-11-01', to: today })
    expect(shownDays(readShown({ period: { from: '2026-12-01', to: '2027-01-01' } }), today)).toEqual({ from: today, to: today })
  })
})

it('a period is asked for by times of its first and last day, in the reader’s time zone', () => {
  const { startDateTimestamp, endDateTimestamp, timeZone } = periodOf({ from: '2026-03-29', to: '2026-10-25' })
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  expect([format.format(startDateTimestamp), format.format(endDateTimestamp)]).toEqual(['2026-03-29', '2026-10-25'])
})
