import { expect, it } from 'vitest'
import { timeNames } from './timeNames.ts'

const at = (time: string) => new Date(`2026-03-${time}`).getTime()
const names = (from: string, to: string, most: number, locale = 'en') =>
  timeNames({ from: at(from), to: at(to), count: 120 }, most, locale).map(({ name }) => name)

it('names times of a day, and the day at midnight', () => {
  expect(names('04T10:10', '04T13:00', 5)).toEqual(['11:00', '12:00', '13:00'])
  expect(names('04T20:00', '05T08:00', 5)).toEqual(['21:00', '5 Mar', '03:00', '06:00'])
})

it('names days, today among them, then months', () => {
  expect(names('01T10:00', '09T10:00', 10)).toEqual(['2 Mar', '3 Mar', '4 Mar', '5 Mar', '6 Mar', '7 Mar', '8 Mar', '9 Mar'])
  expect(names('01T10:00', '29T10:00', 6, 'fr')).toEqual(['1 mars', '8 mars', '15 mars', '22 mars', '29 mars'].slice(1))
  const year = timeNames({ from: new Date('2025-03-09T10:00').getTime(), to: at('09T10:00'), count: 120 }, 6, 'en')
  expect(year.at(-1)?.name).toBe('Mar 2026')
})

it('stands where its time is among places that lie evenly', () => {
  const [first, second] = timeNames({ from: at('04T10:00'), to: at('04T12:00'), count: 121 }, 3, 'en')
  expect(first).toEqual({ place: 0, name: '10:00' })
  expect(second).toEqual({ place: 60, name: '11:00' })
})

it('has a place for a release that has just begun, and never more names than have room', () => {
  expect(timeNames({ from: at('04T10:00'), to: at('04T10:00'), count: 120 }, 5, 'en')).toEqual([{ place: 119, name: '10:00' }])
  for (const days of [0.01, 0.2, 1, 3, 10, 40, 200, 900]) {
    for (const most of [1, 2, 3, 5, 8, 12]) {
      const shown = timeNames({ from: at('04T10:07'), to: at('04T10:07') + days * 86_400_000, count: 120 }, most, 'en')
      expect(shown.length, `${days} days, ${most}`).toBeLessThanOrEqual(most)
    }
  }
})
