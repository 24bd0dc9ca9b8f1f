import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '../../src/server/db/connect.ts'
import { type ApiServer, type Client, startApiServer } from '../support/apiServer.ts'
import { createPostgresDatabase } from '../support/databases.ts'
import { chosen, listBody } from '../support/lists.ts'
import { poolOf, recordSql } from '../support/recordSql.ts'

/** Those that a maker has a million of. */
const large = new Set(['users', 'user_products', 'accessories', 'product_updates', 'audit_entries'])

let connection: DatabaseConnection
let server: ApiServer
let admin: Client

beforeAll(async () => {
  connection = await connectDatabase({ databaseUrl: await createPostgresDatabase(), dataDir: '' })
  server = await startApiServer(connection.db)
  admin = await server.signInAs('ROLE_ADMIN')
})
afterAll(async () => {
  await server.dispose()
  await connection.close()
})

/** Tables that a statement can only read from end to end: where there is any other way, PostgreSQL is told to take it. */
async function readWhole(work: () => Promise<unknown>): Promise<string[]> {
  const statements = await recordSql(connection.db, work)
  expect(statements.length).toBeGreaterThan(0)
  const client = await poolOf(connection.db).connect()
  try {
    await client.query('begin; set local enable_seqscan = off')
    const plans: string[] = []
    for (const { text, params } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...params])
      plans.push(...rows.map((row) => row['QUERY PLAN']))
    }
    const whole = plans.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? [])
    return whole.filter((table) => large.has(table))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const list = (changed: object) => () => admin.user.getB122TableResults({ body: listBody(changed) })

it.each([
  ['its first page', {}],
  ['a page far away', { currentPage: 7, perPage: 10 }],
  ['everything', { perPage: 2147483647 }],
  ['three letters', { search: 'abc' }],
  ['two words', { search: 'abc defg' }],
  ['part of a serial number', { searchSerial: 'ABC' }],
  ['the order of first names', { sortBy: 'firstname' }],
  ['the order of last names', { sortBy: 'lastname', sortDesc: false }],
  ['the order of addresses', { sortBy: 'username' }],
  ['the order of countries', { sortBy: 'country', search: 'abc' }],
])('the list of users reads no large table whole for %s', async (_, changed) => {
  expect(await readWhole(list(changed))).toEqual([])
})

it.each([
  ['role', 'ROLE_BE'],
  ['country', 'FR'],
  ['isBetaTester', 'true'],
  ['isBetaTester', 'false'],
  ['accountValidated', 'false'],
  ['accountLocked', 'true'],
  ['since', '2026-01-01T00:00:00Z/2026-02-01T00:00:00Z'],
])('nor for the filter %s = %s', async (name, value) => {
  const filters = chosen(await admin.user.initB122Table(), name, value)
  expect(await readWhole(list({ filters }))).toEqual([])
})

it('nor do a user’s own screen, the lists of products and firmwares, or what they begin with', async () => {
  const id = admin.held.current?.id ?? 0
  expect(await readWhole(() => admin.user.get({ params: { id } }))).toEqual([])
  expect(await readWhole(() => admin.user.initB122Table())).toEqual([])
  const { id: productId } = await admin.product.create({ body: { name: 'Plan', typeName: 'WS6', typeId: 6 } })
  expect(await readWhole(() => admin.product.getB122TableResults({ body: listBody({}) }))).toEqual([])
  expect(await readWhole(() => admin.product.get({ params: { id: productId } }))).toEqual([])
  expect(await readWhole(() => admin.firmware.getB122TableResults({ body: listBody({ sortBy: 'releaseDate' }) }))).toEqual([])
})

it('would tell: a question without an index reads the users whole', async () => {
  expect(await readWhole(() => connection.db.execute("select id from users where phone_number = '1'"))).toEqual(['users'])
})
