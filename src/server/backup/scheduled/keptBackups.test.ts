import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptBackups } from './keptBackups.ts'

const dayMs = 24 * 60 * 60_000
const firstMs = Date.parse('2026-01-01T02:00:00.000Z')
const at = (day: number) => new Date(firstMs + day * dayMs)
const names = (times: readonly Date[]) => times.map((time) => time.toISOString())

const dayOf = (time: Date) => time.toISOString().slice(0, 10)
const monthOf = (time: Date) => dayOf(time).slice(0, 7)
const mondayOf = (time: Date) => dayOf(new Date(time.getTime() - ((time.getUTCDay() + 6) % 7) * dayMs))
const periods = (of: (time: Date) => string, among: readonly Date[]) => [...new Set(among.map(of))].toSorted().toReversed()

/** Removing after each backup, as it is done. */
function keptDayByDay(times: readonly Date[]): Date[] {
  let kept: Date[] = []
  for (const time of times) kept = keptBackups([...kept, time])
  return kept
}

const history = fc
  .uniqueArray(fc.integer({ min: 0, max: 800 * 24 }), { maxLength: 300 })
  .map((hours) => hours.toSorted((one, other) => one - other).map((hour) => new Date(firstMs + (hour * dayMs) / 24)))

describe('which scheduled backups stay', () => {
  it('are those of 7 days, 5 weeks and 12 months, of one made each night for years', () => {
    const kept = names(keptDayByDay(Array.from({ length: 1000 }, (_, day) => at(day)))).map((time) => time.slice(0, 10))
    // The newest is of Tuesday, 26 September 2028.
    expect(kept).toEqual(
      [
        ['2028-09-26', '2028-09-25', '2028-09-24', '2028-09-23', '2028-09-22', '2028-09-21', '2028-09-20'],
        ['2028-09-17', '2028-09-10', '2028-09-03', '2028-08-31', '2028-07-31', '2028-06-30', '2028-05-31', '2028-04-30'],
        ['2028-03-31', '2028-02-29', '2028-01-31', '2027-12-31', '2027-11-30', '2027-10-31'],
      ].flat(),
    )
  })

  it('are always the newest one and at most 24, whatever gaps there were', () => {
    fc.assert(
      fc.property(history, (times) => {
        const kept = keptBackups(times)
        expect(names(kept.slice(0, 1))).toEqual(names(times.slice(-1)))
        expect(kept.length).toBeLessThanOrEqual(24)
        const days = new Set(times.map(dayOf)).size
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(days, 7))
      }),
    )
  })

  it('do not depend on when the others were removed, or on their order', () => {
    fc.assert(
      fc.property(history, (times) => {
        expect(names(keptDayByDay(times))).toEqual(names(keptBackups(times)))
        expect(names(keptBackups(keptBackups(times)))).toEqual(names(keptBackups(times)))
        expect(names(keptBackups(times.toReversed()))).toEqual(names(keptBackups(times)))
      }),
    )
  })

  it('leave of each of the last 7 days, 5 weeks and 12 months with a backup at least one', () => {
    fc.assert(
      fc.property(history, (times) => {
        const kept = keptBackups(times)
        for (const [of, most] of [[dayOf, 7] as const, [mondayOf, 5] as const, [monthOf, 12] as const])
          expect(periods(of, kept).slice(0, most)).toEqual(periods(of, times).slice(0, most))
      }),
    )
  })
})
