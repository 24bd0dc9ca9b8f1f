// @module-tag rest
/** A demo signs while its releases change. On PostgreSQL: the embedded database has one connection. */
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { readStatement } from '../../src/contract/signatures/statement.ts'
import { firmwares, releases } from '../../src/server/db/tables.ts'
import { overlap } from '../support/overlap.ts'
import { makeKeys, pemOf, rootOf, signRoot } from '../support/releaseKeys.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { postgresServer } from '../support/servers.ts'

const server = postgresServer()

/** Somebody changes the release after it was found unsigned, and before it is signed. */
async function openChanged(change: Partial<typeof firmwares.$inferInsert>) {
  const keys = await makeKeys('demo')
  const root = rootOf(keys, 1)
  const [catalogueKey, demoReleaseKey] = [await pemOf(keys.catalogue), await pemOf(keys.release)]
  Object.assign(server.context.config, { releaseRoot: await signRoot(root, [keys.root]), catalogueKey, demoReleaseKey })
  const desk = await openReleaseDesk(server)
  const { id } = await desk.releaseOf(await desk.draft())
  const asked = await overlap(
    server.context.db,
    async (transaction) => {
      await transaction.select().from(releases).where(eq(releases.id, id)).for('update')
      await transaction.update(firmwares).set(change).where(eq(firmwares.releaseId, id))
    },
    () => desk.owner.signature.getForType({ params: { typeId: desk.productTypeId } }),
  )
  const { documents } = await desk.admin.release.getStatement({ params: { id } })
  return { asked, root, documents }
}

it('signs a release as it is, not as it was found', async () => {
  const { asked, root, documents } = await openChanged({ versionName: '77.7' })
  expect(asked.catalogue).not.toBeNull()
  expect((await readStatement(documents ?? [], root)).said.version).toBe('77.7')
})

it('refuses nobody because a release was deleted meanwhile', async () => {
  const { asked, documents } = await openChanged({ isDeleted: true })
  expect(asked.catalogue).not.toBeNull()
  expect(documents).toBeNull()
})
