// @module-tag rest
/** Backups and restores that must not happen, or were interrupted: what was there before stays. */
import { copyFile, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { settings } from '../../src/server/db/tables.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import { listed } from '../support/contents.ts'
import { onBoth, type Place } from '../support/databases.ts'
import { seedPlace } from '../support/demo.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { allRows, type Rows, whileWriting, withQuery } from '../support/installations.ts'
import { runCommand, startCommand } from '../support/scripts.ts'

const failed = (complaint: RegExp) => ({ out: '', complaint: expect.stringMatching(complaint), code: 1 })

// Each database finds out in its own way that a server runs or a restore broke off.
onBoth('folder', ({ createPlace }, itOnce) => {
  let source: Place
  let file: string
  let target: Place
  let before: Rows

  beforeAll(async () => {
    source = await createPlace()
    await seedPlace(source)
    file = join(source.dataDir, 'the.backup')
    await runCommand('backup', [file], source.environment)
  })

  beforeEach(async () => {
    target = await createPlace()
    await inDatabase(target, (db) => db.insert(settings).values({ key: 'lastBackup', value: '2026-11-21T02:00:00.000Z' }))
    before = await allRows(target)
  })

  const restore = (path: string, ...parts: string[]) => runCommand('restore', [path, ...parts], target.environment)

  itOnce('is for the owner of the file alone, and replaces none unless told to', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await runCommand('backup', [file], source.environment)).toEqual(failed(/is there already/))
    expect(await runCommand('backup', [file, '--force'], source.environment)).toMatchObject({ code: 0, complaint: '' })
    const beside = await readdir(source.dataDir)
    expect(beside.filter((name) => name.startsWith(basename(file)))).toEqual([basename(file)])
  })

  itOnce('refuses a file that was cut or changed anywhere, before anything changes', async () => {
    const broken = join(target.dataDir, 'broken.backup')
    const { size } = await stat(file)
    for (const length of [0, 1000, size - 512, size - 1]) {
      await copyFile(file, broken)
      await truncate(broken, length)
      expect(await restore(broken, '--replace')).toEqual(failed(/is not a whole backup/))
    }
    for (const place of [0, 150, 700, Math.floor(size / 2), size - 2000, size - 1]) {
      const bytes = await readFile(file)
      bytes[place] = (bytes[place] ?? 0) ^ 1
      await writeFile(broken, bytes)
      expect(await restore(broken, '--replace')).toEqual(failed(/is not a whole backup/))
      expect(await runCommand('backup', ['--check', broken], {})).toEqual(failed(/is not a whole backup/))
    }
    expect(await allRows(target)).toEqual(before)
    expect(await readdir(join(target.dataDir, 'files')).catch(() => [])).toEqual([])
  })

  it('does not restore beside a running server, or over data without being told to', async () => {
    await whileWriting(target, async () => {
      expect(await restore(file, '--replace')).toEqual(failed(/in use by another Fieldport|A server or a backup uses this database/))
    })
    // The writer is a demo: now there is data.
    const data = await allRows(target)
    expect(await restore(file)).toEqual(failed(/The database holds data already .*--replace/))
    expect(await allRows(target)).toEqual(data)
    expect(await restore(file, '--replace')).toMatchObject({ code: 0, complaint: '' })
    expect((await allRows(target))['budgets']?.some((line) => line.includes('pair-'))).toBe(false)
  })

  it('leaves what was before if it is killed half way', async () => {
    const restoring = startCommand('restore', [file, '--replace'], target.environment)
    // Rows come before files.
    await vi.waitFor(async () => expect(await readdir(join(target.dataDir, 'files'))).not.toEqual([]), { timeout: 300_000, interval: 1 })
    expect(await restoring.kill()).toBe('SIGKILL')
    expect(await allRows(target)).toEqual(before)

    expect(await restore(file)).toMatchObject({ code: 0, complaint: '' })
    expect((await allRows(target))['users']).toEqual((await allRows(source))['users'])
  })

  itOnce('names files that are missing or damaged, and backs up everything else', async () => {
    expect(await restore(file)).toMatchObject({ code: 0 })
    const storage = openFolderStorage(join(target.dataDir, 'files'))
    const stored = (await listed(storage)).map(({ sha256 }) => sha256)
    const [missing = '', damaged = ''] = stored
    await storage.remove(missing)
    const path = join(target.dataDir, 'files', damaged.slice(0, 2), damaged)
    await writeFile(path, 'x'.repeat((await stat(path)).size))

    const incomplete = join(target.dataDir, 'incomplete.backup')
    const made = await runCommand('backup', [incomplete], target.environment)
    expect(made.code).toBe(1)
    expect(made.complaint).toMatch(/^2 stored files are missing or damaged/)
    expect(made.complaint).toContain(missing)
    expect(made.complaint).toContain(damaged)
    expect(made.out).toMatch(new RegExp(` ${stored.length - 2} files`))
    // Restored from a whole one, the damaged file is repaired.
    expect(await restore(file, '--replace')).toMatchObject({ code: 0 })
    expect(await runCommand('backup', [incomplete, '--force'], target.environment)).toMatchObject({ code: 0, complaint: '' })
    await rm(incomplete)
  })

  itOnce('refuses the backup of a newer version', async () => {
    await withQuery(source, (query) => query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`))
    const newer = join(source.dataDir, 'newer.backup')
    expect(await runCommand('backup', [newer], source.environment)).toMatchObject({ code: 0 })
    expect(await restore(newer, '--replace')).toEqual(failed(/made by a newer Fieldport/))
    expect(await allRows(target)).toEqual(before)
    await withQuery(source, (query) => query(`delete from drizzle.__drizzle_migrations where hash = 'newer'`))
  })
})
