/** Demo data beside real data in one database: what is known as whose, what is refused, and what is left when the demo has gone. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, getTableName, inArray, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { seedDemo } from '../../src/server/db/demo.ts'
import { hasDemoRows, refuseDemoRows } from '../../src/server/db/demoRows.ts'
import { describeDemo } from '../../src/server/db/describeDemo.ts'
import { removeDemo } from '../../src/server/db/removeDemo.ts'
import { seedMany } from '../../src/server/db/seedMany.ts'
import * as tables from '../../src/server/db/tables.ts'
import { demoPassword } from '../../src/server/demoAccounts.ts'
import { openFolderStorage, type Storage } from '../../src/server/storage.ts'
import { type ApiServer, type Client, password, startApiServer } from '../support/apiServer.ts'
import { addFirmware } from '../support/catalogue.ts'
import { eachDatabase } from '../support/databases.ts'

const everyTable = Object.values(tables).filter((table) => is(table, PgTable))
/** What is kept of tries and events names nobody any more, and ends by itself. */
const passing = new Set<PgTable>([tables.securityEvents, tables.budgets, tables.signInLocks, tables.settings])

/** Every row of every table that is kept, as text. */
async function readRows(db: Database): Promise<Record<string, string[]>> {
  const kept = everyTable.filter((table) => !passing.has(table))
  const entries = await Promise.all(
    kept.map(async (table) => [getTableName(table), (await db.select().from(table)).map((row) => JSON.stringify(row)).toSorted()] as const),
  )
  return Object.fromEntries(entries)
}

async function storedHashes(storage: Storage): Promise<string[]> {
  const all: string[] = []
  for await (const { sha256 } of storage.list()) all.push(sha256)
  return all.toSorted()
}

const earnest = readConfig({ NODE_ENV: 'production' })

eachDatabase((open) => {
  const folders: string[] = []
  let db: Database
  let storage: Storage
  let server: ApiServer
  let id: (name: string) => Promise<number>

  beforeEach(async () => {
    db = await open()
    server = await startApiServer(db)
    folders.push(await mkdtemp(join(tmpdir(), 'fieldport-demo-rows-')))
    storage = server.context.storage
    id = async (username) =>
      (await db.select({ id: tables.users.id }).from(tables.users).where(eq(tables.users.username, username)))[0]?.id ?? 0
  }, 60_000)
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

  const signInToDemo = async (username: string): Promise<Client> =>
    server.client(await server.client().authentication.login({ body: { username, password: demoPassword } }))

  it('works', async () => {
    await seedDemo(db, storage)
    expect(await describeDemo(db)).toEqual({})
  })
})
