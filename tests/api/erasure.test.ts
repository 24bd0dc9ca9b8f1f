/** What is left of a person whose account was erased: table by table, in the logs and their chains, and nothing of anybody else. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { beforeAll, expect, it } from 'vitest'
import { findOwnAccount } from '../../src/server/accounts/findOwnAccount.ts'
import { lockOwned } from '../../src/server/accounts/ownedRecord.ts'
import { backupClassOf, isErased } from '../../src/server/db/dataClasses/dataClass.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { rowsOf } from '../../src/server/db/rowsOf.ts'
import * as tables from '../../src/server/db/tables.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import { columnsOf } from '../../src/server/personalData/columnsOf.ts'
import { erasePerson } from '../../src/server/personalData/erasePerson.ts'
import { type PersonalTable, personalRows } from '../../src/server/personalData/personalRows.ts'
import { lockUser } from '../../src/server/auth/session.ts'
import { addWithin } from '../../src/server/limits/quota.ts'
import { writeSecurityEvent } from '../../src/server/auth/securityLog.ts'
import { writeAudit } from '../../src/server/records/auditTrail.ts'
import { onPostgres } from '../support/databases.ts'
import { addCatalogue, addLeaver, factsOf, findWords, type Leaver } from '../support/leaver.ts'
import { openSealedLog } from '../support/sealedLog.ts'

const erasedAt = new Date('2026-11-28T10:00:00.000Z')
const names = Object.keys(personalRows) as PersonalTable[]

/** The primary keys of rows as text, or all of a row that has none: rules find rows by references that an erasure empties. */
function keyOf(name: PersonalTable): (row: Record<string, unknown>) => string {
  const { columns, primaryKeys } = getTableConfig(columnsOf(name).table)
  const own = columns.filter(({ primary }) => primary)
  const keys = new Set((own.length > 0 ? own : (primaryKeys[0]?.columns ?? columns)).map((column) => column.name))
  const named = columnsOf(name).columns.filter(({ column }) => keys.has(column.name))
  return (row) => JSON.stringify(named.map((one) => row[one.name]))
}

onPostgres(({ open }) => {
  let db: Database
  let log: ReturnType<typeof openSealedLog>
  let [ada, ben]: Leaver[] = []

  /** How many rows of each table are about somebody, by the rules that also find what is erased. */
  async function countOf(person: typeof tables.users.$inferSelect): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const name of names) counts[name] = await db.$count(columnsOf(name).table, personalRows[name](person, db))
    return counts
  }

  const accountOf = async (leaver: Leaver | undefined) => {
    const [row] = await db
      .select()
      .from(tables.users)
      .where(eq(tables.users.id, leaver?.id ?? 0))
    if (row === undefined) throw new Error('no such account')
    return row
  }

  /** All rows that are about somebody, as text. */
  async function rowsAbout(person: typeof tables.users.$inferSelect): Promise<string[]> {
    const lines: string[] = []
    for (const name of names) {
      const { table } = columnsOf(name)
      const rows = await db.select().from(table).where(personalRows[name](person, db))
      lines.push(...rows.map((row) => `${name} ${JSON.stringify(row)}`))
    }
    return lines.toSorted()
  }

  /** Without what the other one did. */
  const bensOwn = async () => (await rowsAbout(await accountOf(ben))).filter((line) => !line.includes(`"actorId":${ada?.id}`))

  const keysBefore = new Map<PersonalTable, ReadonlySet<string>>()

  let before: Awaited<ReturnType<typeof accountOf>>
  let bensRows: string[]

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fieldport-erasure-'))
    db = await open()
    log = openSealedLog(db)
    await log.seal(true)
    const storage = openFolderStorage(folder)
    const catalogue = await addCatalogue(db, storage)
    ada = await addLeaver(db, storage, 'ada', catalogue)
    ben = await addLeaver(db, storage, 'ben', catalogue)
    // What a member of staff does to somebody else is about the other one.
    await writeSecurityEvent(db, { kind: 'passwordLinkSent', userId: ben.id, actorId: ada.id, address: ada.address }, log.clock())
    await writeAudit(
      db,
      { entity: 'user', recordId: ben.id, action: 'unlock', userId: ada.id, before: { x: 1 }, after: { x: 2 } },
      log.clock(),
    )
    log.pass(3 * 60 * 60_000)
    await log.seal()
    before = await accountOf(ada)
    bensRows = await bensOwn()
    for (const name of names) {
      const rows = await db.select().from(columnsOf(name).table).where(personalRows[name](before, db))
      keysBefore.set(name, new Set(rows.map(keyOf(name))))
    }
    return () => rm(folder, { recursive: true, force: true })
  })

  it('has a row of the person in every table that knows people, so that nothing below is left out [T861]', async () => {
    const counts = await countOf(before)
    expect(names.filter((name) => counts[name] === 0)).toEqual([])
    expect((await log.check()).problems).toEqual([])
    expect((await findWords(db, Object.values(factsOf('ada')))).length).toBeGreaterThan(20)
  })

  it('keeps no name, address, number, file or secret of the person in any table [T862]', async () => {
    expect(await db.transaction((transaction) => erasePerson(transaction, ada?.id ?? 0, erasedAt))).toBeGreaterThan(40)
    expect(await findWords(db, [...Object.values(factsOf('ada')), 'hash of ada', 'hash of a token of ada', 'archive-ada'])).toEqual([])
    expect(await db.$count(tables.users, eq(tables.users.erasedAt, erasedAt))).toBe(1)
  })

  it('deletes each row that is to be erased whole, and empties each column that is to be erased [T1022]', async () => {
    for (const name of names) {
      const { table, columns } = columnsOf(name)
      const erased = columns.filter(({ given }) => isErased(given))
      const all: Record<string, unknown>[] = await db.select().from(table)
      const left = all.filter((row) => keysBefore.get(name)?.has(keyOf(name)(row)))
      expect([name, erased.length === columns.length ? left.length : 0]).toEqual([name, 0])
      for (const row of left)
        // What is derived follows from the others, also from those that stay.
        for (const column of erased.filter(({ given }) => backupClassOf(given) !== 'derived'))
          expect([name, column.name, String(row[column.name] ?? '').trim()]).toEqual([name, column.name, ''])
    }
  })

  it('keeps what the page says: detectors, updates, coils, used codes and their dates, under a number [T863]', async () => {
    const [detector] = await db.select().from(tables.userProducts).where(eq(tables.userProducts.userId, before.id))
    expect(detector).toMatchObject({ serialNumber: ada?.serialNumber, purchaseProofFileId: null, startWarranty: expect.any(Date) })
    expect(await db.$count(tables.productUpdates, eq(tables.productUpdates.userProductId, detector?.id ?? 0))).toBe(1)
    const [coil] = await db.select().from(tables.accessories).where(eq(tables.accessories.userId, before.id))
    expect(coil).toMatchObject({ name: '', coilSerial: `P${ada?.serialNumber}`, purchaseDate: expect.any(Date) })
    const [code] = await db
      .select()
      .from(tables.warrantyCodes)
      .where(eq(tables.warrantyCodes.code, ada?.code ?? ''))
    expect(code).toMatchObject({ userId: null, accessoryId: coil?.id, usedAt: expect.any(Date), endDate: expect.any(Date) })
  })

  it('forgets what was tried and sent, by number, hashes of addresses and browsers, phone and network address [T1146]', async () => {
    const keys = (await db.select().from(tables.rateLimits)).map(({ key }) => key).toSorted()
    expect([keys.length, await db.$count(tables.signInLocks)]).toEqual([7, 3])
    expect(keys).toContain(`wrong guesses:${ben?.address}`)
  })

  it('changes nothing of anybody else', async () => {
    expect(await bensOwn()).toEqual(bensRows)
    const done = await db.select().from(tables.securityEvents).where(eq(tables.securityEvents.actorId, before.id))
    expect(done).toMatchObject([{ userId: ben?.id, kind: 'passwordLinkSent', address: null }])
    expect(await db.$count(tables.auditEntries, sql`user_id = ${before.id} and before is not null`)).toBe(1)
  })

  it('leaves the chains of both logs whole, without the salts of what was erased [T864]', async () => {
    expect(await log.check()).toMatchObject({ problems: [], erased: 4 })
    expect(await db.$count(tables.sealedEntries, eq(tables.sealedEntries.userId, before.id))).toBe(0)
    // What is written afterwards is sealed behind it.
    await writeAudit(db, { entity: 'user', recordId: ben?.id ?? 0, action: 'unlock', userId: null, before: null, after: null }, log.clock())
    log.pass(60_000)
    await log.seal()
    expect((await log.check()).problems).toEqual([])
  })

  it('refuses what had waited for the account, so that nothing is written for its number afterwards [T1020]', async () => {
    const id = before.id
    const gone = { code: 'resource.not.found' }
    await expect(lockUser(db, id)).rejects.toMatchObject(gone)
    await expect(findOwnAccount(db, id)).rejects.toMatchObject(gone)
    await expect(addWithin(db, id, [], () => Promise.resolve('written'))).rejects.toMatchObject(gone)
    const [coil] = await db.select().from(tables.accessories).where(eq(tables.accessories.userId, id))
    await expect(lockOwned(db, coil?.id ?? 0, { table: tables.accessories })).rejects.toMatchObject(gone)
    expect(await addWithin(db, ben?.id ?? 0, [], () => Promise.resolve('written'))).toBe('written')
  })

  it('happens once, and lets no program change an entry of the audit trail in any other way [T865]', async () => {
    expect(await db.transaction((transaction) => erasePerson(transaction, before.id, new Date()))).toBe(0)
    const named = { before: { name: 'A' }, after: { name: 'B' } }
    await writeAudit(db, { entity: 'product', recordId: 7, action: 'update', userId: null, ...named }, log.clock())
    const wrong = [
      sql`update audit_entries set before = null, after = null where word = 'product'`,
      sql`update audit_entries set after = '{"firstname": "C"}' where record_id = ${ben?.id}`,
      sql`update audit_entries set before = null, after = null, action = 'create' where record_id = ${ben?.id}`,
      sql`delete from audit_entries where record_id = ${ben?.id}`,
      sql`truncate audit_entries`,
    ]
    for (const statement of wrong)
      await expect(db.execute(statement)).rejects.toMatchObject({ cause: { message: 'rows of audit_entries are never changed' } })
    expect(rowsOf(await db.execute(sql`select 1 from audit_entries where record_id = ${ben?.id} and after is not null`))).toHaveLength(2)
  })
})
