// @module-tag rest
/** The classes of columns and the database agree, and what is left out of a backup is missed by nothing in it. */
import { expect, it } from 'vitest'
import { classesByName } from '../../src/server/backup/keptRows.ts'
import type { DataClasses } from '../../src/server/db/dataClasses/dataClass.ts'
import { dataClasses } from '../../src/server/db/dataClasses/dataClasses.ts'
import { onPostgres } from '../support/databases.ts'
import { allRows, withQuery } from '../support/installations.ts'
import { writeUnclassedBackup } from '../support/madeBackups.ts'
import { runCommand } from '../support/scripts.ts'

it('do not compile without a table or a column, with half a table left out, or without a word on export and deletion [T860]', () => {
  const { sessions, ...withoutTable } = dataClasses
  const { familyId, ...withoutColumn } = sessions
  // @ts-expect-error A table has no class.
  const first: DataClasses = withoutTable
  // @ts-expect-error A column has no class.
  const second: DataClasses['sessions'] = withoutColumn
  // @ts-expect-error Rows are left out whole.
  const third: DataClasses['sessions'] = { ...sessions, userAgent: 'kept, withheld, erased' }
  // @ts-expect-error The column cannot be null.
  const fourth: DataClasses['idempotencyKeys'] = { ...dataClasses.idempotencyKeys, key: 'blanked, withheld, erased' }
  // @ts-expect-error A column does not say what becomes of it when its person leaves.
  const fifth: DataClasses['users'] = { ...dataClasses.users, firstname: 'kept' }
  // @ts-expect-error Neither null nor an empty text can take its place, and the row stays.
  const sixth: DataClasses['users'] = { ...dataClasses.users, role: 'kept, exported, erased' }
  expect([first, second, third, fourth, fifth, sixth, familyId]).toContain('access, withheld, erased')
})

const leftOut: ReadonlySet<string> = new Set(['access', 'passing'])
/** A table of the database, as its catalogue names it. */
const isLeftOut = (table: unknown) => [...(classesByName.get(String(table))?.values() ?? [])].some((given) => leftOut.has(given))

onPostgres(({ createPlace }) => {
  it('are those of the tables and columns that the database has, and generated ones are derived', async () => {
    const columns = await withQuery(await createPlace(), (query) =>
      query(`select table_name || '.' || column_name as name, is_generated = 'ALWAYS' as "isDerived"
        from information_schema.columns where table_schema = 'public'`),
    )
    const classed = [...classesByName].flatMap(([table, classes]) =>
      [...classes].map(([column, given]) => ({ name: `${table}.${column}`, given })),
    )
    const classOf = new Map(classed.map(({ name, given }) => [name, given]))
    expect(new Set<unknown>(classOf.keys())).toEqual(new Set(columns.map(({ name }) => name)))
    const wrong = columns.filter(({ name, isDerived }) => (classOf.get(String(name)) === 'derived') !== isDerived)
    expect(wrong).toEqual([])
  })

  it('leave out no row that a kept row names', async () => {
    const references = await withQuery(await createPlace(), (query) =>
      query(`select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace`),
    )
    expect(references.length).toBeGreaterThan(20)
    expect(references.filter(({ from, to }) => isLeftOut(to) && !isLeftOut(from))).toEqual([])
  })

  it('drop from an older backup what it should not hold, and a newer database is not backed up without them', async () => {
    const [source, target] = [await createPlace(), await createPlace()]
    await withQuery(source, async (query) => {
      await query(`insert into settings (key, value) values ('shortDisk a b', '{}'), ('of a version to come', 'x'),
        ('installedAt', '2026-01-01T00:00:00.000Z')`)
      await query(`insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country)
        values ('ada@example.com', 'a hash', 'Ada', 'Lovelace', '+44', '7400123456', 'GB')`)
      await query(`insert into sessions (family_id, user_id, token_hash, expires_at)
        values (gen_random_uuid(), (select id from users), 'a hash', '2100-01-01')`)
      await query(`insert into sign_in_locks (name_hash, failures, locks, last_tried_at) values ('a hash', 1, 0, now())`)
      await query(`insert into idempotency_keys (user_id, key, call, request_hash, status, response)
        values ((select id from users), 'a key', 'POST /product', 'a hash', 200, '{"id": 7}')`)
    })
    const [file, newer] = [`${source.dataDir}/unclassed.backup`, `${source.dataDir}/newer.backup`]
    await writeUnclassedBackup(source, file)
    expect(await runCommand('restore', [file], target.environment)).toMatchObject({ complaint: '', code: 0 })
    const { users, sessions, sign_in_locks: locks, idempotency_keys: keys = [], settings = [] } = await allRows(target)
    expect([users?.length, sessions, locks]).toEqual([1, [], []])
    expect(JSON.parse(keys[0] ?? '')).toMatchObject({ key: 'a key', request_hash: 'a hash', status: null, response: null })
    expect(settings.map((line) => (JSON.parse(line) as { key: string }).key).toSorted()).toEqual(['installedAt', 'restoredFrom'])

    await withQuery(source, (query) => query('alter table users add column nickname text'))
    const refused = await runCommand('backup', [newer], source.environment)
    expect(refused).toMatchObject({ out: '', complaint: expect.stringMatching(/does not know: users\.nickname/), code: 1 })
  })
})
