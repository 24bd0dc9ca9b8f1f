// @module-tag rest
/** A backup that an older version made: its rows come back, and the schema is the present one. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onPostgres, type Place } from '../support/databases.ts'
import { allRows, schemaOf, withQuery } from '../support/installations.ts'
import { newerBuild } from '../support/newerBuild.ts'
import { insertFirmware } from '../support/storedReleases.ts'
import { runCommand } from '../support/scripts.ts'
import { storedVersionKey } from '../../src/server/db/versionKeys.ts'

const newer = newerBuild(
  `alter table products add column weight integer`,
  `update products set weight = 100 * type_id`,
  `create index products_weight_index on products (weight)`,
)

/** With an update that succeeded. */
async function fill(place: Place): Promise<void> {
  await withQuery(place, async (query) => {
    await query(`insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country)
      values ('ada@example.com', 'a hash', 'Ada', 'Lovelace', '+44', '7400123456', 'GB')`)
    await query(`insert into products (name, type_name, type_id) values ('Deus', 'D', 7)`)
    await query(`insert into files (filename, sha256, size_bytes, kind, media_type)
      values ('a.bin', '${'0'.repeat(64)}', 3, 'firmware', 'application/octet-stream')`)
    await query(insertFirmware)
    await query(`insert into user_products (user_id, product_id, serial_number, material_version, protocol_version, product_type_id)
      values ((select id from users), (select id from products), '0123456789', 1, 1, 7)`)
    await query(`insert into product_updates (user_product_id, firmware_id, date, success, reported_at)
      values ((select id from user_products), (select id from firmwares), '2026-01-02T03:04:05Z', true, '2026-01-02T03:09:05Z')`)
  })
}

const withoutSequences = (schema: readonly string[]) => schema.filter((part) => !part.includes('_id_seq '))

onPostgres(({ createPlace }) => {
  it('brings the backup of the version before to the present schema', async () => {
    const [source, target, migrated] = [await createPlace(), await createPlace(), await createPlace()]
    await fill(source)
    const before = await allRows(source)
    const file = join(source.dataDir, 'older.backup')
    // The file of the firmware is missing on purpose: it is named, and everything else is there.
    expect(await runCommand('backup', [file], source.environment)).toMatchObject({ code: 1, complaint: expect.stringMatching(/^1 stored/) })

    expect(await newer.run('restore', [file], target.environment)).toMatchObject({ complaint: '' })
    expect(await newer.run('migrate', [], migrated.environment)).toMatchObject({ complaint: '', code: 0 })
    const present = await schemaOf(migrated)
    expect(present).not.toEqual(await schemaOf(source))
    expect(withoutSequences(await schemaOf(target))).toEqual(withoutSequences(present))
    const after = await allRows(target)
    for (const table of ['users', 'user_products', 'product_updates', 'update_count_changes']) {
      expect(after[table]).toHaveLength(1)
      expect(after[table]).toEqual(before[table])
    }
    // The order of versions is another one by now.
    expect(await withQuery(target, (query) => query('select version_key from firmwares'))).toEqual([
      { version_key: storedVersionKey('5.3') },
    ])
    // By the migration, which runs on the rows of the backup.
    expect(await withQuery(target, (query) => query('select name, weight from products'))).toEqual([{ name: 'Deus', weight: 700 }])
  })
})
