import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  claimRefusal,
  type CoilFacts,
  coilWarranty,
  detectorFactsAt,
  detectorWarranty,
  extensionPeriod,
  isExpired,
  needsConfirmation,
  warrantyExtension,
} from './warranty.ts'

const midnight = (day: string) => `${day}T00:00:00.000Z`
const nothing: CoilFacts = { purchaseDate: null, startWarrantyExtension: null, endWarrantyExtension: null, code: null }
const bought = (day: string): CoilFacts => ({ ...nothing, purchaseDate: midnight(day) })
const extended = (day: string): CoilFacts => {
  const { start, end } = warrantyExtension(midnight(day))
  return { ...bought(day), startWarrantyExtension: start, endWarrantyExtension: end, code: 'ABCD' }
}
const days = (period: { start: string; end: string } | null) => period && [period.start, period.end].map((at) => at.slice(0, 10))

describe('how long a coil is covered', () => {
  it.each([
    ['an ordinary day', '2026-11-21', '2031-11-21', '2036-11-21'],
    ['the last day of a year', '2026-12-31', '2031-12-31', '2036-12-31'],
    ['the first day of a year', '2027-01-01', '2032-01-01', '2037-01-01'],
    ['29 February, whose anniversaries are on the 28th', '2024-02-29', '2029-02-28', '2034-02-28'],
    ['28 February, which a leap year does not move', '2023-02-28', '2028-02-28', '2033-02-28'],
    ['1 March of a leap year', '2024-03-01', '2029-03-01', '2034-03-01'],
    ['29 February, across a century that is no leap year', '2096-02-29', '2101-02-28', '2106-02-28'],
    ['long ago', '1900-01-01', '1905-01-01', '1910-01-01'],
  ])('bought on %s: five years, ten with a code [T242]', (_, purchase, five, ten) => {
    expect(days(coilWarranty(bought(purchase)))).toEqual([purchase, five])
    expect(days(coilWarranty(extended(purchase)))).toEqual([purchase, ten])
    expect(days(warrantyExtension(midnight(purchase)))).toEqual([five, ten])
  })

  it('is unknown without a purchase', () => {
    expect(coilWarranty(nothing)).toBeNull()
    expect(coilWarranty({ ...nothing, code: 'ABCD' })).toBeNull()
  })

  it('is the extension alone for older records that have nothing else', () => {
    const record = { ...nothing, startWarrantyExtension: midnight('2020-05-01'), endWarrantyExtension: midnight('2025-05-01') }
    expect(days(coilWarranty(record))).toEqual(['2020-05-01', '2025-05-01'])
  })
})

it('a detector is covered to the end of its extension or its warranty; its warranty is unknown if either end is missing', () => {
  const detector = { startWarranty: midnight('2024-05-01'), endWarranty: midnight('2029-05-01'), endWarrantyExtension: null }
  expect(days(detectorWarranty(detector))).toEqual(['2024-05-01', '2029-05-01'])
  expect(days(detectorWarranty({ ...detector, endWarrantyExtension: midnight('2034-05-01') }))).toEqual(['2024-05-01', '2034-05-01'])
  expect(detectorWarranty({ ...detector, startWarranty: null })).toBeNull()
  expect(detectorWarranty({ ...detector, endWarranty: null })).toBeNull()
})

it('a detector that is registered is covered for five years, ten if it was extended before', () => {
  const plain = detectorFactsAt(midnight('2024-02-29'), { isExtended: false })
  expect(days(detectorWarranty(plain))).toEqual(['2024-02-29', '2029-02-28'])
  expect(extensionPeriod(plain)).toBeNull()
  const longer = detectorFactsAt(midnight('2024-02-29'), { isExtended: true })
  expect(days(detectorWarranty(longer))).toEqual(['2024-02-29', '2034-02-28'])
  expect(days(extensionPeriod(longer))).toEqual(['2029-02-28', '2034-02-28'])
})

it('an extension has a period only if both its ends are known', () => {
  expect(days(extensionPeriod(extended('2026-01-01')))).toEqual(['2031-01-01', '2036-01-01'])
  expect(extensionPeriod(nothing)).toBeNull()
  expect(extensionPeriod({ ...nothing, endWarrantyExtension: midnight('2036-01-01') })).toBeNull()
})

describe('the end of a warranty', () => {
  it.each([
    ['a year before', '2030-11-21T00:00:00.000Z', false],
    ['the last millisecond', '2031-11-20T23:59:59.999Z', false],
    ['the end itself', '2031-11-21T00:00:00.000Z', true],
    ['a millisecond later', '2031-11-21T00:00:00.001Z', true],
    ['the last second in Auckland, whose calendar is a day ahead', '2031-11-21T12:59:59.999+13:00', false],
    ['the end in Honolulu, whose calendar is a day behind', '2031-11-20T14:00:00.000-10:00', true],
  ])('a warranty to 21 November 2031, at %s [T243]', (_, now, isOver) => {
    expect(isExpired({ end: midnight('2031-11-21') }, new Date(now))).toBe(isOver)
  })
})

describe('whether a code can be claimed', () => {
  const existing = 'warranty.extension.exists.error'
  const over = 'warranty.claim.window.over.error'
  it.each([
    ['bought today', bought('2026-11-21'), null],
    ['bought where it is tomorrow already', bought('2026-11-22'), null],
    ['bought 23 months ago', bought('2024-12-21'), null],
    ['bought 24 months ago but a day', bought('2024-11-22'), null],
    ['bought 24 months ago to the day', bought('2024-11-21'), null],
    ['bought 24 months and a day ago [T276]', bought('2024-11-20'), over],
    ['bought 25 months ago', bought('2024-10-21'), over],
    ['bought long ago', bought('1999-01-01'), over],
    ['no purchase date', nothing, null],
    ['extension present', extended('2026-01-01'), existing],
    ['extension present, bought long ago', extended('2016-01-01'), existing],
    ['extension present, no purchase date', { ...nothing, code: 'ABCD' }, existing],
    ['an extension without its code', { ...bought('2026-01-01'), endWarrantyExtension: midnight('2036-01-01') }, existing],
  ])('%s', (_, facts, refusal) => {
    expect(claimRefusal(facts, new Date('2026-11-21T10:00:00.000Z'))).toBe(refusal)
  })

  it.each([
    ['the first moment of the last day', '2026-11-21T00:00:00.000Z', null],
    ['the last millisecond of the last day', '2026-11-21T23:59:59.999Z', null],
    ['the moment after', '2026-11-22T00:00:00.000Z', over],
    ['the first half hour of that day in Paris, still the day before in UTC', '2026-11-21T00:30:00.000+01:00', null],
    ['the first half hour of the day after in Paris, still the last day in UTC', '2026-11-22T00:30:00.000+01:00', null],
    ['the evening of the last day in New York, the day after in UTC', '2026-11-21T20:00:00.000-05:00', over],
  ])('bought on 21 November 2024, at %s', (_, now, refusal) => {
    expect(claimRefusal(bought('2024-11-21'), new Date(now))).toBe(refusal)
  })

  it.each([
    ['29 February ends on the 28th', '2024-02-29', '2026-02-28T23:59:59.999Z', null],
    ['and not on 1 March', '2024-02-29', '2026-03-01T00:00:00.000Z', over],
    ['28 February ends on the 28th of a leap year', '2026-02-28', '2028-02-28T23:59:59.999Z', null],
    ['and not on the 29th', '2026-02-28', '2028-02-29T00:00:00.000Z', over],
  ])('%s', (_, purchase, now, refusal) => {
    expect(claimRefusal(bought(purchase), new Date(now))).toBe(refusal)
  })
})

it.each([
  ['on the day of the claim', '2026-11-21', false],
  ['24 months before the claim', '2024-11-21', false],
  ['24 months and a day before it', '2024-11-20', true],
  ['after the claim', '2026-11-23', true],
])('a code extends a coil bought %s without a confirmation, or not', (_, day, isNeeded) => {
  expect(needsConfirmation(day, '2026-11-21T09:00:00.000Z')).toBe(isNeeded)
  // Some older extensions have no code.
  expect(needsConfirmation(day, null)).toBe(true)
})

it('lasts five years, ten with a code, for any day of two centuries; only 29 February ends a day early [T322]', () => {
  const dayMs = 24 * 60 * 60 * 1000
  const anyDay = fc.integer({ min: 0, max: 73_000 }).map((count) => new Date(Date.UTC(1900, 0, 1) + count * dayMs).toISOString())
  fc.assert(
    fc.property(anyDay, (purchaseDate) => {
      const { start, end } = warrantyExtension(purchaseDate)
      const years = (at: string) => Number(at.slice(0, 4)) - Number(purchaseDate.slice(0, 4))
      expect([years(start), years(end)]).toEqual([5, 10])
      const isLeapDay = purchaseDate.slice(5, 10) === '02-29'
      expect(start.slice(4)).toBe(isLeapDay ? '-02-28T00:00:00.000Z' : purchaseDate.slice(4))
    }),
    { numRuns: 2_000 },
  )
})
