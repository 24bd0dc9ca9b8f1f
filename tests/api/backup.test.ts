/** Backups and restores by their commands, on both kinds of database. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { seedDemo } from '../../src/server/demo/seedDemo.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import { onBothDatabases, type Place, type TestDatabase } from '../support/databases.ts'
import { allFiles, allRows, type Rows, whileWriting } from '../support/installations.ts'
import { runCommand } from '../support/scripts.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** What a restore changes on purpose. */
const ended = [
  'sessions',
  'impersonations',
  'sign_in_grants',
  'sms_codes',
  'mailed_tokens',
  'pending_usernames',
  'pending_phones',
  'trusted_devices',
  'call_counts',
]

function comparable(rows: Rows): Rows {
  return Object.fromEntries(Object.entries(rows).filter(([table]) => table !== 'settings' && !ended.includes(table)))
}

async function fill(place: Place): Promise<void> {
  const { db, close } = await connectDatabase(place)
  await seedDemo(db, openFolderStorage(join(place.dataDir, 'files')))
  await close()
}

const pairs = (rows: Rows) => (rows['settings'] ?? []).filter((line) => line.includes('"pair-'))

const succeeded = { complaint: '', code: 0 }

onBothDatabases('connections', ({ createPlace }) => {
  let source: Place
  let file: string
  let [rows, files]: [Rows, Record<string, string>] = [{}, {}]

  beforeAll(async () => {
    source = await createPlace()
    await fill(source)
    file = join(source.dataDir, 'the.backup')
    const made = await whileWriting(source, () => runCommand('backup', [file], source.environment))
    expect(made).toMatchObject(succeeded)
    ;[rows, files] = [await allRows(source), await allFiles(source)]
  })

  it('is whole', async () => {
    expect(await runCommand('backup', ['--check', file], {})).toMatchObject(succeeded)
    expect(rows['settings']?.some((line) => line.includes('lastBackup'))).toBe(true)
  })

  function restoresInto(name: string, suite: (given: (use: TestDatabase) => void) => void) {
    describe(name, () => {
      suite(({ createPlace: createTarget }) => {
        it('gives every row and file back, of one moment', async () => {
          const target = await createTarget()
          expect(await runCommand('restore', [file], target.environment)).toMatchObject(succeeded)
          const restored = await allRows(target)
          expect(comparable(restored)).toEqual(comparable(rows))
          expect(await allFiles(target)).toEqual(files)
          const kept = pairs(restored)
          expect(kept.length).toBeGreaterThan(0)
          expect(pairs(rows)).toEqual(expect.arrayContaining(kept))
          expect(kept.filter((line) => line.includes('left')).length).toBe(kept.filter((line) => line.includes('right')).length)
          expect(ended.filter((table) => restored[table]?.length !== 0)).toEqual([])

          const second = join(target.dataDir, 'second.backup')
          expect(await runCommand('backup', [second], target.environment)).toMatchObject(succeeded)
          const third = await createTarget()
          expect(await runCommand('restore', [second], third.environment)).toMatchObject(succeeded)
          expect(comparable(await allRows(third))).toEqual(comparable(rows))
          await rm(second)
        })
      })
    })
  }
  restoresInto('restored into either database', (given) => onBothDatabases('connections', given))
})
