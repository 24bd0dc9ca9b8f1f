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
import { alerts, auditEntries, outgoingMessages, rateLimits, sessions, settings, users } from '../../src/server/db/tables.ts'
import { seedDemo } from '../../src/server/demo/seedDemo.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import { findLastBackup } from '../../src/server/installation/lastBackup.ts'
import { raiseAlerts } from '../../src/server/jobs/raiseAlerts.ts'
import { makeDueBackup } from '../../src/server/jobs/makeDueBackup.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { tamperWith } from '../support/tamperedBackup.ts'

type Fault = (path: string) => Promise<void>

/** A table comes in pieces: the first one is changed. */
function inRows(table: string, change: (all: string[]) => string[]): Fault {
  let isChanged = false
  const lines = (all: string[], of: string) => (of !== table || isChanged ? all : ((isChanged = true), change(all)))
  return (path) => tamperWith(path, { lines })
}

function inFile(change: (bytes: Buffer) => Buffer | undefined): Fault {
  let isChanged = false
  const file = (bytes: Buffer) => (isChanged ? bytes : ((isChanged = true), change(bytes)))
  return (path) => tamperWith(path, { file })
}

const dropRow = (all: string[]) => all.slice(1)
/** The first letter between two others, in the first row, becomes another one. */
const changeLetter = ([first = '', ...others]: string[]) => [
  first.replace(/(?<=[a-z])[a-y](?=[a-z])/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1)),
  ...others,
]

const otherByte = (bytes: Buffer) => Buffer.concat([bytes.subarray(1), Buffer.from('x')])

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

  beforeAll(async () => {
    place = await createPlace()
    await inDatabase(place, async (db) => {
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
    ['misses one row', inRows('audit_entries', dropRow), /these tables come back different .*: audit_entries \(\d+ rows, restored \d+\)/],
    ['misses the only row of a table', inRows('budgets', dropRow), /different .*: budgets \(1 rows, restored 0\)/],
    ['has one letter of a row changed', inRows('users', changeLetter), /different .*: users/],
    ['has one byte changed anywhere', flipByte, /is not a whole backup/],
    ['has one byte of a stored file changed', inFile(otherByte), /has another content in the backup/],
    ['misses one stored file', inFile(() => undefined), /1 stored files do not come back/],
  ])('refuses a backup that %s: there is none, older ones stay, and it is an alert', async (_, fault, sentence) => {
    await mkdir(target, { recursive: true })
    await writeFile(join(target, 'fieldport-localhost-3000-2026-01-01T020000Z.tar'), 'a good one')
    await inDatabase(place, async (db) => {
      await db.delete(alerts)
      await db.delete(outgoingMessages)
      await db.delete(settings).where(eq(settings.key, 'scheduledBackups'))
    })
    const before = await inDatabase(place, findLastBackup)
    let failure: unknown
    await made(fault).catch((error: unknown) => (failure = error))
    expect(failure).toEqual(expect.objectContaining({ message: expect.stringMatching(sentence) }))
    expect(await readdir(target)).toEqual(['fieldport-localhost-3000-2026-01-01T020000Z.tar'])
    expect(await readdir(join(place.dataDir, 'rehearsals'))).toEqual(['lock'])
    expect(await inDatabase(place, findLastBackup)).toEqual(before)

    const lines: string[] = []
    const runBackup = () => Promise.reject(failure instanceof Error ? failure : new Error('no failure'))
    await inDatabase(place, async (db) => {
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
