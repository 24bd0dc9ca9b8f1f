// @module-tag rest
/** A backup that an older version made: its rows come back, and the schema is the present one. */
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { dropSchema, migrateTo } from '../../src/server/backup/applySchema.ts'
import { readDescription } from '../../src/server/backup/format.ts'
import { readMigrations } from '../../src/server/db/applyMigrations.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { allRows, schemaOf, withQuery } from '../support/installations.ts'
import { runCommand } from '../support/scripts.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const versions = readMigrations().map(({ folderMillis }) => folderMillis)

/** The database as that version left it, with an update that succeeded. Only columns that every version has. */
async function makeOlder(place: Place, version: number): Promise<void> {
  await withQuery(place, async (query) => {
    await dropSchema(query)
    await migrateTo(query, version)
    await query(`insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country)
      values ('ada@example.com', 'a hash', 'Ada', 'Lovelace', '+44', '7400123456', 'GB')`)
    await query(`insert into products (name, type_name, type_id) values ('Deus', 'D', 7)`)
    await query(`insert into files (filename, sha256, size_bytes, kind, media_type)
      values ('a.bin', '${'0'.repeat(64)}', 3, 'firmware', 'application/octet-stream')`)
    await query(`insert into firmwares (version_name, language, file_id) values ('5.3', 'en', (select id from files))`)
    await query(`insert into user_products (user_id, product_id, serial_number, material_version, protocol_version, product_type_id)
      values ((select id from users), (select id from products), '0123456789', 1, 1, 7)`)
    await query(`insert into product_updates (user_product_id, firmware_id, date, success, reported_at)
      values ((select id from user_products), (select id from firmwares), '2026-01-02T03:04:05Z', true, '2026-01-02T03:09:05Z')`)
  })
}

onPostgres(({ createPlace }) => {
  it.each([
    ['first', versions[0] ?? 0],
    ['one before the present', versions.at(-2) ?? 0],
  ])('brings the backup of the %s schema to the present one', async (_, version) => {
    const [source, target] = [await createPlace(), await createPlace()]
    const present = (await schemaOf(target)).filter((part) => !part.includes('_id_seq '))
    await makeOlder(source, version)
    const before = await allRows(source)
    const file = join(source.dataDir, 'older.backup')
    // The file of the firmware is missing on purpose: it is named, and everything else is there.
    expect(await runCommand('backup', [file], source.environment)).toMatchObject({ code: 1, complaint: expect.stringMatching(/^1 stored/) })
    expect((await readDescription(file)).version).toBe(version)

    expect(await runCommand('restore', [file], target.environment)).toMatchObject({ complaint: '' })
    expect((await schemaOf(target)).filter((part) => !part.includes('_id_seq '))).toEqual(present)
    const after = await allRows(target)
    for (const table of ['users', 'user_products', 'product_updates']) {
      expect(after[table]).toHaveLength(1)
      const [restored, old] = [after, before].map((rows) => JSON.parse(rows[table]?.[0] ?? '') as Record<string, unknown>)
      const common = Object.fromEntries(Object.keys(old ?? {}).map((column) => [column, restored?.[column]]))
      expect(common).toEqual(old)
    }
    // Counted once, by whichever version counts.
    const counted = await withQuery(target, (query) => query('select sum(successes)::int as updates from update_count_changes'))
    expect(counted).toEqual([{ updates: 1 }])
  })
})
