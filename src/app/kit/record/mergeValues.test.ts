import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedBetween, mergeValues } from './mergeValues.ts'

const choice = (id: number) => ({ id, tostring: `Group ${id}` })
const groups = fc.uniqueArray(fc.nat(4).map(choice), { selector: ({ id }) => id })
const values = fc.record({
  firstname: fc.constantFrom('Ada', 'Grace', 'Joan'),
  country: fc.constantFrom('FR', 'CH'),
  phoneNumber: fc.constantFrom('612345678', '791234567'),
  selectedBetaGroupIds: groups,
})
const ids = (chosen: readonly { id: number }[]) => new Set(chosen.map(({ id }) => id))

describe('a form that somebody else has saved meanwhile', () => {
  it('keeps what was typed, takes over the rest, and leaves what is asked about as it was typed', () => {
    fc.assert(
      fc.property(values, values, values, (before, mine, theirs) => {
        const typed = changedBetween(before, mine)
        const merged = mergeValues(mine, { before, theirs, asked: [] })
        for (const field of ['firstname', 'country', 'phoneNumber'] as const)
          expect(merged[field]).toBe(typed.includes(field) ? mine[field] : theirs[field])
        expect(mergeValues(mine, { before, theirs, asked: ['country'] })).toMatchObject({
          country: mine.country,
          phoneNumber: mine.phoneNumber,
        })
      }),
    )
  })

  it('has the records that either has added, without those that either has removed', () => {
    fc.assert(
      fc.property(values, values, values, (before, mine, theirs) => {
        const merged = ids(mergeValues(mine, { before, theirs, asked: [] }).selectedBetaGroupIds)
        const [was, here, there] = [before, mine, theirs].map(({ selectedBetaGroupIds }) => ids(selectedBetaGroupIds)) as [
          Set<number>,
          Set<number>,
          Set<number>,
        ]
        const kept = was.intersection(here).intersection(there)
        expect(merged).toEqual(kept.union(here.difference(was)).union(there.difference(was)))
      }),
    )
  })

  it('is not changed by records in another order', () => {
    expect(changedBetween({ groups: [choice(1), choice(2)] }, { groups: [choice(2), choice(1)] })).toEqual([])
    expect(changedBetween({ groups: [choice(1)] }, { groups: [] })).toEqual(['groups'])
  })
})
