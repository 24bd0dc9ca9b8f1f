import { expect, it } from 'vitest'
import { versionPlace } from './versionPlace.ts'

const release = (releaseId: number, versionName: string, wasOffered = true, languages: string[] | null = null) => ({
  releaseId,
  versionName,
  wasOffered,
  languages,
})
const known = [
  release(9, '5.4', false, ['English']),
  release(8, '5.3'),
  release(7, '5.2'),
  release(6, '5.2'),
  release(5, '5.1'),
  release(4, '5.0', false),
  release(3, 'field'),
]
const place = (versionName: string, language: string | null = 'English', among = known) => versionPlace({ versionName, language }, among)

it.each([
  ['5.2 bis', { kind: 'between', older: '5.2', newer: '5.3', updates: ['5.2', '5.1'] }],
  [' 6 ', { kind: 'between', older: '5.4', newer: null, updates: ['5.3', '5.2', '5.1'] }],
  ['5.1-rc1', { kind: 'between', older: '5.0', newer: '5.1', updates: [] }],
  ['4', { kind: 'between', older: null, newer: '5.0', updates: [] }],
  ['v5.02', { kind: 'known', other: '5.2' }],
  ['5.2 field', { kind: 'unordered' }],
  [' ', null],
] as const)('places %s', (typed, expected) => {
  expect(place(typed)).toEqual(expected)
})

it('says that a new firmware joins a draft that has not its language yet', () => {
  expect(place('5.04', 'Français')).toEqual({ kind: 'joined', other: '5.4' })
  expect(place('5.4', ' english')).toEqual({ kind: 'known', other: '5.4' })
  expect(place('5.4', null)).toEqual({ kind: 'known', other: '5.4' })
  expect(place('5.3', 'Français')).toEqual({ kind: 'known', other: '5.3' })
})

it('says which one follows the same version in another way', () => {
  expect(place('5.2 bis', 'English', [...known, release(10, '5.2a', false)])).toEqual({ kind: 'mixed', other: '5.2a' })
})

it('has nothing to say of the first version', () => {
  expect(place('5.2', 'English', [])).toBeNull()
})
