import { expect, it } from 'vitest'
import { compareVersions } from './compareVersions.ts'

it.each([
  ['5.2', '5.2', 'same'],
  ['5.2', '5.2.0', 'same'],
  ['v5.2', '5.2', 'same'],
  ['5.10', '5.9', 'newer'],
  ['5.2.1', '5.2', 'newer'],
  ['6.0', '5.99', 'newer'],
  ['5.2', '5.2-beta', 'newer'],
  ['5.2-beta', '5.1', 'newer'],
  ['5.2-rc1', '5.2-beta2', 'newer'],
  ['5.2-beta2', '5.2-beta10', 'older'],
  ['4.9', '5.0', 'older'],
] as const)('%s compared with %s is %s', (left, right, relation) => {
  expect(compareVersions(left, right)).toBe(relation)
})

it('gives the opposite result in the opposite order', () => {
  expect(compareVersions('5.9', '5.10')).toBe('older')
  expect(compareVersions('5.2-beta', '5.2')).toBe('older')
})
