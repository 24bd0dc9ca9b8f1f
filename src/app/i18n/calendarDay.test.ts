import { expect, it } from 'vitest'
import { formatDay, localDate, localDay, parseDay } from './calendarDay.ts'

it.each([
  ['2026-11-21', '21/11/2026'],
  ['2026-11-21T00:00:00.000Z', '21/11/2026'],
  ['2024-02-29', '29/02/2024'],
])('shows %s as %s in every time zone', (day, shown) => {
  expect(formatDay(day)).toBe(shown)
})

it.each([
  ['21/11/2026', '2026-11-21'],
  [' 1/3/2026 ', '2026-03-01'],
  ['01.03.2026', '2026-03-01'],
  ['1 3 2026', '2026-03-01'],
  ['1-3-2026', '2026-03-01'],
  ['2026-11-21', '2026-11-21'],
  ['', null],
  ['21/11', null],
  ['21/11/26', null],
  ['tomorrow', null],
])('reads %j as %s', (typed, day) => {
  expect(parseDay(typed)).toBe(day)
})

it('leaves it to the contract whether a day exists', () => {
  expect(parseDay('30/02/2026')).toBe('2026-02-30')
})

it("converts to a calendar widget's date and back without losing a day", () => {
  for (const day of ['1999-12-31', '2024-02-29', '2026-03-29', '2026-10-25']) expect(localDay(localDate(day) ?? new Date(0))).toBe(day)
  for (const none of ['', '21/1', '2026-02-30', '2026-13-01']) expect(localDate(none)).toBeUndefined()
})
