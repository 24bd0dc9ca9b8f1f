// @module-tag rest
import { eq, sql } from 'drizzle-orm'
import { Client as Connection } from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { userProducts, users } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { listBody } from '../support/lists.ts'
import { postgresServer, signedIn } from '../support/servers.ts'

/** How many models somebody has detectors of; how many rows stand in each list, and in the history of each person. */
const sizes = [
  { models: 1, rows: 1 },
  { models: 4, rows: 1 },
  { models: 20, rows: 1 },
  { models: 1, rows: 300 },
  { models: 20, rows: 300 },
] as const
/** The first calls also do what is done once: the first outcome of a release, the first person whom somebody of staff sees. */
const notCounted = { models: 1, rows: 1 } as const
type Size = (typeof sizes)[number]

type Owner = Size & { readonly client: Client; readonly userId: number; readonly userProductId: number }

/**
 * How to read it: the statements that PostgreSQL gets from one call, `begin` and `commit` among them, at each of the sizes above; a call that
 * asks for each model or row has more at the larger ones.
 */
const table = {
  'own detectors': 3,
  'firmwares of a model': 2,
  'past updates': 2,
  'own coils': 2,
  profile: 5,
  'a firmware’s file': 5,
  'an update’s record': 11,
  'an update’s result': 10,
  'a user’s page, for staff': 13,
  'list of users, for staff': 4,
}

const server = postgresServer()
const [admin] = signedIn(server, 'ROLE_ADMIN')
const [productIds, owners]: [number[], Owner[]] = [[], []]
let firmwareId: number
let fileId: number

beforeAll(async () => {
  while (productIds.length < 20) productIds.push(await addProduct(admin))
  const releases = { productIds, versionName: '5.1' }
  firmwareId = await addFirmware(admin, releases)
  await addFirmware(admin, { ...releases, versionName: '5.2' })
  fileId = (await admin.firmware.get({ params: { id: firmwareId } })).firmwareFile.id
  for (const size of [notCounted, ...sizes]) owners.push(await addOwner(size))
  for (let people = await server.context.db.$count(users); people < 300; people += 1) await server.join()
})

/** With a coil for each detector. The updates are those of the first one, and all other rows stand around the same detector. */
async function addOwner(size: Size): Promise<Owner> {
  const { db } = server.context
  const { username, userId } = await server.join()
  const ids = sql.raw(productIds.slice(0, size.models).join(','))
  await db.execute(sql`
    insert into user_products (user_id, product_id, serial_number, material_version, protocol_version, product_type_id)
    select ${userId}, id, upper(lpad(to_hex(${userId} * 1000 + id), 10, '0')), 3, 2, type_id from products where id in (${ids})`)
  const [owned] = await db.select().from(userProducts).where(eq(userProducts.userId, userId)).orderBy(userProducts.id)
  const userProductId = owned?.id ?? 0
  await db.execute(sql`
    insert into accessories (user_id, user_product_id, name, serial_number, accessory_type_id)
    select ${userId}, ${userProductId}, 'Coil', upper(lpad(to_hex(${userId} * 1000 + number), 10, 'C')), 1 from generate_series(1, ${size.rows}::int) number`)
  await db.execute(sql`
    insert into product_updates (user_product_id, firmware_id, date, success)
    select ${userProductId}, ${firmwareId}, now() - number * interval '1 day', true from generate_series(1, ${size.rows}::int) number`)
  return { ...size, client: await server.enter(username), userId, userProductId }
}

/** What PostgreSQL is sent while `work` runs, by every connection of this process. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const { query } = Connection.prototype
  let statements = 0
  Connection.prototype.query = function counted(this: Connection, ...asked: unknown[]) {
    statements += 1
    return Reflect.apply(query, this, asked) as unknown
  } as typeof query // It has many forms.
  try {
    await work()
  } finally {
    Connection.prototype.query = query
  }
  return statements
}

it('asks the database as often for many models and rows as for one', async () => {
  const counted: Record<string, number>[] = []
  for (const { client, models, rows, userId, userProductId } of owners) {
    const updateIds: number[] = []
    const calls: Record<keyof typeof table, () => Promise<unknown>> = {
      'own detectors': async () => expect(await client.userProduct.getUserProductsForUser()).toHaveLength(models),
      'firmwares of a model': async () =>
        expect(await client.firmware.getAllForProductAndUser({ params: { productId: productIds[0] ?? 0 } })).toHaveLength(2),
      'past updates': async () => expect(await client.productUpdate.getProductUpdatesForUser()).toHaveLength(rows),
      'own coils': async () => expect(await client.accessory.getUserAccessoriesForUser()).toHaveLength(rows),
      profile: () => client.user.getProfile(),
      'a firmware’s file': () => client.file.showFileFromWeb({ query: { id: fileId } }),
      'an update’s record': async () =>
        void updateIds.push((await client.productUpdate.create({ body: { userProductId, firmwareId } })).id),
      'an update’s result': async () => {
        const id = updateIds[0] ?? 0
        await client.productUpdate.report({ params: { id }, body: { productUpdateId: id, success: true } })
      },
      'a user’s page, for staff': async () => expect((await admin.user.get({ params: { id: userId } })).userProducts).toHaveLength(models),
      'list of users, for staff': async () =>
        expect((await admin.user.getB122TableResults({ body: listBody({ perPage: rows }) })).items).toHaveLength(rows),
    }
    const its: Record<string, number> = {}
    for (const [name, call] of Object.entries(calls)) its[name] = await countStatements(call)
    counted.push(its)
  }
  expect(counted.slice(1)).toEqual(sizes.map(() => table))
})
