// @module-tag rest
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '../../src/server/auth/passwords/passwords.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { demoPassword } from '../../src/server/config/demoPassword.ts'
import { demoAccounts } from '../../src/server/demo/content/demoAccounts.ts'
import { assertNoDemoRows } from '../../src/server/demo/demoRows.ts'
import { describeDemo } from '../../src/server/demo/describeDemo.ts'
import { removeDemo } from '../../src/server/demo/removeDemo.ts'
import { seedDemo } from '../../src/server/demo/seedDemo.ts'
import * as tables from '../../src/server/db/tables.ts'
import type { Storage } from '../../src/server/files/storage.ts'
import { type ApiServer, startApiServer } from '../support/apiServer.ts'
import { addProduct } from '../support/catalogue.ts'
import { onPostgres } from '../support/databases.ts'
import { addRealRecords, production } from '../support/demo.ts'

const testMs = 120_000
const hookMs = 60_000
const way = 'remove that data with "npm run purge-demo"'

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
  }, hookMs)
  afterAll(() => Promise.all(servers.map((one) => one.dispose())))

  describe('of a database from before there were marks', () => {
    it.each([true, false])(
      'knows the demo by its accounts and its own words (told that it filled it: %s)',
      { timeout: testMs },
      async (isFilledKnown) => {
        await seedDemo(db, storage)
        const made = await db.select().from(tables.demoRows).orderBy(tables.demoRows.entity, tables.demoRows.recordId)
        await forgetMarks(db, isFilledKnown)
        await addRealRecords(server)
        // The others still open to the published password.
        await db.update(tables.users).set({ passwordHash: 'of her own' }).where(eq(tables.users.username, 'admin@example.com'))
        await expect(assertNoDemoRows(db, production)).rejects.toThrow(way)
        expect(await db.select().from(tables.demoRows).orderBy(tables.demoRows.entity, tables.demoRows.recordId)).toEqual(made)
        await removeDemo(db, storage)
        await expect(assertNoDemoRows(db, production)).resolves.toBeUndefined()
      },
    )

    it('knows the demo when all of its named accounts have passwords of their own', { timeout: testMs }, async () => {
      await seedDemo(db, storage)
      await forgetMarks(db, true)
      await db
        .update(tables.users)
        .set({ passwordHash: 'of their own' })
        .where(
          inArray(
            tables.users.username,
            demoAccounts.map(({ username }) => username),
          ),
        )
      await expect(assertNoDemoRows(db, production)).rejects.toThrow(way)
    })

    it('marks them when it goes on as a demo, before anything more of it is changed', { timeout: testMs }, async () => {
      await seedDemo(db, storage)
      await forgetMarks(db, true)
      await seedDemo(db, storage)
      expect(await describeDemo(db)).toMatchObject({ counts: { accounts: 387, products: 4 } })
    })

    it(
      'takes a single account of that name and password for one, and no record of the maker for the demo’s',
      { timeout: testMs },
      async () => {
        await addRealRecords(server)
        const admin = await server.signInAs('ROLE_ADMIN')
        await addProduct(admin, { name: 'WS6 Master' })
        await server.addUser({ username: 'beta@example.com' })
        await expect(assertNoDemoRows(db, production)).resolves.toBeUndefined()
        await server.addUser({ username: 'admin@example.com', passwordHash: await hashPassword(demoPassword) })
        await expect(assertNoDemoRows(db, production)).rejects.toThrow(way)
        expect(await db.select({ entity: tables.demoRows.entity }).from(tables.demoRows)).toEqual([{ entity: 'users' }])
      },
    )
  })
})

/** As it was before there were marks, and with `isFilledKnown` false before the database said that the demo had filled it. */
async function forgetMarks(db: Database, isFilledKnown: boolean): Promise<void> {
  await db.delete(tables.demoRows)
  if (!isFilledKnown) await db.delete(tables.settings).where(eq(tables.settings.key, 'demoSeeded'))
}
