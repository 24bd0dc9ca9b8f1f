// @module-tag rest
/** Demo data beside real data in one database: what is known as whose, what is refused, and what is left when the demo has gone. */
import { eq, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config/readConfig.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { seedDemo } from '../../src/server/demo/seedDemo.ts'
import { hasDemoRows, assertNoDemoRows } from '../../src/server/demo/demoRows.ts'
import { describeDemo } from '../../src/server/demo/describeDemo.ts'
import { removeDemo } from '../../src/server/demo/removeDemo.ts'
import { seedMany } from '../../src/server/demo/seedMany.ts'
import * as tables from '../../src/server/db/tables.ts'
import { demoPassword } from '../../src/server/config/demoPassword.ts'
import { single } from '../../src/server/db/single.ts'
import type { Storage } from '../../src/server/files/storage.ts'
import { type ApiServer, type Client, startApiServer } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { addCodes, png, register } from '../support/coils.ts'
import { listed } from '../support/contents.ts'
import { onPostgres } from '../support/databases.ts'
import { addDetector, addRealRecords, production } from '../support/demo.ts'
import { keptCounts, recount } from '../support/updateCounts.ts'

const everyTable = Object.values(tables).filter((table) => is(table, PgTable))
/** What is kept of tries and events names nobody any more, and ends by itself. */
const passing = new Set<PgTable>([tables.securityEvents, tables.rateLimits, tables.signInLocks, tables.settings])

/** Every row of every table that is kept, as text. */
async function readRows(db: Database): Promise<Record<string, string[]>> {
  const kept = everyTable.filter((table) => !passing.has(table))
  const entries = await Promise.all(
    kept.map(async (table) => [getTableName(table), (await db.select().from(table)).map((row) => JSON.stringify(row)).toSorted()] as const),
  )
  return Object.fromEntries(entries)
}

const storedHashes = async (storage: Storage) => (await listed(storage)).map(({ sha256 }) => sha256).toSorted()

onPostgres(({ open }) => {
  let db: Database
  let storage: Storage
  let server: ApiServer
  const servers: ApiServer[] = []

  beforeEach(async () => {
    db = await open()
    server = await startApiServer(db)
    servers.push(server)
    storage = server.context.storage
  })
  afterAll(() => Promise.all(servers.map((one) => one.dispose())))

  const signInToDemo = async (username: string): Promise<Client> =>
    server.client(await server.client().authentication.login({ body: { username, password: demoPassword } }))

  /** The lowest id: the demo's, where it was there first. */
  async function firstId(table: typeof tables.products | typeof tables.firmwares | typeof tables.betaGroups): Promise<number> {
    const [row] = await db.select({ id: table.id }).from(table).orderBy(table.id).limit(1)
    return single(row === undefined ? [] : [row]).id
  }

  it('knows every row that the demo has made, and none that was made beside it', async () => {
    expect(await hasDemoRows(db)).toBe(false)
    await seedDemo(db, storage)
    const made = await readRows(db)
    await addRealRecords(server)
    const { counts, ownAccounts, dependents } = await describeDemo(db)
    expect({ ownAccounts, dependents }).toEqual({ ownAccounts: [], dependents: [] })
    expect(counts).toEqual({
      accounts: made['users']?.length,
      sessions: 0,
      detectors: made['user_products']?.length,
      coils: made['accessories']?.length,
      updates: made['product_updates']?.length,
      products: made['products']?.length,
      firmwares: made['firmwares']?.length,
      'beta groups': made['beta_groups']?.length,
      'warranty codes': made['warranty_codes']?.length,
      'batches of warranty codes': made['warranty_code_batches']?.length,
      news: made['news']?.length,
      'rally zones': made['rally_zones']?.length,
      files: made['files']?.length,
    })
  })

  it('knows the customers that were added for measuring, and not somebody who registers meanwhile', async () => {
    const own = await server.join()
    await seedMany(db, storage, 30, () => undefined)
    const { counts } = await describeDemo(db)
    expect(counts).toMatchObject({ accounts: 30, products: 4, 'beta groups': 1 })
    await removeDemo(db, storage)
    expect(await db.select({ id: tables.users.id }).from(tables.users)).toEqual([{ id: own.userId }])
    expect(await db.$count(tables.products)).toBe(0)
  })

  it('starts no server beside demo data unless a demo is meant', async () => {
    await expect(assertNoDemoRows(db, production)).resolves.toBeUndefined()
    await addRealRecords(server)
    await expect(assertNoDemoRows(db, production)).resolves.toBeUndefined()
    await db.delete(tables.sessions)
    await seedMany(db, storage, 1, () => undefined)
    await expect(assertNoDemoRows(db, production)).rejects.toThrow(
      /^This database holds demo data, [^.\n]* because NODE_ENV is production[^.\n]*"npm run purge-demo"[^.\n]*DEMO=true[^.\n]*\.$/,
    )
    await expect(assertNoDemoRows(db, readConfig({ NODE_ENV: 'production', DEMO: 'true' }))).resolves.toBeUndefined()
  })

  it('removes all of the demo, what was done in it too, and leaves real records as they are', async () => {
    await seedDemo(db, storage)
    const customer = await signInToDemo('customer@example.com')
    await register(customer, { proof: new File([png], 'proof.png') })
    const demoAdmin = await signInToDemo('admin@example.com')
    const [product] = await db.select().from(tables.products).orderBy(tables.products.id).limit(1)
    await demoAdmin.product.update({ params: { id: product?.id ?? 0 }, body: { name: 'Renamed', typeName: 'Teleco', typeId: 1 } })
    await server.client().forgotPassword.resetPassword({ body: { username: 'customer@example.com' } })
    const before = await readRows(db)
    const { counts } = await describeDemo(db)
    expect(counts).toMatchObject({ sessions: 2, files: before['files']?.length })

    await addRealRecords(server)
    // Made by a demo account, real all the same.
    await addProduct(demoAdmin, { name: 'Made in the demo', typeId: 61 })
    const both = await readRows(db)
    await removeDemo(db, storage)
    const left = await readRows(db)

    const real = Object.fromEntries(Object.entries(both).map(([name, rows]) => [name, rows.filter((row) => !before[name]?.includes(row))]))
    const trail = real['audit_entries']?.map((row) => nameless(row, demoAdmin.held.current?.id)) ?? []
    const anonymous: typeof left = { ...real, audit_entries: trail }
    // The counts of updates keep what was added and taken away; together they say what is left.
    const { update_count_changes: _, ...others } = left
    const { update_count_changes: __, ...expected } = anonymous
    // The keys that sign people in are the installation's, not the demo's.
    expect(others).toEqual({ ...expected, demo_messages: [], signing_keys: both['signing_keys'] })
    expect(await keptCounts(db)).toEqual(await recount(db))
    expect(left['products']?.join()).toContain('Made in the demo')
    expect(await storedHashes(storage)).toEqual(
      (await db.select({ sha256: tables.files.sha256 }).from(tables.files)).map(({ sha256 }) => sha256).toSorted(),
    )
    expect(await hasDemoRows(db)).toBe(false)
    await expect(assertNoDemoRows(db, production)).resolves.toBeUndefined()
    await expect(signInToDemo('admin@example.com')).rejects.toMatchObject({ status: 401 })
    // The trail is append-only again.
    await expect(db.delete(tables.auditEntries)).rejects.toThrow(/audit_entries/)
  })

  it('keeps a content that a real file shares with one of the demo', async () => {
    await seedDemo(db, storage)
    const [shared] = await db.select().from(tables.files).limit(1)
    const { sha256 = '', sizeBytes = 0 } = shared ?? {}
    await db
      .insert(tables.files)
      .values({ sha256, sizeBytes, filename: 'ours.bin', kind: 'firmware', mediaType: 'application/octet-stream' })
    await removeDemo(db, storage)
    expect(await storedHashes(storage)).toEqual([sha256])
  })

  it('removes nothing where real records hang on demo data, and names each of them', async () => {
    await seedDemo(db, storage)
    const { userId, username } = await server.join({ username: 'ann@maker.example' })
    const [demoProduct, demoFirmware, demoGroup] = [
      await firstId(tables.products),
      await firstId(tables.firmwares),
      await firstId(tables.betaGroups),
    ]
    const detectorId = await addDetector(db, userId, demoProduct)
    await db.insert(tables.productUpdates).values([1, 2].map(() => ({ userProductId: detectorId, firmwareId: demoFirmware })))
    const admin = await server.signInAs('ROLE_ADMIN')
    await addFirmware(admin, { versionName: '9.9', productIds: [demoProduct], betaGroupIds: [demoGroup] })
    await db.insert(tables.betaGroupUsers).values({ userId, betaGroupId: demoGroup })
    const [code = ''] = await addCodes(server, 1)
    await db.update(tables.warrantyCodes).set({ userId, usedAt: new Date() }).where(eq(tables.warrantyCodes.code, 'DEMO2026COIL00000001'))
    const [customer] = await db.select().from(tables.users).where(eq(tables.users.username, 'customer@example.com'))
    await db
      .update(tables.warrantyCodes)
      .set({ userId: customer?.id ?? 0, usedAt: new Date() })
      .where(eq(tables.warrantyCodes.code, code))

    const { dependents } = await describeDemo(db)
    expect(dependents).toEqual([
      `The detector ABCDEF0123 of ${username} is a demo product, Teleco R2.`,
      expect.stringMatching(`^The detector ABCDEF0123 of ${username} was updated with a demo firmware, `),
      'The firmware 9.9 en is for a demo product, Teleco R2.',
      'The firmware 9.9 en is for a demo beta group, WS6 field testers.',
      `The user ${username} is in a demo beta group, WS6 field testers.`,
      `A warranty of ${username} was lengthened by a demo code, DEMO2026COIL00000001.`,
      `The warranty code ${code} was used by a demo account, customer@example.com.`,
    ])
    const before = await readRows(db)
    await expect(removeDemo(db, storage)).rejects.toThrow('Nothing was removed')
    expect(await readRows(db)).toEqual(before)
  })

  it('takes an account that somebody has made their own for the demo’s still, and names it', async () => {
    await seedDemo(db, storage)
    const [hash] = await db
      .select({ passwordHash: tables.users.passwordHash })
      .from(tables.users)
      .where(eq(tables.users.id, (await server.join()).userId))
    await db
      .update(tables.users)
      .set(hash ?? {})
      .where(eq(tables.users.username, 'admin@example.com'))
    await db.update(tables.users).set({ username: 'nadia@maker.example' }).where(eq(tables.users.username, 'backoffice@example.com'))
    expect(await describeDemo(db)).toMatchObject({ ownAccounts: ['admin@example.com', 'nadia@maker.example'], counts: { accounts: 387 } })
  })
})

/** An entry of the audit trail as it is when `userId` has gone. */
function nameless(row: string, userId: number | undefined): string {
  const entry: Record<string, unknown> = JSON.parse(row)
  return JSON.stringify(entry['userId'] === userId ? { ...entry, userId: null } : entry)
}
