/** The append-only audit trail, written in the transaction of the change itself. Knows no entity. */
import { and, desc, eq, gt, max } from 'drizzle-orm'
import type { AuditAction, AuditedEntity, AuditEntry } from '../../contract/audit.ts'
import { undoHours } from '../../contract/crud.ts'
import type { Database } from '../db/connect.ts'
import { auditEntries, users } from '../db/tables.ts'
import { hourMs } from '../limits/durations.ts'

/** The fields of a record, by name. Never a password, not even hashed: people read the trail. */
export type Snapshot = Readonly<Record<string, unknown>>

export type Change = {
  readonly entity: AuditedEntity
  readonly recordId: number
  readonly action: AuditAction
  readonly userId: number | null
  readonly before: Snapshot | null
  readonly after: Snapshot | null
}

/** If there is a state before and after, only the fields that differ are kept. */
export async function writeAudit(db: Database, change: Change, now: Date): Promise<void> {
  await db.insert(auditEntries).values(entryOf(change, now))
}

/** PostgreSQL takes 65,535 parameters in one statement. */
const entriesAtOnce = 1_000

/** Like `writeAudit`, of many records that change together. */
export async function writeAudits(db: Database, changes: readonly Change[], now: Date): Promise<void> {
  for (let start = 0; start < changes.length; start += entriesAtOnce)
    await db.insert(auditEntries).values(changes.slice(start, start + entriesAtOnce).map((change) => entryOf(change, now)))
}

function entryOf({ before, after, ...change }: Change, now: Date): typeof auditEntries.$inferInsert {
  const isKept = (field: string) => before === null || after === null || JSON.stringify(before[field]) !== JSON.stringify(after[field])
  const keep = (snapshot: Snapshot | null) => snapshot && Object.fromEntries(Object.entries(snapshot).filter(([field]) => isKept(field)))
  return { ...change, date: now, before: keep(before), after: keep(after) }
}

/** Increases with each change of a record; 0 if there has been none. */
export async function versionOf(db: Database, entity: AuditedEntity, recordId: number): Promise<number> {
  const [latest] = await db
    .select({ id: max(auditEntries.id) })
    .from(auditEntries)
    .where(isEntryOf(entity, recordId))
  return latest?.id ?? 0
}

/** Until when a deleted record can be restored; null if that time has passed or the deletion is not recorded. */
export async function restorableUntil(db: Database, entity: AuditedEntity, recordId: number, now: Date): Promise<Date | null> {
  const [deletion] = await db
    .select({ date: auditEntries.date })
    .from(auditEntries)
    .where(
      and(
        isEntryOf(entity, recordId),
        eq(auditEntries.action, 'delete'),
        gt(auditEntries.date, new Date(now.getTime() - undoHours * hourMs)),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(1)
  return deletion === undefined ? null : new Date(deletion.date.getTime() + undoHours * hourMs)
}

/** Entries, each with who made the change; null if it was the server itself. */
export function selectEntries(db: Database) {
  return db
    .select({ entry: auditEntries, by: { id: users.id, firstname: users.firstname, lastname: users.lastname, username: users.username } })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.userId))
    .$dynamic()
}

export type Author = Pick<typeof users.$inferSelect, 'id' | 'firstname' | 'lastname' | 'username'>

/** The first administrator may have no name; an account that was erased has its number only. */
export function nameOfAuthor({ id, firstname, lastname, username }: Author): string {
  return `${firstname} ${lastname}`.trim() || username || `#${id}`
}

/** An entry as people read it. */
export function shownEntry({ entry, by }: { readonly entry: typeof auditEntries.$inferSelect; readonly by: Author | null }): AuditEntry {
  const { id, date, action, before, after } = entry
  return { id, date: date.toISOString(), action, before, after, by: by && { id: by.id, tostring: nameOfAuthor(by) } }
}

export function isEntryOf(entity: AuditedEntity, recordId: number) {
  return and(eq(auditEntries.entity, entity), eq(auditEntries.recordId, recordId))
}
