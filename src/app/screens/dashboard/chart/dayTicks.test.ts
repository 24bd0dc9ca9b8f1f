import { expect, it } from 'vitest'
import { dayTicks } from './dayTicks.ts'

/** So many days up to 21 November 2026. */
function daysUpTo(count: number): string[] {
  return Array.from({ length: count }, (_, index) => new Date(Date.UTC(2026, 10, 21 - count + 1 + index)).toISOString().slice(0, 10))
}

function named(count: number, most: number, locale = 'en'): string[] {
  const days = daysUpTo(count)
  const { at, format } = dayTicks(days, most, locale)
  return at.map((index) => format(days[index] ?? ''))
}

it('names every day of a week, and today among the days of a month', () => {
  expect(named(7, 8)).toEqual(['15 Nov', '16 Nov', '17 Nov', '18 Nov', '19 Nov', '20 Nov', '21 Nov'])
  expect(named(32, 8)).toEqual(['24 Oct', '31 Oct', '7 Nov', '14 Nov', '21 Nov'])
  expect(named(93, 8).at(-1)).toBe('21 Nov')
})

it('names the months of a year, as many as have room, and then years', () => {
  expect(named(366, 14)).toHaveLength(12)
  expect(named(366, 4)).toEqual(['Jan 2026', 'Apr 2026', 'Jul 2026', 'Oct 2026'])
  expect(named(3_660, 12)).toEqual(['2017', '2018', '2019', '2020', '2021', '2022', '2023', '2024', '2025', '2026'])
})

it('names them in the reader’s language', () => {
  expect(named(7, 2, 'fr')).toEqual(['21 nov.'])
  expect(named(366, 4, 'fr')).toEqual(['janv. 2026', 'avr. 2026', 'juil. 2026', 'oct. 2026'])
})

it('never names more than have room, nor none', () => {
  for (const count of [1, 2, 7, 31, 62, 93, 94, 200, 366]) {
    for (const most of [0, 1, 2, 3, 5, 8, 12]) {
      const { length } = named(count, most)
      expect(length).toBeLessThanOrEqual(Math.max(most, count > 93 ? 2 : 1))
      expect(length).toBeGreaterThan(0)
    }
  }
})
