/**
 * Erases a person from the database: rows and values as the classes of columns say (db/dataClasses/), and what the audit trail and the security
 * log hold about them, without breaking their chains. What is left of the account is its number. Knows no mail, no clock and no bytes of files:
 * jobs/removeOrphans.ts removes those.
 */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/connect.ts'
import { backupClassOf, isErased } from '../db/dataClasses/dataClass.ts'
import { accessories, auditEntries, sealedEntries, securityEvents, userProducts, users } from '../db/tables.ts'
import { waitForSealLock } from '../seals/addSeal.ts'
import { columnsOf } from './columnsOf.ts'
import { type PersonalTable, personalRows } from './personalRows.ts'

/** Their values have hashes elsewhere. */
const sealedTables: ReadonlySet<PersonalTable> = new Set<PersonalTable>(['auditEntries', 'securityEvents', 'sealedEntries'])

/** Within a transaction. Returns whether there was somebody to erase: an account that has not been erased before. */
export async function erasePerson(db: Database, userId: number, now: Date): Promise<boolean> {
  // First of all locks, as sealing takes it: a row that is being sealed would keep the hash of what is erased here.
  await waitForSealLock(db)
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .for('update')
  if (person === undefined) return false
  await eraseLogs(db, userId)
  // The loop loses the keys' type; the record has no others.
  for (const name of Object.keys(personalRows) as PersonalTable[])
    if (!sealedTables.has(name)) await eraseRows(db, name, personalRows[name](person, db))
  // As after a sale: the next owner can register them.
  for (const table of [accessories, userProducts]) await db.update(table).set({ isDeleted: true }).where(eq(table.userId, userId))
  await db.update(users).set({ isDeleted: true, accountLocked: true, erasedAt: now }).where(eq(users.id, userId))
  return true
}

/** Deletes rows whose columns are all erased; otherwise empties those that are. */
async function eraseRows(db: Database, name: PersonalTable, where: ReturnType<(typeof personalRows)[PersonalTable]>): Promise<void> {
  const { table, columns } = columnsOf(name)
  const erased = columns.filter(({ given }) => isErased(given))
  if (erased.length === columns.length) {
    await db.delete(table).where(where)
    return
  }
  // What is derived follows from the others.
  const emptied = erased.filter(({ given }) => backupClassOf(given) !== 'derived')
  if (emptied.length === 0) return
  const values = Object.fromEntries(emptied.map(({ name: key, column }) => [key, column.notNull ? '' : null]))
  await db.update<PgTable>(table).set(values).where(where)
}

/**
 * Entries lose their values and the salts of their hashes; a chain needs neither (seals/readEntries.ts). An event loses its account and the
 * network address; one about somebody else keeps the number of the member of staff who did it.
 */
async function eraseLogs(db: Database, userId: number): Promise<void> {
  const isAboutThem = and(eq(auditEntries.entity, 'user'), eq(auditEntries.recordId, userId))
  await db.update(auditEntries).set({ before: null, after: null }).where(isAboutThem)
  await db
    .update(sealedEntries)
    .set({ salt: null })
    .where(and(eq(sealedEntries.chain, 'audit'), sql`${sealedEntries.entryId} in (select id from audit_entries where ${isAboutThem})`))

  const isInvolved = sql`(${securityEvents.userId} = ${userId} or ${securityEvents.actorId} = ${userId})`
  await db
    .update(sealedEntries)
    .set({ salt: null, userId: sql`nullif(${sealedEntries.userId}, ${userId})` })
    .where(
      and(
        inArray(sealedEntries.chain, ['refusals', 'events']),
        sql`${sealedEntries.entryId} in (select id from security_events where ${isInvolved})`,
      ),
    )
  await db
    .update(securityEvents)
    .set({ address: null, repeatKey: null, userId: sql`nullif(${securityEvents.userId}, ${userId})` })
    .where(isInvolved)
}
