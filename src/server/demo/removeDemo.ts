/** Removes demo rows and everything that belongs to them from a database that is to become a real one. Knows no command line. */
import { and, eq, inArray, is, notInArray, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { auditedEntities } from '../../contract/audit.ts'
import type { Database } from '../db/connect.ts'
import * as tables from '../db/tables.ts'
import {
  auditEntries,
  type DemoEntity,
  demoEntities,
  demoMessages,
  demoRows,
  files,
  firmwares,
  outgoingMessages,
  releases,
  settings,
  users,
} from '../db/tables.ts'
import type { Storage } from '../files/storage.ts'
import { findDemoDependents } from './demoDependents.ts'
import { isDemoFile } from './demoFiles.ts'
import { demoFilledKey, isDemoRow } from './demoRows.ts'

/**
 * Removes rows in one transaction, which blocks other writers, then the bytes of their files. Throws if real records depend on demo rows. A
 * crash in between leaves bytes without a row, which the cleanup job removes later (jobs/removeOrphans.ts).
 */
export async function removeDemo(db: Database, storage: Storage): Promise<void> {
  const hashes = await db.transaction(async (transaction) => {
    await transaction.execute(sql`lock table ${sql.join(lockedTables(), sql`, `)} in share row exclusive mode`)
    if ((await findDemoDependents(transaction)).length > 0) throw new Error('Real records depend on demo data. Nothing was removed.')
    // Before the rows that refer to them are deleted.
    await transaction.execute(
      sql`insert into ${demoRows} (entity, record_id) select 'files', id from ${files} where ${isDemoFile(transaction)} on conflict do nothing`,
    )
    const contents = await transaction.selectDistinct({ sha256: files.sha256 }).from(files).where(isDemoRow('file', files.id))
    await cleanAuditTrail(transaction)
    // Messages to these addresses. Messages to a user id are deleted with their user.
    const addresses = transaction.select({ username: users.username }).from(users).where(isDemoRow('user', users.id))
    await transaction.delete(outgoingMessages).where(inArray(outgoingMessages.address, addresses))
    // Dependent rows are deleted by cascade.
    // `Object.keys` loses the type of an object's own keys.
    for (const entity of Object.keys(demoEntities) as DemoEntity[])
      await transaction.delete(demoEntities[entity].table).where(isDemoRow(entity, demoEntities[entity].table.id))
    // A release is the firmwares that it stands above.
    await transaction.delete(releases).where(notInArray(releases.id, transaction.select({ id: firmwares.releaseId }).from(firmwares)))
    // All messages in the mailbox belong to the demo.
    await transaction.delete(demoMessages)
    await transaction.delete(settings).where(eq(settings.key, demoFilledKey))
    await transaction.delete(demoRows)
    return contents.map(({ sha256 }) => sha256)
  })
  for (const sha256 of hashes) if ((await db.$count(files, eq(files.sha256, sha256))) === 0) await storage.remove(sha256)
}

/** The marked tables, and all that refer to one of them. */
function lockedTables(): PgTable[] {
  const marked: ReadonlySet<PgTable> = new Set(Object.values(demoEntities).map(({ table }) => table))
  const refersToOne = (table: PgTable) => getTableConfig(table).foreignKeys.some((key) => marked.has(key.reference().foreignTable))
  const all = Object.values<unknown>(tables).filter((table) => is(table, PgTable))
  return all.filter((table) => table === demoRows || marked.has(table) || refersToOne(table))
}

/** Deletes the history of demo rows. What demo accounts did to real records stays in their history, without the author. */
async function cleanAuditTrail(db: Database): Promise<void> {
  await db.execute(sql`alter table ${auditEntries} disable trigger audit_entries_append_only`)
  for (const entity of auditedEntities)
    await db.delete(auditEntries).where(and(eq(auditEntries.entity, entity), isDemoRow(entity, auditEntries.recordId)))
  await db.update(auditEntries).set({ userId: null }).where(isDemoRow('user', auditEntries.userId))
  await db.execute(sql`alter table ${auditEntries} enable trigger audit_entries_append_only`)
}
