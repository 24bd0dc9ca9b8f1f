import { expect, it } from 'vitest'
import { readMigrations } from './applyMigrations.ts'

/** Of every release, in their order. A line is added with a release, and none is ever changed. */
const released = ['ff05b10792ca84746a06cfdae22a7ad2723ac0ce2e9f5678e607aa17b17cdc7d']

it('no migration of a release is changed: servers would no longer know the databases that it made', () => {
  const hashes = readMigrations().map(({ hash }) => hash)
  expect(hashes.slice(0, released.length)).toEqual(released)
})
