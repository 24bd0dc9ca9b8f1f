// @module-tag rest
/** Backups and restores by their commands, on both kinds of database. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { readDescription } from '../../src/server/backup/format.ts'
import { connectDatabase } from '../../src/server/db/connect.ts'
import * as tables from '../../src/server/db/tables.ts'
import { seedDemo } from '../../src/server/demo/seedDemo.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import { onBoth, type Place } from '../support/databases.ts'
import { allFiles, allRows, type Rows, schemaOf, whileWriting } from '../support/installations.ts'
import { runCommand } from '../support/scripts.ts'

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
  'sign_in_locks',
  'demo_messages',
  // Made by the server that writes meanwhile.
  'signing_keys',
]

/** Without what the writer adds while the backup is made. */
function comparable(rows: Rows): Rows {
  const kept = Object.entries(rows).filter(([table]) => table !== 'settings' && !ended.includes(table))
  return Object.fromEntries(
    kept.map(([table, lines]) => {
      const left = lines.filter((line) => !line.includes('"pair-'))
      return [table, table === 'idempotency_keys' ? left.map(withoutAnswer) : left]
    }),
  )
}

function withoutAnswer(line: string): string {
  return JSON.stringify({ ...JSON.parse(line), status: null, response: null })
}

async function fill(place: Place): Promise<void> {
  const { db, close } = await connectDatabase(place)
  await seedDemo(db, openFolderStorage(join(place.dataDir, 'files')))
  const [ada, bob] = await db.select({ id: tables.users.id }).from(tables.users).limit(2)
  const [userId, customerId, now] = [ada?.id ?? 0, bob?.id ?? 0, new Date()]
  const [expiresAt, tokenHash] = [new Date(now.getTime() + 3_600_000), 'a hash']
  const familyId = crypto.randomUUID()
  await db.insert(tables.sessions).values({ userId, familyId, tokenHash, expiresAt })
  await db.insert(tables.impersonations).values({ id: crypto.randomUUID(), administratorId: userId, familyId, customerId, expiresAt })
  await db.insert(tables.signInGrants).values({ userId, tokenHash, expiresAt })
  await db.insert(tables.smsCodes).values({ userId, codeHash: tokenHash, expiresAt })
  await db.insert(tables.mailedTokens).values({ userId, purpose: 'resetPassword', address: 'ada@example.com', tokenHash, expiresAt })
  await db.insert(tables.pendingUsernames).values({ userId, username: 'new@example.com', expiresAt })
  await db.insert(tables.pendingPhones).values({ userId, phonePrefix: '+33', phoneNumber: '612345678', expiresAt })
  await db.insert(tables.trustedDevices).values({ userId, tokenHash, createdAt: now, lastUsedAt: now })
  await db.insert(tables.signInLocks).values({ nameHash: tokenHash, failures: 1, locks: 0, lastTriedAt: now })
  const text = 'https://portal.example/forgotPassword/a-secret'
  await db.insert(tables.demoMessages).values({ messageId: familyId, channel: 'mail', recipient: 'ada@example.com', text, sentAt: now })
  const response = { answer: 'of a call' }
  await db.insert(tables.idempotencyKeys).values({ userId, key: 'a key', call: 'POST /a', requestHash: 'a hash', status: 200, response })
  await db.insert(tables.callCounts).values({ minute: now, answered: 3, failed: 1 })
  await db.insert(tables.rateLimits).values({ key: 'a limit', takenAt: [now, expiresAt], expiresAt })
  await db.insert(tables.settings).values({ key: 'shortDisk a b', value: '{}' })
  // What is hard to write as text: quotes, lines, backslashes, JSON of its own, the end of a year, and null beside the word.
  const before = { text: 'a "quote", a \\ and\na line', none: null, number: 1e21 }
  const date = new Date('2026-12-31T23:59:59.999Z')
  await db.insert(tables.auditEntries).values({ entity: 'user', recordId: userId, action: 'update', date, before, after: null })
  await db.insert(tables.outgoingMessages).values({ template: 'passwordChanged', userId, createdAt: now, uselessAt: now, dueAt: expiresAt })
  await close()
}

const pairs = (rows: Rows) => (rows['budgets'] ?? []).filter((line) => line.includes('"pair-'))

const succeeded = { complaint: '', code: 0 }

// Each database is copied and filled in its own way, and a backup of one goes into the other.
onBoth('connections', ({ createPlace }) => {
  let source: Place
  let file: string
  let made: unknown
  let [rows, files]: [Rows, Record<string, string>] = [{}, {}]

  beforeAll(async () => {
    source = await createPlace()
    await fill(source)
    file = join(source.dataDir, 'the.backup')
    made = await whileWriting(source, () => runCommand('backup', [file], source.environment))
    ;[rows, files] = [await allRows(source), await allFiles(source)]
  })

  it('is whole, has every table, and is noted', async () => {
    expect(made).toMatchObject(succeeded)
    expect(await runCommand('backup', ['--check', file], {})).toMatchObject(succeeded)
    expect((await readDescription(file)).tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(rows).toSorted())
    expect(rows['settings']?.some((line) => line.includes('lastBackup'))).toBe(true)
  })

  onBoth('connections', ({ createPlace: createTarget }) => {
    it('was made of tables that hold what must not come back', () => {
      expect(ended.filter((table) => rows[table]?.length === 0)).toEqual([])
    })

    it('gives every row and file back, of one moment', async () => {
      const target = await createTarget()
      expect(await runCommand('restore', [file], target.environment)).toMatchObject(succeeded)
      const restored = await allRows(target)
      expect(comparable(restored)).toEqual(comparable(rows))
      expect(await allFiles(target)).toEqual(files)
      expect(await schemaOf(target)).toEqual(await schemaOf(source))
      const kept = pairs(restored)
      expect(kept.length).toBeGreaterThan(0)
      expect(pairs(rows)).toEqual(expect.arrayContaining(kept))
      expect(kept.filter((line) => line.includes('left')).length).toBe(kept.filter((line) => line.includes('right')).length)
      expect(ended.filter((table) => restored[table]?.length !== 0)).toEqual([])

      expect(restored['settings']?.filter((line) => line.includes('shortDisk'))).toEqual([])
      expect(restored['idempotency_keys']).toEqual(rows['idempotency_keys']?.map(withoutAnswer))
      const said = /backup of .+\nMessages that wait: 1\. Too old to be of use, and not sent: 1\./
      expect(await runCommand('resume', [], target.environment)).toMatchObject({ out: expect.stringMatching(said), ...succeeded })

      const second = join(target.dataDir, 'second.backup')
      expect(await runCommand('backup', [second], target.environment)).toMatchObject(succeeded)
      const third = await createTarget()
      expect(await runCommand('restore', [second], third.environment)).toMatchObject(succeeded)
      expect(comparable(await allRows(third))).toEqual(comparable(rows))
      await rm(second)
    })
  })
})
