import { expect, it } from 'vitest'
import { readMigrations } from './applyMigrations.ts'

/** Of every release, in their order. A line is added with a release, and none is ever changed. */
const released = ['424ff868cf9e2864b5cd8dfb9d204c9e34e71abaf544b707ae36a878d99f8b2b']

it('no migration of a release is changed: servers would no longer know the databases that it made', () => {
  const hashes = readMigrations().map(({ hash }) => hash)
  expect(hashes.slice(0, released.length)).toEqual(released)
})
