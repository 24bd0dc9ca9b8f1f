import { describe, expect, it } from 'vitest'
import { localDays, quarterMs } from './localDays.ts'

/** The days from one instant to another, each with the instant at which it begins and its hours. */
function daysOf(timeZone: string, start: string, end: string) {
  const { days, bounds } = localDays(new Date(start), new Date(end), timeZone)
  return days.map((day, index) => {
    const [from = Number.NaN, to = Number.NaN] = bounds.slice(index)
    return { day, starts: new Date(from * quarterMs).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length), hours: (to - from) / 4 }
  })
}

describe('days', () => {
  it.each([
    ['UTC', '2026-11-21T00:00', 24],
    ['Europe/Paris', '2026-11-20T23:00', 24],
    ['America/New_York', '2026-11-21T05:00', 24],
    ['Asia/Kolkata', '2026-11-20T18:30', 24],
    ['Australia/Adelaide', '2026-11-20T13:30', 24],
    ['Asia/Kathmandu', '2026-11-20T18:15', 24],
    ['Pacific/Chatham', '2026-11-20T10:15', 24],
    ['America/St_Johns', '2026-11-21T03:30', 24],
    ['Pacific/Kiritimati', '2026-11-20T10:00', 24],
    ['Etc/GMT+12', '2026-11-21T12:00', 24],
  ])('begin at midnight in %s', (timeZone, starts, hours) => {
    const noon = new Date(Date.parse(`${starts}Z`) + 12 * 60 * 60 * 1000).toISOString()
    expect(daysOf(timeZone, noon, noon)).toEqual([{ day: '2026-11-21', starts, hours }])
  })

  it.each([
    ['Europe/Paris', '2026-03-29', '2026-03-28T23:00', 23],
    ['Europe/Paris', '2026-10-25', '2026-10-24T22:00', 25],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00', 25],
    // By half an hour.
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30', 23.5],
    ['Pacific/Chatham', '2026-09-27', '2026-09-26T11:15', 23],
    // Midnight itself is left out, or comes twice.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00', 23],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00', 23],
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00', 25],
  ])('last as long as the clocks say where they change: %s on %s', (timeZone, day, starts, hours) => {
    const within = new Date(Date.parse(`${starts}Z`) + 6 * 60 * 60 * 1000).toISOString()
    expect(daysOf(timeZone, within, within)).toEqual([{ day, starts, hours }])
  })

  it('follow one another without a gap over a year, and are those of both ends', () => {
    for (const timeZone of ['Europe/Paris', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Santiago']) {
      const { days, bounds } = localDays(new Date('2025-11-21T10:00:00Z'), new Date('2026-11-21T10:00:00Z'), timeZone)
      expect(days).toHaveLength(366)
      expect([days[0], days.at(-1)]).toEqual(['2025-11-21', '2026-11-21'])
      expect(bounds).toHaveLength(367)
      expect(bounds.slice(1).every((bound, index) => bound > (bounds[index] ?? Number.NaN))).toBe(true)
    }
  })

  it('are those on which the two instants lie, not whole days between them', () => {
    expect(daysOf('Europe/Paris', '2026-11-20T22:59:59.999Z', '2026-11-20T23:00:00.000Z').map(({ day }) => day)).toEqual([
      '2026-11-20',
      '2026-11-21',
    ])
  })

  it('are none where the end comes before the start', () => {
    const end = new Date('2026-11-21T00:00:00Z')
    for (const start of [new Date('2026-11-21T00:00:00.001Z'), new Date(10 ** 15 - 1)])
      expect(localDays(start, end, 'UTC')).toEqual({ days: [], bounds: [] })
  })
})
