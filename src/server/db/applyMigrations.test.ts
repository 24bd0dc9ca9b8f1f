import { expect, it } from 'vitest'
import { readMigrations } from './applyMigrations.ts'

/** Of every release, in their order. A line is added with a release, and none is ever changed. */
const released = ['29d7158f4e3a5b4b730b8edbaed14eb4eff697923d0aef41d318939db4fe3bf9']

it('no migration of a release is changed: servers would no longer know the databases that it made', () => {
  const hashes = readMigrations().map(({ hash }) => hash)
  expect(hashes.slice(0, released.length)).toEqual(released)
})
