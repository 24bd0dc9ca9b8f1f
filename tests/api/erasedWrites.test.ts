// @module-tag rest
/** Every row about a person is written under their account's lock: whichever table, whatever the moment of the erasure (docs/security.md, 55). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Column, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, expect, it } from 'vitest'
import { writeSecurityEvent } from '../../src/server/auth/securityLog.ts'
import { openLog } from '../../src/server/config/openLog.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { dataClasses } from '../../src/server/db/dataClasses/dataClasses.ts'
import { backupClassOf, isErased } from '../../src/server/db/dataClasses/dataClass.ts'
import { rowsOf } from '../../src/server/db/rowsOf.ts'
import { single } from '../../src/server/db/single.ts'
import * as tables from '../../src/server/db/tables.ts'
import { violatedConstraint } from '../../src/server/db/violatedConstraint.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import { eraseAgain } from '../../src/server/leaving/accountDeletion.ts'
import { columnsOf } from '../../src/server/personalData/columnsOf.ts'
import { erasePerson } from '../../src/server/personalData/erasePerson.ts'
import { writeAudit } from '../../src/server/records/auditTrail.ts'
import { onBoth } from '../support/databases.ts'
import { addCatalogue, addLeaver, findWords } from '../support/leaver.ts'
import { seededRandom } from '../support/seededRandom.ts'

const runs = 10 * Number(process.env['CAMPAIGN_FACTOR'] ?? 1)
const now = new Date('2026-11-28T10:00:00.000Z')
type Row = Record<string, unknown>

const referencesTo = (named: PgTable) =>
  Object.values(tables)
    .filter((table) => table instanceof PgTable)
    .flatMap((table) =>
      getTableConfig(table).foreignKeys.flatMap((key) => {
        const { columns, foreignTable } = key.reference()
        return foreignTable === named && columns[0] !== undefined ? [{ table, column: columns[0] }] : []
      }),
    )
/** Each column that names an account, but those of the logs, which keep the number. */
const references = referencesTo(tables.users).filter(({ table }) => table !== tables.auditEntries && table !== tables.securityEvents)
const fileReferences = referencesTo(tables.files)
const nameOf = (table: PgTable) => getTableConfig(table).name
const isErasedWhole = (table: PgTable) => {
  const [name] = Object.entries(tables).find(([, one]) => one === table) ?? []
  return Object.values(dataClasses[name as keyof typeof dataClasses]).every(isErased)
}

type Person = { readonly id: number; readonly fileId: number }

/** The same row of somebody else: what must be unique gets their mark. */
function rowOf(table: PgTable, row: Row, from: number, { id, fileId }: Person): Row {
  const isOf = (all: typeof references, key: string) => all.some((one) => one.table === table && one.column.name === key)
  const kept = Object.entries<Column>(getTableColumns(table)).filter(
    ([, { generated, generatedIdentity }]) => generated === undefined && generatedIdentity === undefined,
  )
  return Object.fromEntries(
    kept.map(([key, { columnType, enumValues }]) => {
      const value = row[key]
      if (isOf(references, key)) return [key, value === from ? id : value]
      if (isOf(fileReferences, key)) return [key, fileId]
      if (columnType === 'PgUUID' && value !== null) return [key, crypto.randomUUID()]
      return [key, typeof value === 'string' && (enumValues ?? []).length === 0 && columnType === 'PgText' ? `${value} ${id}` : value]
    }),
  )
}

onBoth('connections', ({ open }, itOnce) => {
  let db: Database
  let template: number
  let made: { readonly table: PgTable; readonly row: Row }[]

  const addPerson = async (mark: string): Promise<Person> => {
    const account = { passwordHash: 'x', firstname: mark, lastname: mark, phonePrefix: '+33', phoneNumber: '0639980001', country: 'FR' }
    const { id } = single(
      await db
        .insert(tables.users)
        .values({ ...account, username: `${mark}@example.com` })
        .returning(),
    )
    const file = { filename: mark, sha256: '2'.repeat(64), sizeBytes: 1, kind: 'purchaseProof', mediaType: 'image/jpeg' } as const
    return { id, fileId: single(await db.insert(tables.files).values(file).returning()).id }
  }
  const erase = (id: number) => db.transaction((transaction) => erasePerson(transaction, id, now))
  const insert = (table: PgTable, row: Row) => db.insert(table).values(row as never)

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fieldport-erased-'))
    db = await open()
    const storage = openFolderStorage(folder)
    const catalogue = await addCatalogue(db, storage)
    template = (await addLeaver(db, storage, 'ada', catalogue)).id
    // What staff do for others names them, too.
    const { releaseId } = catalogue
    await db.insert(tables.releaseApprovals).values({ releaseId, userId: template, date: now })
    await db.insert(tables.releaseSchedules).values({ releaseId, userId: template, step: 'halt', at: now, setAt: now, asked: {} })
    await db
      .insert(tables.warrantyCodeBatches)
      .values({ userId: template, recalledById: template, nbCode: 1, isGifted: false, createdAt: now })
    await db.update(tables.releases).set({ proofExceptionBy: template })
    await db.update(tables.proofChecks).set({ decidedById: template, claimedById: template })
    made = []
    for (const table of new Set(references.map((one) => one.table))) {
      const columns = references.filter((one) => one.table === table).map(({ column }) => column)
      const rows = await db
        .select()
        .from(table)
        .where(or(...columns.map((column) => eq(column, template))))
      made.push(...rows.map((row) => ({ table, row })))
    }
    return () => rm(folder, { recursive: true, force: true })
  })

  itOnce('is demanded of each column that names an account [T1140]', async () => {
    const guards = rowsOf(
      await db.execute(sql`select tgrelid::regclass::text || '.' || split_part(encode(tgargs, 'escape'), '\\000', 1) as guard
        from pg_trigger where tgfoid = 'keep_from_erased'::regproc and tgname <> 'keep_emptied'`),
    )
    const named = references.map(
      ({ table, column }) => `${nameOf(table)}.${column.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    )
    expect(references.length).toBeGreaterThan(45)
    expect(new Set(guards.map(({ guard }) => guard))).toEqual(new Set<unknown>(named))
    // Each has a row below.
    expect(references.filter(({ table }) => !made.some((one) => one.table === table)).map(({ table }) => nameOf(table))).toEqual([])
  })

  it('keeps every table free of the number of a person who is erased at any moment, and a second erasure finds nothing [T1141]', async () => {
    const random = seededRandom(55)
    const ids: number[] = []
    let [written, refused] = [0, 0]
    for (let run = 0; run < runs; run += 1) {
      const person = await addPerson(`run${run}`)
      ids.push(person.id)
      const work: (() => PromiseLike<unknown>)[] = made.map(
        ({ table, row }) =>
          () =>
            insert(table, rowOf(table, row, template, person)),
      )
      work.sort(() => random() - 0.5)
      work.splice(Math.floor(random() * work.length), 0, () => erase(person.id))
      const ended = await Promise.allSettled(work.map((begin) => begin()))
      const faults = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
      // A release has one step that is to come.
      const expected = new Set<unknown>(['erased_account', 'release_schedules_pkey'])
      expect(faults.map((fault) => violatedConstraint(fault) ?? fault).filter((one) => !expected.has(one))).toEqual([])
      refused += faults.length
      written += ended.length - faults.length
    }
    expect(Math.min(written, refused)).toBeGreaterThan(runs)
    // What staff have decided about others' proofs stays.
    for (const { table, column } of references.filter((one) => isErasedWhole(one.table) && one.table !== tables.proofChecks))
      expect([nameOf(table), await db.$count(table, inArray(column, ids))]).toEqual([nameOf(table), 0])
    expect(await Promise.all(ids.map(erase))).toEqual(ids.map(() => 0))
  })

  itOnce('keeps what was emptied empty, in rows that outlive the person [T1142]', async () => {
    const person = await addPerson('emptied')
    const { users, userProducts, accessories, userBatches } = tables
    const kept = [
      { name: 'users', table: users, owner: users.id },
      { name: 'userProducts', table: userProducts, owner: userProducts.userId },
      { name: 'accessories', table: accessories, owner: accessories.userId },
      { name: 'userBatches', table: userBatches, owner: userBatches.startedBy },
    ] as const
    const rows = made.filter(({ table }) => kept.some((one) => one.table === table))
    for (const { table, row } of rows) await insert(table, rowOf(table, row, template, person))
    await erase(person.id)
    for (const { name, table, owner } of kept) {
      const [full = {}]: Row[] = await db.select().from(table).where(eq(owner, template))
      const emptied = columnsOf(name).columns.filter(({ given }) => isErased(given) && backupClassOf(given) !== 'derived')
      for (const { name: key } of emptied) {
        const writing = db
          .update<PgTable>(table)
          .set({ [key]: full[key] ?? now })
          .where(eq(owner, person.id))
        const fault: unknown = await writing.then(
          () => `${name}.${key} was written`,
          (error: unknown) => error,
        )
        expect(violatedConstraint(fault) ?? fault).toBe('erased_account')
      }
    }
  })

  itOnce('logs what happens to an account afterwards without its number, address and values [T1143]', async () => {
    const [{ id }, { id: admin }] = [await addPerson('logged'), await addPerson('actor')]
    await erase(id)
    for (const kind of ['signInRefused', 'passwordLinkSent'] as const)
      await writeSecurityEvent(db, { kind, userId: id, actorId: admin, address: '203.0.113.99' }, now)
    await writeSecurityEvent(db, { kind: 'passwordLinkSent', userId: admin, actorId: id, address: '203.0.113.99' }, now)
    const change = {
      entity: 'user',
      recordId: id,
      action: 'update',
      userId: admin,
      before: { lastname: 'Dupond' },
      after: { lastname: 'Durand' },
    } as const
    await writeAudit(db, change, now)
    expect(await findWords(db, ['203.0.113.99', 'Dupond', 'Durand'])).toEqual([])
    const events = await db
      .select()
      .from(tables.securityEvents)
      .where(or(eq(tables.securityEvents.actorId, admin), eq(tables.securityEvents.actorId, id)))
    expect(events.map((one) => [one.userId, one.actorId])).toEqual([
      [null, admin],
      [null, admin],
      [admin, id],
    ])
    expect(await erase(id)).toBe(0)
  })

  it('is taken up again for what a restored backup brings: the daily erasure finds it, and nothing else [T1144]', async () => {
    const [{ id: gone }, { id: stays }] = [await addPerson('gone'), await addPerson('stays')]
    const note = { authorId: template, text: 'Called', createdAt: now }
    await erase(gone)
    await db.execute(sql`alter table user_notes disable trigger user`)
    await db.insert(tables.userNotes).values([
      { userId: gone, ...note },
      { userId: stays, ...note },
    ])
    await db.execute(sql`alter table user_notes enable trigger user`)
    const lines: string[] = []
    const log = openLog('info', { write: (line) => void lines.push(line) })
    for (const found of [1, 0]) {
      lines.length = 0
      await eraseAgain({ db, log, clock: () => now }, new AbortController().signal)
      expect(lines).toHaveLength(found)
      expect(await db.$count(tables.userNotes, inArray(tables.userNotes.userId, [gone, stays]))).toBe(1)
    }
  })
})
