// @module-tag rest
/** What a scheduled backup must survive before it counts, and what happens where it does not. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { makeBackup } from '../../src/server/backup/makeBackup.ts'
import { rehearse } from '../../src/server/backup/rehearsal/rehearse.ts'
import { makeScheduledBackup } from '../../src/server/backup/scheduled/makeScheduledBackup.ts'
import { openLog } from '../../src/server/config/openLog.ts'
import { readConfig } from '../../src/server/config/readConfig.ts'
import { connectDatabase, type Database } from '../../src/server/db/connect.ts'
import { alerts, auditEntries, outgoingMessages, rateLimits, sessions, settings, users } from '../../src/server/db/tables.ts'
import { seedDemo } from '../../src/server/demo/seedDemo.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import { findLastBackup } from '../../src/server/installation/lastBackup.ts'
import { raiseAlerts } from '../../src/server/jobs/raiseAlerts.ts'
import { makeDueBackup } from '../../src/server/jobs/makeDueBackup.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { tamperWith } from '../support/tamperedBackup.ts'

type Fault = (path: string) => Promise<void>

const dropRow = (table: string): Fault => {
  let isDropped = false
  const lines = (all: string[], of: string) => (of !== table || isDropped ? all : ((isDropped = true), all.slice(1)))
  return (path) => tamperWith(path, { lines })
}

/** The first letter between two others, in the table's first row, becomes another one. */
const changeByte = (table: string): Fault => {
  let isChanged = false
  const lines = (all: string[], of: string) => {
    if (of !== table || isChanged) return all
    isChanged = true
    return all.map((line, index) =>
      index === 0 ? line.replace(/(?<=[a-z])[a-y](?=[a-z])/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1)) : line,
    )
  }
  return (path) => tamperWith(path, { lines })
}

const changeFile: Fault = (path) => {
  let isChanged = false
  return tamperWith(path, {
    file: (bytes) => (isChanged ? bytes : ((isChanged = true), Buffer.concat([bytes.subarray(1), Buffer.from('x')]))),
  })
}

const dropFile: Fault = (path) => {
  let isDropped = false
  return tamperWith(path, { file: (bytes) => (isDropped ? bytes : ((isDropped = true), undefined)) })
}

const flipByte: Fault = async (path) => {
  const bytes = await readFile(path)
  const place = Math.floor(bytes.length / 2)
  bytes[place] = (bytes[place] ?? 0) ^ 1
  await writeFile(path, bytes)
}

/** Whenever the one before was tried. */
const clock = () => new Date(Date.now() + 2 * 24 * 60 * 60_000)

onPostgres(({ createPlace }) => {
  let place: Place
  let environment: Record<string, string>
  let target: string

  const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const { db, close } = await connectDatabase(place)
    try {
      return await work(db)
    } finally {
      await close()
    }
  }

  beforeAll(async () => {
    place = await createPlace()
    await withDatabase(async (db) => {
      await seedDemo(db, openFolderStorage(join(place.dataDir, 'files')))
      const [ada] = await db.select({ id: users.id }).from(users).limit(1)
      const [userId, now] = [ada?.id ?? 0, new Date('2026-12-31T23:59:59.999Z')]
      // What a restore removes, and what is hard to write as text in the same way everywhere.
      await db.insert(sessions).values({ userId, familyId: crypto.randomUUID(), tokenHash: 'a hash', expiresAt: now })
      await db.insert(rateLimits).values({ key: 'a "limit", \\ {}', takenAt: [now, new Date(0)], expiresAt: now })
      const before = { text: 'a "quote", a \\ and\na line ñ ж 🛰', none: null, number: 1e21, small: 0.1 }
      await db
        .insert(auditEntries)
        .values({ entity: 'user', recordId: userId, action: 'update', userId: null, date: now, before, after: null })
    })
    target = join(place.dataDir, 'kept')
    environment = { ...place.environment, BACKUP_TO: target, DEMO: 'false', ALERT_EMAIL: 'operator@example.com' }
  })
  beforeEach(async () => {
    await rm(target, { recursive: true, force: true })
  })

  const made = async (fault: Fault = () => Promise.resolve()) =>
    makeScheduledBackup(readConfig(environment), new AbortController().signal, (config, options, use) =>
      makeBackup(config, options, async (backup) => {
        await fault(options.path)
        await use?.(backup)
      }),
    )

  it('lets a backup through that gives everything back, and leaves nothing of the rehearsal', async () => {
    const { name } = await made()
    expect(await readdir(target)).toEqual([name])
    expect(await readdir(join(place.dataDir, 'rehearsals'))).toEqual(['lock'])
  })

  it.each([
    ['misses one row', dropRow('audit_entries'), /these tables come back different .*: audit_entries \(\d+ rows, restored \d+\)/],
    ['misses the only row of a table', dropRow('budgets'), /different .*: budgets \(1 rows, restored 0\)/],
    ['has one letter of a row changed', changeByte('users'), /different .*: users/],
    ['has one byte changed anywhere', flipByte, /is not a whole backup/],
    ['has one byte of a stored file changed', changeFile, /has another content in the backup/],
    ['misses one stored file', dropFile, /1 stored files do not come back/],
  ])('refuses a backup that %s: there is none, older ones stay, and it is an alert', async (_, fault, sentence) => {
    await mkdir(target, { recursive: true })
    await writeFile(join(target, 'fieldport-localhost-3000-2026-01-01T020000Z.tar'), 'a good one')
    await withDatabase(async (db) => {
      await db.delete(alerts)
      await db.delete(outgoingMessages)
      await db.delete(settings).where(eq(settings.key, 'scheduledBackups'))
    })
    const before = await withDatabase(findLastBackup)
    let failure: unknown
    await made(fault).catch((error: unknown) => (failure = error))
    expect(failure).toEqual(expect.objectContaining({ message: expect.stringMatching(sentence) }))
    expect(await readdir(target)).toEqual(['fieldport-localhost-3000-2026-01-01T020000Z.tar'])
    expect(await readdir(join(place.dataDir, 'rehearsals'))).toEqual(['lock'])
    expect(await withDatabase(findLastBackup)).toEqual(before)

    const lines: string[] = []
    const runBackup = () => Promise.reject(failure instanceof Error ? failure : new Error('no failure'))
    await withDatabase(async (db) => {
      const log = openLog('debug', { write: (line) => void lines.push(line) })
      const context = { config: readConfig(environment), db, log, clock, runBackup }
      await expect(makeDueBackup(context, new AbortController().signal)).rejects.toBe(failure)
      await raiseAlerts(context)
      expect(await db.select().from(alerts)).toContainEqual(expect.objectContaining({ kind: 'backupFailed', endedAt: null }))
      expect((await db.select().from(outgoingMessages)).some(({ template }) => template === 'alertStarted')).toBe(true)
    })
    expect(lines.some((line) => sentence.test(line))).toBe(true)
  })

  it('compares sums with what the database says, whatever order and settings it has', async () => {
    const folder = join(place.dataDir, 'by-hand')
    await mkdir(folder)
    const path = join(folder, 'backup.tar')
    await makeBackup(readConfig(environment), { path, mayReplace: false })
    await tamperWith(path, { lines: (all) => all.toReversed() })
    await expect(rehearse(path, join(folder, 'database'), new AbortController().signal)).resolves.toEqual([])
  })
})
