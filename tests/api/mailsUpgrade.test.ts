// @module-tag rest
/** Releases of a portal without mails about them, after its upgrade: what their owners are offered already is no news to them. */
import { expect, it, vi } from 'vitest'
import { dropSchema, migrateTo } from '../../src/server/backup/applySchema.ts'
import { readMigrations } from '../../src/server/db/applyMigrations.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { withQuery } from '../support/installations.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Those before the one that brings the mails. */
const migrationsBefore = 38

/** Firmware and release have the number of the row, from 1: active, beta, deleted, released, staged. */
const made = [
  [true, false, false, true, false],
  [true, false, false, false, true],
  [true, true, false, false, false],
  // Halted.
  [false, true, false, false, false],
  // A draft, and a deleted one.
  [false, true, false, false, false],
  [false, true, true, false, false],
] as const
const drafts: ReadonlySet<number> = new Set([5])

/** Tester, in a living group, with a detector of the model. The ids count from 1. */
const people = [
  [true, true, true],
  [false, true, true],
  [true, false, true],
  [true, true, false],
] as const

async function upgraded(place: Place): Promise<{ loud: unknown[]; mails: unknown[] }> {
  return withQuery(place, async (query) => {
    await dropSchema(query)
    await migrateTo(query, readMigrations()[migrationsBefore - 1]?.folderMillis)
    await query(`insert into products (name, type_name, type_id) values ('WS6', 'WS6', 6), ('Other', 'WS6', 7)`)
    await query(`insert into beta_groups (name, is_deleted) values ('Now', false), ('Before', true)`)
    for (const [index, [isTester, isIn, hasDetector]] of people.entries()) {
      const id = index + 1
      await query(
        `insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country, account_validated, is_beta_tester)
         values ($1, 'x', 'Ada', 'Lovelace', '+44', '7400123456', 'GB', true, $2)`,
        [`${id}@example.com`, isTester],
      )
      await query(`insert into beta_group_users (beta_group_id, user_id) values ($1, $2)`, [isIn ? 1 : 2, id])
      await query(
        `insert into user_products (user_id, product_id, serial_number, product_type_id, material_version, protocol_version)
         values ($1, $2, $3, $4, 3, 2)`,
        [id, hasDetector ? 1 : 2, `0A1B2C3D4${id}`, hasDetector ? 6 : 7],
      )
    }
    for (const [index, [isActive, isBeta, isDeleted, isReleased, isStaged]] of made.entries()) {
      const id = index + 1
      await query(`insert into files (filename, sha256, size_bytes, kind, media_type) values ('a.bin', $1, 100, 'firmware', 'x')`, [
        String(id).repeat(64),
      ])
      await query(`insert into releases (offered_at, released_at, is_staged) values ($1, $2, $3)`, [
        drafts.has(id) ? null : '2026-03-01',
        isReleased ? '2026-03-01' : null,
        isStaged,
      ])
      await query(
        `insert into firmwares (version_name, language, is_active, is_beta_test, is_deleted, file_id, release_id)
         values ($1, 'English', $2, $3, $4, $5, $5)`,
        [`5.${id}`, isActive, isBeta, isDeleted, id],
      )
      await query(`insert into firmware_products (firmware_id, product_id) values ($1, 1)`, [id])
      if (isBeta) await query(`insert into firmware_beta_groups (firmware_id, beta_group_id) values ($1, 1), ($1, 2)`, [id])
    }
    await migrateTo(query)
    return {
      loud: (await query('select id from releases where mails_owners order by id')).map(({ id }) => Number(id)),
      mails: (await query('select release_id, user_id from release_mails order by 1, 2')).map((row) => Object.values(row).map(Number)),
    }
  })
}

onPostgres(({ createPlace }) => {
  it('what owners are offered, and betas of testers who have a detector for them, are mailed to nobody; a beta goes to the others later [T1043]', async () => {
    expect(await upgraded(await createPlace())).toEqual({
      loud: [3, 4, 5, 6],
      mails: [
        [3, 1],
        [4, 1],
        // Deleted, and perhaps brought back.
        [6, 1],
      ],
    })
  })
})
