// @module-tag rest
/** A backup that is older than the deletion of an account: restoring it erases the person again, by the list beside the backups. */
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config/readConfig.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { single } from '../../src/server/db/single.ts'
import { dataExports, files, users } from '../../src/server/db/tables.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import { removeOrphans } from '../../src/server/jobs/removeOrphans.ts'
import { eraseAccount } from '../../src/server/leaving/accountDeletion.ts'
import { onBoth, type Place } from '../support/databases.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { allFiles } from '../support/installations.ts'
import { addCatalogue, addLeaver, comeDue, factsOf, findWords, type Leaver } from '../support/leaver.ts'
import { runCommand } from '../support/scripts.ts'
import { openSealedLog } from '../support/sealedLog.ts'

const succeeded = { complaint: '', code: 0 }
const listName = 'fieldport-localhost-3000-erased.json'
const wordsOf = (mark: string) => Object.values(factsOf(mark))

const accountOf = async (db: Database, id = 0) => single(await db.select().from(users).where(eq(users.id, id)))
const inTwoHours = () => new Date(Date.now() + 2 * 60 * 60_000)

// A restore empties PostgreSQL, but puts another folder in the place of the embedded database's.
onBoth('folder', ({ createPlace }, itOnce) => {
  let source: Place
  let kept: string
  let file: string
  let made: unknown
  let [ada, ben]: Leaver[] = []

  beforeAll(async () => {
    source = await createPlace()
    kept = join(source.dataDir, 'kept')
    file = join(source.dataDir, 'older.backup')
    await inDatabase(source, async (db) => {
      const log = openSealedLog(db)
      await log.seal(true)
      const storage = openFolderStorage(join(source.dataDir, 'files'))
      const catalogue = await addCatalogue(db, storage)
      ada = await addLeaver(db, storage, 'ada', catalogue)
      ben = await addLeaver(db, storage, 'ben', catalogue)
      log.pass(3 * 60 * 60_000)
      await log.seal()
    })
    made = await runCommand('backup', [file], source.environment)
    await inDatabase(source, async (db) => {
      await comeDue(db, ada?.id ?? 0)
      const config = readConfig({ ...source.environment, BACKUP_TO: kept })
      await eraseAccount({ db, config, clock: () => new Date() }, ada?.id ?? 0)
    })
  })

  /** Nothing of one person, all of the other one, and chains that are whole. */
  async function expectErased(place: Place): Promise<void> {
    await inDatabase(place, async (db) => {
      expect(await findWords(db, [...wordsOf('ada'), 'hash of ada'])).toEqual([])
      expect(await accountOf(db, ben?.id)).toMatchObject({ lastname: 'Lastben', erasedAt: null })
      expect((await openSealedLog(db).check()).problems).toEqual([])
      const storage = openFolderStorage(join(place.dataDir, 'files'))
      await removeOrphans({ config: readConfig(place.environment), db, storage, clock: inTwoHours })
    })
    const stored = Object.keys(await allFiles(place))
    expect(stored).toContain(ben?.sha256)
    expect(stored).not.toContain(ada?.sha256)
  }

  itOnce('has the person, and no archive of anybody’s data [T875]', async () => {
    expect(made).toMatchObject(succeeded)
    const target = await createPlace()
    expect(await runCommand('restore', [file], target.environment)).toMatchObject(succeeded)
    await inDatabase(target, async (db) => {
      expect(await accountOf(db, ada?.id)).toMatchObject({ lastname: 'Lastada', erasedAt: null })
      expect(await db.$count(dataExports)).toBe(0)
      expect(await db.$count(files, eq(files.kind, 'dataExport'))).toBe(0)
    })
  })

  it('erases the person again where another computer restores it, by the list where backups are put [T876]', async () => {
    const list = await readFile(join(kept, listName), 'utf8')
    expect(JSON.parse(list)).toEqual({ erased: [{ account: ada?.id, since: expect.any(String), erasedAt: expect.any(String) }] })
    for (const word of wordsOf('ada')) expect(list).not.toContain(word)
    const target = await createPlace()
    const restored = await runCommand('restore', [file], { ...target.environment, BACKUP_TO: kept })
    expect(restored).toMatchObject(succeeded)
    expect(restored.out).toContain('Accounts that had been deleted since the backup, and were erased again: 1.')
    await expectErased(target)
  })

  itOnce('erases the person again by a list that lies beside the file [T877]', async () => {
    const target = await createPlace()
    const folder = target.dataDir
    await copyFile(file, join(folder, 'older.backup'))
    await copyFile(join(kept, listName), join(folder, listName))
    expect(await runCommand('restore', [join(folder, 'older.backup')], target.environment)).toMatchObject(succeeded)
    await expectErased(target)
  })

  itOnce('spares an account that has the number of one that was erased, and is another one', async () => {
    const target = await createPlace()
    const folder = target.dataDir
    await copyFile(file, join(folder, 'older.backup'))
    const other = { account: ben?.id, since: '2026-01-01T00:00:00.000Z', erasedAt: '2026-02-01T00:00:00.000Z' }
    await writeFile(join(folder, listName), JSON.stringify({ erased: [other] }))
    expect(await runCommand('restore', [join(folder, 'older.backup')], target.environment)).toMatchObject(succeeded)
    await inDatabase(target, async (db) => expect(await accountOf(db, ben?.id)).toMatchObject({ erasedAt: null }))
  })

  itOnce('spares people whom another installation that shares the place has erased, such as a copy for trials [T1013]', async () => {
    const target = await createPlace()
    const folder = target.dataDir
    const [shared, trial] = [join(folder, 'shared'), 'fieldport-trial.example.com-erased.json']
    await mkdir(shared)
    for (const place of [folder, shared]) await copyFile(join(kept, listName), join(place, trial))
    await copyFile(file, join(folder, 'older.backup'))
    const spared = await runCommand('restore', [join(folder, 'older.backup')], { ...target.environment, BACKUP_TO: shared })
    expect(spared).toMatchObject(succeeded)
    await inDatabase(target, async (db) => expect(await findWords(db, [factsOf('ada').lastname])).not.toEqual([]))
    // A backup that the other one made goes by its list.
    const theirs = join(folder, 'fieldport-trial.example.com-2026-11-21T020000Z.tar')
    await copyFile(file, theirs)
    expect(await runCommand('restore', [theirs, '--replace'], { ...target.environment, BACKUP_TO: shared })).toMatchObject(succeeded)
    await expectErased(target)
  })

  itOnce('is refused with a sentence where the list cannot be read, and nothing is changed [T878]', async () => {
    const target = await createPlace()
    const damaged = join(target.dataDir, 'damaged')
    expect(await runCommand('restore', [file], { ...target.environment, BACKUP_TO: kept })).toMatchObject(succeeded)
    await mkdir(damaged)
    await writeFile(join(damaged, listName), '{"erased": [{"account": "all"}]}')
    const refused = await runCommand('restore', [file, '--replace'], { ...target.environment, BACKUP_TO: damaged })
    expect(refused).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/The list of erased people.*cannot be read.*Nothing was done\./s),
    })
    await inDatabase(target, async (db) => expect(await findWords(db, wordsOf('ada'))).toEqual([]))
  })

  it('erases the person again where it replaces the database that they were erased from [T879]', async () => {
    expect(await runCommand('restore', [file, '--replace'], source.environment)).toMatchObject(succeeded)
    await expectErased(source)
  })

  itOnce('has the list beside it also in a place that was set after the deletion [T1014]', async () => {
    const moved = join(source.dataDir, 'moved')
    expect(await runCommand('backup', ['--scheduled'], { ...source.environment, BACKUP_TO: moved })).toMatchObject({ code: 0 })
    expect(await readFile(join(moved, listName), 'utf8')).toBe(await readFile(join(kept, listName), 'utf8'))
  })

  itOnce('leaves the list alone when a scheduled backup is made and older ones are removed', async () => {
    expect(await runCommand('backup', ['--scheduled'], { ...source.environment, BACKUP_TO: kept })).toMatchObject({ code: 0 })
    expect(await readdir(kept)).toEqual(expect.arrayContaining([listName]))
  })
})
