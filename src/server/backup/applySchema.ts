/**
 * Migrations as part of a larger transaction: drizzle's own migrator commits. It and this one continue each other's work. Knows no table by
 * name.
 */
import { readMigrations } from '../db/applyMigrations.ts'
import type { Query } from '../db/session.ts'
import { findVersion, quote } from './describeSchema.ts'

/** Applies the migrations that the database does not have, up to `version` or all. */
export async function migrateTo(query: Query, version = Infinity): Promise<void> {
  await query('create schema if not exists drizzle')
  await query('create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)')
  const applied = (await findVersion(query)) ?? 0
  for (const { folderMillis, hash, sql } of readMigrations()) {
    if (folderMillis <= applied || folderMillis > version) continue
    for (const statement of sql) await query(statement)
    await query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])
  }
}

/** Throws an error with a sentence if this server does not know the schema. */
export function assertKnownVersion(version: number): void {
  const known = readMigrations().map(({ folderMillis }) => folderMillis)
  if (known.includes(version)) return
  throw new Error(
    version > Math.max(...known)
      ? 'The backup was made by a newer Fieldport than this one. Restore it with that one, or update this one first.'
      : 'The backup was made by an unreleased build of Fieldport, from which there is no upgrade. Nothing was done.',
  )
}

/** Removes all that migrations made. Functions of extensions stay, and so do the extensions, which not everybody may create. */
export async function dropSchema(query: Query): Promise<void> {
  const tables = await query(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  for (const { name } of tables) await query(`drop table ${quote(String(name))} cascade`)
  const functions = await query(`
    select pg_proc.oid::regprocedure::text as signature from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`)
  for (const { signature } of functions) await query(`drop function if exists ${String(signature)} cascade`)
  await query('drop schema if exists drizzle cascade')
}
