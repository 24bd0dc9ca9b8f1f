import { expect, it } from 'vitest'
import { mayPrefetch } from './prefetchFirmware.ts'

it.each([
  ['always', {}, true],
  ['always', { type: 'cellular' }, true],
  ['always', { saveData: true }, false],
  ['wifi', {}, true],
  ['wifi', { type: 'wifi' }, true],
  ['wifi', { type: 'ethernet' }, true],
  ['wifi', { type: 'cellular' }, false],
  ['wifi', { type: 'wifi', saveData: true }, false],
  ['never', { type: 'wifi' }, false],
] as const)('prefetches with the setting "%s" on a connection %j: %s', (choice, connection, isFetched) => {
  expect(mayPrefetch(choice, connection)).toBe(isFetched)
})
