// @module-tag rest
/** Stored files whose rows go while a backup is made. */
import { expect, it } from 'vitest'
import { holdRemovals } from '../../src/server/backup/removalLock.ts'
import { removeOrphans } from '../../src/server/jobs/removeOrphans.ts'
import { poolOf } from '../support/recordSql.ts'
import { serverOnPostgres } from '../support/servers.ts'

const hourMs = 3_600_000

serverOnPostgres((server) => {
  /** As the command does. Returns a function that ends it. */
  async function beginBackup(): Promise<() => Promise<void>> {
    const client = await poolOf(server.context.db).connect()
    await holdRemovals(async (text, values) => (await client.query<Record<string, unknown>>(text, values)).rows)
    return async () => {
      await client.query('select pg_advisory_unlock_all()')
      client.release(true)
    }
  }

  it('stay until the backup is complete', async () => {
    const { storage } = server.context
    const stored = await storage.put(Buffer.from('without a row'))
    const tidy = () => removeOrphans({ ...server.context, clock: () => new Date(Date.now() + 2 * hourMs) })
    const endBackup = await beginBackup()
    await tidy()
    expect(await storage.has(stored)).toBe(true)
    await endBackup()
    await tidy()
    expect(await storage.has(stored)).toBe(false)
  })
})
