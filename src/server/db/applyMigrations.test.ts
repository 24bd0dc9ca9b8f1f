import { expect, it } from 'vitest'
import { readMigrations } from './applyMigrations.ts'

/** Of every release, in their order. A line is added with a release, and none is ever changed. */
const released = ['1cefe1de8aa549da32b016f18d943d8ba749afe99c6c87cd90caf128a28314f0']

it('no migration of a release is changed: servers would no longer know the databases that it made', () => {
  const hashes = readMigrations().map(({ hash }) => hash)
  expect(hashes.slice(0, released.length)).toEqual(released)
})
