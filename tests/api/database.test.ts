// @module-tag rest
import { readdir, readFile } from 'node:fs/promises'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, inject, it } from 'vitest'
import { connectDatabase } from '../../src/server/db/connect.ts'
import * as tables from '../../src/server/db/tables.ts'
import { violatedConstraint } from '../../src/server/db/violatedConstraint.ts'
import { onBoth } from '../support/databases.ts'
import { createDatabase } from '../support/postgres.ts'

const migrations = 'src/server/db/migrations'
const everyTable = Object.values(tables).filter((table) => is(table, PgTable))

const person = {
  username: 'ada@example.com',
  passwordHash: 'none',
  firstname: 'Ada',
  lastname: 'Field',
  phonePrefix: '+33',
  phoneNumber: '1',
  country: 'FR',
}

// What all other suites rely on, whichever database they run on.
onBoth('values', ({ open }) => {
  it('has every column of every table after the migrations', async () => {
    const db = await open()
    expect(everyTable).toContain(tables.users)
    const counts = await Promise.all(everyTable.map(async (table) => [getTableName(table), (await db.select().from(table)).length]))
    expect(counts).toEqual(everyTable.map((table) => [getTableName(table), 0]))
  })

  it('gives back what was written: ids as numbers, instants to the millisecond', async () => {
    const db = await open()
    const since = new Date('2026-03-29T00:59:59.987Z')
    const diskUsage = 5_000_000_000
    await db.insert(tables.users).values({ ...person, since, diskUsage })
    await expect(db.select().from(tables.users)).resolves.toMatchObject([
      { id: 1, since, diskUsage, role: 'ROLE_CUSTOMER', isDeleted: false },
    ])
  })

  it('lets a name be used once, and names what was broken', async () => {
    const db = await open()
    await db.insert(tables.users).values(person)
    const thrown: unknown = await db
      .insert(tables.users)
      .values(person)
      .then(undefined, (error: unknown) => error)
    expect(violatedConstraint(thrown)).toBe('users_username_key')
    expect(violatedConstraint(new Error('something else'))).toBeUndefined()

    await db.update(tables.users).set({ isDeleted: true })
    await db.insert(tables.users).values(person)
    await expect(db.$count(tables.users)).resolves.toBe(2)
  })

  it('keeps nothing of a transaction that fails', async () => {
    const db = await open()
    const failing = db.transaction(async (tx) => {
      await tx.insert(tables.users).values(person)
      await tx.insert(tables.users).values(person)
    })
    await expect(failing.catch(violatedConstraint)).resolves.toBe('users_username_key')
    await expect(db.$count(tables.users)).resolves.toBe(0)
  })

  it('refuses in tests that a transaction asks by another handle than its own, which hangs on the embedded database', async () => {
    const db = await open()
    await expect(db.transaction(async () => db.select().from(tables.users))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('only its own handle') },
    })
    await expect(db.transaction(async () => db.transaction(async () => undefined))).rejects.toThrow('only its own handle')
    await expect(db.transaction(async (tx) => tx.transaction(async () => tx.$count(tables.users)))).resolves.toBe(0)
    await expect(db.$count(tables.users)).resolves.toBe(0)
  })
})

it('needs no migration beyond those written: tables.ts and the one snapshot that is kept say the same', async () => {
  const snapshots = (await readdir(`${migrations}/meta`)).filter((name) => name.endsWith('_snapshot.json'))
  expect(snapshots).toHaveLength(1)
  const last: unknown = JSON.parse(await readFile(`${migrations}/meta/${snapshots[0]}`, 'utf8'))
  const now = generateDrizzleJson(tables, undefined, undefined, 'snake_case')
  // drizzle-kit wrote the file itself, in the shape it reads.
  await expect(generateMigration(last as typeof now, now)).resolves.toEqual([])
})

it('brings an empty PostgreSQL up to date once when several servers start together', async () => {
  const { postgresUrl } = inject('databases')
  const name = `test_${crypto.randomUUID()}`
  await createDatabase(postgresUrl, name)
  const databaseUrl = postgresUrl.replace('/postgres?', `/${name}?`)

  const servers = await Promise.all([1, 2, 3, 4].map(() => connectDatabase({ databaseUrl, dataDir: '' })))
  await expect(servers[0]?.db.$count(tables.users)).resolves.toBe(0)
  await Promise.all(servers.map(({ close }) => close()))
})

it('says which PostgreSQL it cannot reach, and keeps the password to itself', async () => {
  const refused = connectDatabase({ databaseUrl: 'postgresql://portal:hunter2@127.0.0.1:1/fieldport', dataDir: '' })
  await expect(refused).rejects.toThrow(/^PostgreSQL cannot be used: 127\.0\.0\.1:1\/fieldport answers connect ECONNREFUSED/)
  await expect(refused).rejects.not.toThrow('hunter2')
})
