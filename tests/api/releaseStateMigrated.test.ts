// @module-tag rest
/** Releases of versions that derived their state, in the database of such a version: the migration stores what was so. */
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { readMigrations } from '../../src/server/db/applyMigrations.ts'
import { createPostgresDatabase } from '../support/databases.ts'

const [early, late] = ['2026-11-01T10:00:00Z', '2026-11-20T10:00:00Z']
const deletedAt = '2026-11-10T10:00:00Z'

type Old = { readonly offered?: string; readonly released?: string; readonly withdrawn?: string; readonly isStaged?: boolean }
/** The letters of its flags: active, beta; deleted since. */
type Image = '' | 'a' | 'b' | 'ab' | 'd' | 'da' | 'db' | 'dab'

/** What was stored, the state since, and that of its deleted firmwares. */
const table: readonly (readonly [Old, readonly Image[], string, readonly string[]])[] = [
  [{}, [''], 'draft released', []],
  [{}, ['b'], 'draft beta', []],
  [{}, ['db'], 'draft beta', ['draft beta']],
  [{}, [], 'draft released', []],
  [{ offered: early }, ['ab'], 'beta beta', []],
  [{ offered: early, isStaged: true }, ['a', 'a'], 'staged staged', []],
  [{ offered: early, released: early }, ['a'], 'released released', []],
  [{ offered: early, released: early }, ['ab'], 'beta beta', []],
  [{ offered: early }, ['b'], 'halted beta', []],
  [{ offered: early, isStaged: true }, [''], 'halted staged', []],
  [{ offered: early, released: early }, [''], 'halted released', []],
  [{ offered: early, released: early, withdrawn: late }, [''], 'withdrawn released', []],
  [{ offered: early, withdrawn: late }, ['b', 'd'], 'withdrawn beta', ['withdrawn released']],
  [{ offered: early, released: early }, ['da', 'a'], 'released released', ['released released']],
  [{ offered: early, released: early }, ['d'], 'halted released', ['halted released']],
  // Nothing is offered of what is deleted as a whole.
  [{ offered: early, released: early }, ['da'], 'halted released', ['released released']],
  // Deleted before the others were offered, or were offered to all.
  [{ offered: late, released: late }, ['d', 'a'], 'released released', ['draft released']],
  [{ offered: early, released: late }, ['dab', 'a'], 'released released', ['beta beta']],
  [{ offered: early, released: late }, ['da', 'a'], 'released released', ['staged staged']],
]

it('stores the state that each release had', async () => {
  const client = new Client(await createPostgresDatabase())
  await client.connect()
  try {
    await client.query('drop schema public cascade; create schema public')
    const migrations = readMigrations().map(({ sql }) => sql)
    const its = migrations.findIndex((statements) => statements.some((statement) => statement.includes('"deleted_state"')))
    for (const statement of migrations.slice(0, its).flat()) await client.query(statement)
    // What the trigger of that version would note is given here.
    await client.query('alter table firmwares disable trigger keep_release')
    await client.query(`insert into files (filename, sha256, size_bytes, kind, media_type) values ('a.bin', '0', 3, 'firmware', 'none')`)
    for (const [{ offered, released, withdrawn, isStaged = false }, images] of table) {
      const { rows } = await client.query(
        'insert into releases (offered_at, released_at, withdrawn_at, is_staged) values ($1, $2, $3, $4) returning id',
        [offered, released, withdrawn, isStaged],
      )
      for (const image of images) {
        const flags = ['a', 'b', 'd'].map((letter) => image.includes(letter))
        await client.query(
          `with firmware as (
            insert into firmwares (release_id, version_name, version_key, language, file_id, is_active, is_beta_test, is_deleted)
            values ($1, '5.3', '', 'en', (select id from files), $2, $3, $4) returning id, is_deleted)
          insert into audit_entries (word, record_id, action, date) select 'firmware', id, 'delete', $5 from firmware where is_deleted`,
          [rows[0].id, ...flags, deletedAt],
        )
      }
    }
    for (const statement of migrations[its] ?? []) await client.query(statement)
    const { rows } = await client.query(`
      select state || ' ' || reach as state, (
        select coalesce(json_agg(deleted_state || ' ' || deleted_reach), '[]') from firmwares where release_id = releases.id and is_deleted
      ) as deleted, (
        select count(*)::integer from firmwares where release_id = releases.id and not is_deleted and deleted_state || deleted_reach is not null
      ) as wrong from releases order by id`)
    expect(rows).toEqual(table.map(([, , state, deleted]) => ({ state, deleted, wrong: 0 })))
  } finally {
    await client.end()
  }
})
