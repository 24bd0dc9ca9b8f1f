/**
 * Erases a person from the database: rows and values as the classes of columns say (db/dataClasses/), and what the audit trail and the security
 * log hold about them, without breaking their chains. What is left of the account is its number. Knows no mail, no clock and no bytes of files:
 * jobs/removeOrphans.ts removes those.
 */
import { and, eq, inArray, isNotNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/connect.ts'
import { backupClassOf, isErased } from '../db/dataClasses/dataClass.ts'
import { accessories, auditEntries, sealedEntries, securityEvents, userProducts, users } from '../db/tables.ts'
import { waitForSealLock } from '../seals/addSeal.ts'
import { columnsOf } from './columnsOf.ts'
import { type PersonalTable, personalRows } from './personalRows.ts'

/** Their values have hashes elsewhere. */
const sealedTables: ReadonlySet<PersonalTable> = new Set<PersonalTable>(['auditEntries', 'securityEvents', 'sealedEntries'])

/**
 * Within a transaction. Returns how many rows it has deleted or emptied, of an account that was erased before, too: then it is what was left
 * over. From then on the database lets nobody write another row about the person (docs/security.md, 55).
 */
export async function erasePerson(db: Database, userId: number, now: Date): Promise<number> {
  // First of all locks, as sealing takes it: a row that is being sealed would keep the hash of what is erased here.
  await waitForSealLock(db)
  const [person] = await db.select().from(users).where(eq(users.id, userId)).for('update')
  if (person === undefined) return 0
  let rows = 0
  // The loop loses the keys' type; the record has no others.
  for (const name of Object.keys(personalRows) as PersonalTable[])
    if (!sealedTables.has(name)) rows += await eraseRows(db, name, personalRows[name](person, db))
  rows += await eraseLogs(db, userId)
  // As after a sale: the next owner can register them.
  for (const table of [accessories, userProducts])
    await db
      .update(table)
      .set({ isDeleted: true })
      .where(and(eq(table.userId, userId), not(table.isDeleted)))
  if (person.erasedAt === null)
    await db.update(users).set({ isDeleted: true, accountLocked: true, erasedAt: now }).where(eq(users.id, userId))
  return rows
}

/** Deletes rows whose columns are all erased; otherwise empties those that are. Returns how many there were. */
async function eraseRows(db: Database, name: PersonalTable, where: SQL | undefined): Promise<number> {
  const { table, columns } = columnsOf(name)
  const erased = columns.filter(({ given }) => isErased(given))
  if (erased.length === columns.length) return changed(db.delete(table).where(where).returning(one))
  // What is derived follows from the others.
  const emptied = erased.filter(({ given }) => backupClassOf(given) !== 'derived')
  if (emptied.length === 0) return 0
  const values = Object.fromEntries(emptied.map(({ name: key, column }) => [key, column.notNull ? '' : null]))
  const isFull = or(...emptied.map(({ column }) => (column.notNull ? ne(column, '') : isNotNull(column))))
  return changed(db.update<PgTable>(table).set(values).where(and(where, isFull)).returning(one))
}

const one = { one: sql`1` }
const changed = async (rows: PromiseLike<readonly unknown[]>): Promise<number> => (await rows).length

/**
 * Entries lose their values and the salts of their hashes; a chain needs neither (seals/readEntries.ts). An event loses its account and the
 * network address; one about somebody else keeps the number of the member of staff who did it. Returns how many entries and events lost something.
 */
async function eraseLogs(db: Database, userId: number): Promise<number> {
  const isAboutThem = and(eq(auditEntries.entity, 'user'), eq(auditEntries.recordId, userId))
  const isEntry = and(isAboutThem, or(isNotNull(auditEntries.before), isNotNull(auditEntries.after)))
  await db
    .update(sealedEntries)
    .set({ salt: null })
    .where(and(eq(sealedEntries.chain, 'audit'), sql`${sealedEntries.entryId} in (select id from audit_entries where ${isEntry})`))
  const entries = await changed(db.update(auditEntries).set({ before: null, after: null }).where(isEntry).returning(one))

  const { userId: about, actorId, address, repeatKey } = securityEvents
  const isEvent = or(eq(about, userId), and(eq(actorId, userId), or(isNotNull(address), isNotNull(repeatKey))))
  await db
    .update(sealedEntries)
    .set({ salt: null, userId: sql`nullif(${sealedEntries.userId}, ${userId})` })
    .where(
      and(
        inArray(sealedEntries.chain, ['refusals', 'events']),
        sql`${sealedEntries.entryId} in (select id from security_events where ${isEvent})`,
      ),
    )
  const emptied = { address: null, repeatKey: null, userId: sql`nullif(${about}, ${userId})` }
  return entries + (await changed(db.update(securityEvents).set(emptied).where(isEvent).returning(one)))
}
