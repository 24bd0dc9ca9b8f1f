/**
 * What a dry run would have added so far, so that later lines find it. Kept in a temporary table: a file may be longer than memory. The
 * transaction reads only from then on, so the database itself sees to it that a dry run writes nothing.
 */
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { rowsOf } from '../db/rowsOf.ts'

/** What a line says of a record, by column; null where it says nothing. */
export type Facts = Readonly<Record<string, string | null>>

export type PlannedRecords = {
  readonly find: (kind: string, keys: readonly string[]) => Promise<ReadonlyMap<string, Facts>>
  readonly add: (kind: string, records: ReadonlyMap<string, Facts>) => Promise<void>
}

/** For an import that writes: its records are in the database. */
export const nothingPlanned: PlannedRecords = { find: async () => new Map(), add: async () => undefined }

/** Call at the beginning of the transaction. */
export async function planRecords(db: Database): Promise<PlannedRecords> {
  await db.execute(sql`create temporary table import_planned (kind text, key text, facts text, primary key (kind, key)) on commit drop`)
  await db.execute(sql`set transaction read only`)
  return {
    async find(kind, keys) {
      const found = await db.execute(sql`
        select key, facts from import_planned
        where kind = ${kind} and key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`)
      // What `add` has written.
      return new Map(rowsOf(found).map(({ key, facts }) => [String(key), JSON.parse(String(facts)) as Facts]))
    },
    async add(kind, records) {
      if (records.size === 0) return
      const rows = Object.fromEntries([...records].map(([key, facts]) => [key, JSON.stringify(facts)]))
      await db.execute(sql`
        insert into import_planned (kind, key, facts)
        select ${kind}, key, value from jsonb_each_text(${JSON.stringify(rows)}::jsonb)
        on conflict (kind, key) do update set facts = excluded.facts`)
    },
  }
}
