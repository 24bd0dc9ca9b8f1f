// @module-tag rest
/** Counts that do not follow single changes: of a demo, wrong ones. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { detectorStates, updateCountChanges, updateCounts, updateTotals } from '../../src/server/db/tables.ts'
import { removeDemo } from '../../src/server/demo/removeDemo.ts'
import { seedDemo } from '../../src/server/demo/seedDemo.ts'
import { seedMany } from '../../src/server/demo/seedMany.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import { onPostgres } from '../support/databases.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { runCommand } from '../support/scripts.ts'
import { serverOnPostgres } from '../support/servers.ts'
import { keptCounts, recount } from '../support/updateCounts.ts'

serverOnPostgres((server) => {
  it('the counts hold for a demo, and are zero once it is removed', async () => {
    const { db, config } = server.context
    const storage = openFolderStorage(join(config.dataDir, 'files'))
    await seedDemo(db, storage)
    const demo = await recount(db)
    expect(demo.totals.length).toBeGreaterThan(100)
    expect(await keptCounts(db)).toEqual(demo)
    await removeDemo(db, storage)
    expect(await keptCounts(db)).toEqual({ quarters: [], days: [], totals: [], states: [] })
  })
})

onPostgres(({ createPlace }) => {
  it('are right again after the command, however wrong they were', async () => {
    const place = await createPlace()
    await inDatabase(place, async (db) => {
      await seedMany(db, openFolderStorage(join(place.dataDir, 'files')), 100, () => undefined)
      await db.update(updateCountChanges).set({ successes: 1_000, rebootErrors: -5 })
      const wrong = { successes: 7, unreported: 7, disconnections: 7, reprogrammingErrors: 7, rebootErrors: 7 }
      await db.insert(updateCounts).values({ span: 1, quarter: 7, productId: 7, firmwareId: 7, ...wrong })
      await db.insert(updateTotals).values({ productId: 7, quarter: 7, ...wrong })
      await db.delete(detectorStates)
    })
    // Made by the seed, which is a demo's.
    const { out, complaint, code } = await runCommand('rebuildCounts', [], { ...place.environment, DEMO: 'true' })
    expect({ complaint, code }).toEqual({ complaint: '', code: 0 })
    expect(out).toMatch(/^The product updates were counted anew: \d+\.\n$/)
    await inDatabase(place, async (db) => {
      expect(await db.$count(updateCountChanges)).toBe(0)
      expect(await keptCounts(db)).toEqual(await recount(db))
    })
  })
})

it('the counts stay where the database cannot be reached, and the command says so', async () => {
  const { out, complaint, code } = await runCommand('rebuildCounts', [], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect({ out, code }).toEqual({ out: '', code: 1 })
  expect(complaint).toMatch(/^The counts were not rebuilt and stay as they were\. PostgreSQL cannot be used/)
})
