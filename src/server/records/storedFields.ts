/** Reads a record by the fields of its form: for the audit trail, and to see which fields of a form nobody touched. Knows no entity. */
import { eq, is, SQL } from 'drizzle-orm'
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Choice } from '../../contract/crud.ts'
import type { Database } from '../db/connect.ts'
import { single } from '../db/single.ts'
import type { Snapshot } from './auditTrail.ts'

/** How a field is read. */
export type StoredField =
  /** From the record's own row, or of it. */
  | PgColumn
  | SQL
  /** From its row, too long for the trail, which keeps a description. */
  | { readonly column: PgColumn; readonly describe: (value: unknown) => string }
  /** From other tables, as the trail keeps it: the names of members, a file's name and hash. */
  | { readonly read: (db: Database, id: number) => Promise<unknown> }

type Stored = { readonly table: PgTable & { readonly id: PgColumn }; readonly fields: Readonly<Record<string, StoredField>> }

/** What the audit trail keeps of a record. */
export async function readSnapshot(db: Database, stored: Stored, id: number): Promise<Snapshot> {
  const snapshot: Record<string, unknown> = await readColumns(db, stored, eq(stored.table.id, id)).then(single)
  for (const [name, field] of Object.entries(stored.fields)) {
    if ('read' in field) snapshot[name] = await field.read(db, id)
    if ('describe' in field) snapshot[name] = field.describe(snapshot[name])
  }
  return snapshot
}

/** The stored values of an edit form: those in the record's own row that are not empty. Days are "2026-11-21". */
export async function readStoredForm(db: Database, stored: Pick<Stored, 'fields'> & { readonly table: PgTable }, which: SQL | undefined) {
  const [row = {}] = await readColumns(db, stored, which)
  return Object.fromEntries(Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [[name, asTyped(value)]])))
}

function asTyped(value: unknown): unknown {
  return value instanceof Date ? value.toISOString().slice(0, 'YYYY-MM-DD'.length) : value
}

/** What the trail keeps of members. */
export function namesOf(members: readonly Choice[]): string[] {
  return members.map(({ tostring }) => tostring)
}

/** What the trail keeps of a file. */
export function nameWithHash(file: { readonly filename: string; readonly sha256: string } | null): string | null {
  return file && `${file.filename} (SHA-256 ${file.sha256})`
}

async function readColumns(db: Database, { table, fields }: Pick<Stored, 'fields'> & { readonly table: PgTable }, which: SQL | undefined) {
  const columns = Object.entries(fields).flatMap(([name, field]) => {
    if (is(field, PgColumn) || is(field, SQL)) return [[name, field] as const]
    return 'column' in field ? [[name, field.column] as const] : []
  })
  return db.select(Object.fromEntries(columns)).from(table).where(which)
}
