import { expect, it } from 'vitest'
import { versionPlace } from './versionPlace.ts'

const known = [
  { versionName: '5.3', wasOffered: true },
  { versionName: '5.2', wasOffered: true },
  { versionName: '5.1', wasOffered: true },
  { versionName: '5.0', wasOffered: false },
  { versionName: 'field', wasOffered: true },
]

it.each([
  ['5.2 bis', { kind: 'between', older: '5.2', newer: '5.3', updates: ['5.2', '5.1'] }],
  [' 6 ', { kind: 'between', older: '5.3', newer: null, updates: ['5.3', '5.2', '5.1'] }],
  ['5.1-rc1', { kind: 'between', older: '5.0', newer: '5.1', updates: [] }],
  ['4', { kind: 'between', older: null, newer: '5.0', updates: [] }],
  ['v5.02', { kind: 'known', other: '5.2' }],
  ['5.2 field', { kind: 'unordered' }],
  [' ', null],
] as const)('places %s', (typed, place) => {
  expect(versionPlace(typed, known)).toEqual(place)
})

it('says which one follows the same version in another way', () => {
  expect(versionPlace('5.2 bis', [...known, { versionName: '5.2a', wasOffered: false }])).toEqual({ kind: 'mixed', other: '5.2a' })
})

it('has nothing to say of the first version', () => {
  expect(versionPlace('5.2', [])).toBeNull()
})
