// @module-tag rest
/** The firmwares of a portal without releases, after its upgrade: each has the state that it had, and the languages of a version belong together. */
import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { dropSchema, migrateTo } from '../../src/server/backup/applySchema.ts'
import { readMigrations } from '../../src/server/db/applyMigrations.ts'
import { addFirmware, addProduct, releaseIdOf } from '../support/catalogue.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { withQuery } from '../support/installations.ts'
import { serve } from '../support/servers.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Those of the last version without releases. */
const migrationsBefore = 24

/** Version, language, products, active, beta, deleted, installed once. In the order of their ids, from 1. */
const firmwares = [
  ['5.2', 'English', [1], true, false, false, true],
  ['5.2 ', 'Français', [1], true, false, false, false],
  ['5.2', 'english', [1], true, false, false, false],
  ['5.2', 'Deutsch', [1, 2], true, false, false, false],
  ['6.0', 'English', [1], true, true, false, false],
  ['5.1', 'English', [1], false, false, false, true],
  ['5.1', 'Français', [1], false, false, false, false],
  ['7.0', 'English', [1], false, false, false, false],
  ['4.0', 'English', [1], false, false, true, true],
] as const

async function makeOlder(place: Place): Promise<void> {
  await withQuery(place, async (query) => {
    await dropSchema(query)
    await migrateTo(query, readMigrations()[migrationsBefore - 1]?.folderMillis)
    await query(
      `insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country, account_validated)
       values ('ada@example.com', 'x', 'Ada', 'Lovelace', '+44', '7400123456', 'GB', true)`,
    )
    await query(`insert into products (name, type_name, type_id) values ('WS6', 'WS6', 6), ('WS6 Lite', 'WS6', 7)`)
    await query(
      `insert into user_products (user_id, product_id, serial_number, product_type_id, material_version, protocol_version)
       values (1, 1, '0A1B2C3D4E', 6, 3, 2)`,
    )
    for (const [index, [version, language, products, isActive, isBeta, isDeleted, isInstalled]] of firmwares.entries()) {
      const id = index + 1
      await query(`insert into files (filename, sha256, size_bytes, kind, media_type) values ('a.bin', $1, 100, 'firmware', 'x')`, [
        String(id).repeat(64),
      ])
      await query(
        `insert into firmwares (version_name, language, release_date, is_active, is_beta_test, is_deleted, file_id)
         values ($1, $2, '2026-03-01', $3, $4, $5, $6)`,
        [version, language, isActive, isBeta, isDeleted, id],
      )
      for (const product of products) await query(`insert into firmware_products (firmware_id, product_id) values ($1, $2)`, [id, product])
      if (isInstalled)
        await query(`insert into product_updates (user_product_id, firmware_id, date, success) values (1, $1, '2026-04-01', true)`, [id])
    }
  })
}

onPostgres(({ createPlace }) => {
  it('gives each version its state, and its languages one release', async () => {
    const place = await createPlace()
    await makeOlder(place)
    await serve(place, {}, async (server) => {
      const admin = await server.signInAs('ROLE_ADMIN')
      const shown: Record<number, { state: string | undefined; releaseId: number; languages: string[]; offeredAt: string | null }> = {}
      for (const [index] of firmwares.entries()) {
        const { state } = await admin.firmware.get({ params: { id: index + 1 } })
        const releaseId = await releaseIdOf(admin, index + 1)
        const { images, offeredAt } = await admin.release.get({ params: { id: releaseId } })
        shown[index + 1] = { state, releaseId, languages: images.map(({ language }) => language), offeredAt }
      }
      const march = '2026-03-01T00:00:00.000Z'
      const twoLanguages = { state: 'released', releaseId: 1, languages: ['English', 'Français'], offeredAt: march }
      expect(shown).toEqual({
        1: twoLanguages,
        2: twoLanguages,
        // The same language again, and other products: releases of their own.
        3: { state: 'released', releaseId: 3, languages: ['english'], offeredAt: march },
        4: { state: 'released', releaseId: 4, languages: ['Deutsch'], offeredAt: march },
        5: { state: 'beta', releaseId: 5, languages: ['English'], offeredAt: march },
        6: { state: 'halted', releaseId: 6, languages: ['English', 'Français'], offeredAt: march },
        7: { state: 'halted', releaseId: 6, languages: ['English', 'Français'], offeredAt: march },
        8: { state: 'draft', releaseId: 8, languages: ['English'], offeredAt: null },
        9: { state: 'halted', releaseId: 9, languages: ['English'], offeredAt: march },
      })
      // New ones are numbered after them.
      const id = await addFirmware(admin, { productIds: [await addProduct(admin)] })
      expect(await releaseIdOf(admin, id)).toBeGreaterThan(9)
    })
  })

  it('takes what a server from before the upgrade adds and changes meanwhile', async () => {
    const place = await createPlace()
    await makeOlder(place)
    await serve(place, {}, async (server) => {
      const admin = await server.signInAs('ROLE_ADMIN')
      const write = (statement: string) => server.context.db.execute(sql.raw(statement))
      await write(
        `insert into files (filename, sha256, size_bytes, kind, media_type) values ('a.bin', '${'a'.repeat(64)}', 100, 'firmware', 'x')`,
      )
      await write(`insert into firmwares (version_name, language, is_active, file_id) values ('8.0', 'English', false, 10)`)
      await write(`insert into firmware_products (firmware_id, product_id) values (10, 1)`)
      const stateOf = async (id: number) => (await admin.firmware.get({ params: { id } })).state
      expect(await stateOf(10)).toBe('draft')
      await write(`update firmwares set is_active = true where id in (8, 10)`)
      expect([await stateOf(8), await stateOf(10)]).toEqual(['released', 'released'])
      await write(`update firmwares set is_active = false where id = 10`)
      expect(await stateOf(10)).toBe('halted')
    })
  })
})
