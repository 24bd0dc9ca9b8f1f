// @module-tag rest
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '../../src/server/db/connect.ts'
import { type BreakableLink, openBreakableLink } from '../support/breakableLink.ts'
import { createPostgresDatabase } from '../support/databases.ts'

/** More than the connections of a pool. */
const rounds = 12

let link: BreakableLink
let connection: DatabaseConnection
beforeEach(async () => {
  link = await openBreakableLink(await createPostgresDatabase())
  connection = await connectDatabase({ databaseUrl: link.databaseUrl, dataDir: '' })
})
afterEach(async () => {
  await connection.close()
  await link.cut()
})

// Without a listener for the error of a connection in use, Node ends the process; Vitest reports that as an unhandled error.
it('fails a transaction whose connection breaks between two statements, and goes on in the same process', async () => {
  const broken = connection.db.transaction(async (transaction) => {
    await transaction.execute(sql`select 1`)
    await link.cut()
    await transaction.execute(sql`select 2`)
  })
  await expect(broken).rejects.toThrow('Failed query')
  await link.mend()
  await expect(connection.db.execute(sql`select 3`)).resolves.toHaveProperty('rowCount', 1)
})

it('has all its connections again however often PostgreSQL goes away as a transaction begins', async () => {
  for (let round = 0; round < rounds; round += 1) {
    await connection.db.execute(sql`select 1`)
    const broken = connection.db.transaction((transaction) => transaction.execute(sql`select 2`))
    // The connection has been taken, and its "begin" is on the way.
    const cut = link.cut()
    await expect(broken).rejects.toThrow(/\S/)
    await cut
    await link.mend()
  }
  await expect(connection.db.execute(sql`select 3`)).resolves.toHaveProperty('rowCount', 1)
})
