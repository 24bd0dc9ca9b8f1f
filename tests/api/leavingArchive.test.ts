// @module-tag rest
/** Taking one's data along: by its owner, and by staff for a customer who asks. */
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { single } from '../../src/server/db/single.ts'
import { dataExports, files } from '../../src/server/db/tables.ts'
import { purgeExpired } from '../../src/server/jobs/purgeExpired.ts'
import { removeOrphans } from '../../src/server/jobs/removeOrphans.ts'
import { archiveTexts } from '../../src/server/leaving/archiveTexts.ts'
import { makeExport } from '../../src/server/leaving/dataExport.ts'
import { bearer, type Client } from '../support/apiServer.ts'
import { listed } from '../support/contents.ts'
import { addCatalogue, addLeaver, factsOf } from '../support/leaver.ts'
import { dayMs, dueFor, eventsOf, subjectsTo } from '../support/leavingSteps.ts'
import { serverOnEmbedded } from '../support/servers.ts'

serverOnEmbedded('values', (server) => {
  let admin: Client
  let support: Client
  let catalogue: Awaited<ReturnType<typeof addCatalogue>>
  let customer: Client
  let username: string
  let userId: number

  beforeAll(async () => {
    catalogue = await addCatalogue(server.context.db, server.context.storage)
  })
  beforeEach(async () => {
    // So many days pass that their sessions end.
    admin = await server.signInAs('ROLE_ADMIN')
    support = await server.signInAs('ROLE_BE')
    ;({ username, userId } = await server.join())
    customer = await server.signIn(username)
  })

  const download = (client: Client, exportId: number) =>
    server.request('/leaving/downloadExport', {
      method: 'POST',
      headers: bearer(client),
      body: new URLSearchParams({ exportId: String(exportId) }),
    })
  async function fileOf(exportId: number): Promise<typeof files.$inferSelect> {
    const found = server.context.db.select().from(files).innerJoin(dataExports, eq(dataExports.fileId, files.id))
    return single(await found.where(eq(dataExports.id, exportId))).files
  }

  describe('an archive of one’s data', () => {
    it('is asked for, made by a job, told of by mail and downloaded by its owner alone [T866]', async () => {
      const { exports } = await customer.leaving.requestExport()
      expect(exports).toMatchObject([{ sizeBytes: null, isByStaff: false }])
      const id = exports[0]?.id ?? 0
      expect((await customer.leaving.requestExport()).exports).toHaveLength(1)
      expect((await download(customer, id)).status).toBe(404)
      expect(await dueFor(server, 'dataExport', id)).toEqual([0])
      await makeExport(server.context, id)
      await makeExport(server.context, id)
      expect((await subjectsTo(server, username)).filter((subject) => subject === 'Your Fieldport data are ready')).toHaveLength(1)
      const [made] = (await customer.leaving.getOwn()).exports
      const answer = await download(customer, id)
      expect(answer.headers.get('content-disposition')).toContain('filename="Fieldport-2026-11-21.zip"')
      const archive = unzipSync(new Uint8Array(await answer.arrayBuffer()))
      expect(made?.sizeBytes).toBe(Number(answer.headers.get('content-length')))
      expect(JSON.parse(strFromU8(archive['data/users.json'] ?? new Uint8Array()))).toMatchObject([{ username, firstname: 'Ada' }])
      for (const other of [admin, await server.signInAs('ROLE_CUSTOMER')]) expect((await download(other, id)).status).toBe(404)
      expect((await eventsOf(admin, 'ownDataTaken')).filter(({ account }) => account?.id === userId)).toHaveLength(1)
    })

    it('has all that is known of a person, table by table, and nothing secret or of others [T867]', async () => {
      const { db, storage } = server.context
      const leaver = await addLeaver(db, storage, 'zoe', catalogue)
      const { id } = single(await db.select().from(dataExports).where(eq(dataExports.userId, leaver.id)))
      await db.update(dataExports).set({ fileId: null }).where(eq(dataExports.id, id))
      await makeExport(server.context, id)
      const { sha256 } = await fileOf(id)
      const bytes = new Uint8Array(await new Response(await storage.open(sha256)).arrayBuffer())
      const archive = unzipSync(bytes)
      const tables = Object.keys(archiveTexts.en.tables).map((name) => `data/${name}.json`)
      const proof = `files/${leaver.proofFileId}-${leaver.filename}`
      expect(Object.keys(archive).toSorted()).toEqual(['README.txt', proof, ...tables].toSorted())
      const all = Object.values(archive)
        .map((content) => strFromU8(content))
        .join('\n')
      const theirs = [...Object.values(factsOf('zoe')), leaver.serialNumber, leaver.code]
      for (const word of [...theirs, '5.2', 'Testers', 'Fieldport One']) expect(all).toContain(word)
      for (const secret of ['hash of zoe', 'hash of a token of zoe', 'passwordHash', 'salt']) expect(all).not.toContain(secret)
      expect(strFromU8(archive[proof] ?? new Uint8Array())).toBe('%PDF-1.4 the invoice of a personzoe')
      expect(strFromU8(archive['README.txt'] ?? new Uint8Array())).toContain(
        'data/userProducts.json: your detectors, with purchase and warranty',
      )
    })

    it('expires, and its bytes go with it [T868]', async () => {
      const { db, storage } = server.context
      const id = (await customer.leaving.requestExport()).exports[0]?.id ?? 0
      await makeExport(server.context, id)
      const file = await fileOf(id)
      server.pass(7 * dayMs + 1)
      customer = await server.signIn(username)
      expect((await customer.leaving.getOwn()).exports).toEqual([])
      expect((await download(customer, id)).status).toBe(404)
      await purgeExpired(server.context)
      expect(await db.$count(files, eq(files.id, file.id))).toBe(0)
      expect(await db.$count(files, eq(files.kind, 'purchaseProof'))).toBeGreaterThan(0)
      // Files are dated by the disk's clock, not by the test's.
      await removeOrphans({ ...server.context, clock: () => new Date(Date.now() + 2 * 60 * 60_000) })
      expect((await listed(storage)).map(({ sha256 }) => sha256)).not.toContain(file.sha256)
    })

    it('is made three times a day at most [T886]', async () => {
      for (let count = 0; count < 3; count += 1) {
        const [one] = (await customer.leaving.requestExport()).exports
        await makeExport(server.context, one?.id ?? 0)
      }
      await expect(customer.leaving.requestExport()).rejects.toMatchObject({ code: 'too.many.requests.error' })
    })

    it('is started by staff for a customer who asks, whose history says so, and not for a deleted account [T869]', async () => {
      const params = { id: userId }
      const { exports } = await support.leaving.requestExportForUser({ params })
      expect(exports).toMatchObject([{ isByStaff: true }])
      await makeExport(server.context, exports[0]?.id ?? 0)
      expect(await subjectsTo(server, username)).toContain('Your Fieldport data are ready')
      expect((await download(support, exports[0]?.id ?? 0)).status).toBe(404)
      expect((await support.audit.getForRecord({ params: { entity: 'user', id: userId } })).map(({ action }) => action)).toContain(
        'requestExport',
      )
      const colleague = await server.join({ role: 'ROLE_MARKETTING' })
      await expect(support.leaving.requestExportForUser({ params: { id: colleague.userId } })).rejects.toMatchObject({
        code: 'not.authorized',
      })
      await expect(support.leaving.requestExportForUser({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 })
      await admin.user.remove({ params })
      await expect(admin.leaving.requestExportForUser({ params })).rejects.toMatchObject({ code: 'record.deleted.error' })
    })
  })
})
