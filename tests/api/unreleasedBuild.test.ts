// @module-tag rest
/** Databases and backups that builds from before the first release made: they are recognised, and nothing is done to them. */
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { databaseEntry, describeDatabase } from '../../src/server/backup/format.ts'
import { readMigrations } from '../../src/server/db/applyMigrations.ts'
import { onBoth, type Place } from '../support/databases.ts'
import { findingOf } from '../support/doctor.ts'
import { freePort } from '../support/freePort.ts'
import { allRows, schemaOf, withQuery } from '../support/installations.ts'
import { writeEntries } from '../support/madeBackups.ts'
import { newerBuild } from '../support/newerBuild.ts'
import { runCommand } from '../support/scripts.ts'

const sentence =
  'The database was made by an unreleased build of Fieldport, from which there is no upgrade. Nothing was changed. ' +
  'Start with an empty one: another DATABASE_URL, or without one another DATA_DIR.'
const ofBackup = 'The backup was made by an unreleased build of Fieldport, from which there is no upgrade. Nothing was done.'

const newer = newerBuild('alter table users add column one integer')

onBoth('folder', ({ createPlace }) => {
  let place: Place
  beforeEach(async () => {
    place = await createPlace()
    const installed = `insert into settings (key, value) values ('installedAt', '2026-11-21T02:00:00.000Z')`
    await withQuery(place, (query) => query(installed))
  })

  const everything = async () => ({ rows: await allRows(place), schema: await schemaOf(place) })

  it.each([
    ['it has another first migration', `update drizzle.__drizzle_migrations set hash = reverse(hash)`],
    [
      'it has other migrations of other dates',
      `update drizzle.__drizzle_migrations set hash = reverse(hash), created_at = created_at - 2;
       insert into drizzle.__drizzle_migrations (hash, created_at) select hash || '0', created_at + 1 from drizzle.__drizzle_migrations`,
    ],
  ])('neither a demo nor another server starts where %s, and nothing is changed', async (_, statements) => {
    for (const statement of statements.split(';')) await withQuery(place, (query) => query(statement))
    const before = await everything()
    for (const DEMO of ['true', 'false']) {
      const environment = { ...place.environment, DEMO, PORT: String(await freePort()) }
      expect(await runCommand('main', [], environment)).toEqual({ out: '', complaint: `Fieldport did not start. ${sentence}\n`, code: 1 })
    }
    const migrated = await runCommand('migrate', [], place.environment)
    expect(migrated).toMatchObject({ complaint: expect.stringContaining(sentence), code: 1 })
    expect(await everything()).toEqual(before)
    expect(await findingOf('migrations', place.environment)).toMatchObject({
      verdict: 'fault',
      sentence: expect.stringContaining('an unreleased build'),
    })
  })

  it('a backup is neither restored nor found whole whose schema no release has', async () => {
    const before = await everything()
    const file = join(place.dataDir, 'unreleased.backup')
    const version = (readMigrations()[0]?.folderMillis ?? 0) - 1
    const description = { madeAt: '2026-11-21T02:00:00.000Z', version, tables: [], sequences: [] }
    await writeEntries(file, [[databaseEntry, describeDatabase(description)]])
    const refused = { out: '', complaint: expect.stringContaining(ofBackup), code: 1 }
    expect(await runCommand('restore', [file, '--replace'], place.environment)).toEqual(refused)
    expect(await runCommand('backup', ['--check', file], {})).toEqual(refused)
    expect(await everything()).toEqual(before)
  })

  it('a database that a newer version has migrated is used as before', async () => {
    expect(await newer.run('migrate', [], place.environment)).toMatchObject({ complaint: '', code: 0 })
    expect(await runCommand('migrate', [], place.environment)).toMatchObject({ complaint: '', code: 0 })
  })
})
