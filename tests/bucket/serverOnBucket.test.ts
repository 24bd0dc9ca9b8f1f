import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { removeOrphans } from '../../src/server/jobs/removeOrphans.ts'
import { type ApiServer, bearer, type Client, failure, startApiServer } from '../support/apiServer.ts'
import { type BucketLine, openBucketLine } from '../support/bucketLine.ts'
import { addFirmware, addProduct, firmwareBody } from '../support/catalogue.ts'
import { onPostgres } from '../support/databases.ts'
import { contentOf, listed, sha256Of } from '../support/contents.ts'
import { type BucketEnvironment, createBucket, startSwift, type Swift } from '../support/swift.ts'

const mebibyte = 1024 * 1024
const hourMs = 60 * 60_000

async function download(server: ApiServer, client: Client, fileId: number, headers: Record<string, string> = {}): Promise<Response> {
  return server.request(`/file/showFileFromWeb?id=${fileId}&username=somebody`, { headers: { ...bearer(client), ...headers } })
}

async function fileOf(client: Client, firmwareId: number) {
  return (await client.firmware.get({ params: { id: firmwareId } })).firmwareFile
}

onPostgres(({ open }) => {
  describe('a server on a bucket', () => {
    let line: BucketLine
    let server: ApiServer
    let admin: Client

    beforeAll(async () => {
      line = await openBucketLine(inject('s3Endpoint'))
      const environment = { ...(await createBucket(inject('s3Endpoint'))), S3_ENDPOINT: line.endpoint }
      server = await startApiServer(await open(), environment)
      admin = await server.signInAs('ROLE_ADMIN')
    })
    afterAll(async () => {
      await server.dispose()
      await line.close()
    })

    it('stores a firmware, sends it whole and in part, and tidies up the one that it replaces', async () => {
      const bytes = contentOf(6 * mebibyte)
      const id = await addFirmware(admin, { productIds: [await addProduct(admin)], bytes, isActive: false })
      const first = await fileOf(admin, id)
      const whole = await download(server, admin, first.id)
      expect([whole.status, whole.headers.get('content-length')]).toEqual([200, String(bytes.length)])
      expect(sha256Of(await whole.bytes())).toBe(sha256Of(bytes))
      const rest = await download(server, admin, first.id, { range: `bytes=${5 * mebibyte - 2}-`, 'if-range': `"${first.sha256}"` })
      expect(rest.status).toBe(206)
      expect(await rest.bytes()).toEqual(bytes.slice(5 * mebibyte - 2))

      const next = contentOf(1000, 2)
      await admin.firmware.update({ params: { id }, body: firmwareBody({ bytes: next, isActive: false }) })
      await removeOrphans({ ...server.context, clock: () => new Date(Date.now() + 2 * hourMs) })
      expect(await listed(server.context.storage)).toMatchObject([{ sha256: sha256Of(next), sizeBytes: next.length }])
      expect((await download(server, admin, (await fileOf(admin, id)).id)).status).toBe(200)
      expect(await readdir(server.context.config.dataDir)).toEqual([])
    })

    it('gives the address in the bucket of a released image, whole and in parts, and of no other', async () => {
      const bytes = contentOf(100_000, 5)
      const released = await fileOf(admin, await addFirmware(admin, { productIds: [await addProduct(admin)], bytes }))
      const addressOf = async (id: number) => (await admin.file.getImageAddress({ query: { id } })).url ?? ''
      const url = await addressOf(released.id)
      expect(new URL(url).origin).toBe(line.endpoint)
      expect(await (await fetch(url)).bytes()).toEqual(bytes)
      const rest = await fetch(url, { headers: { range: 'bytes=99000-' } })
      expect([rest.status, await rest.bytes()]).toEqual([206, bytes.slice(99_000)])
      // Signed for this object alone.
      expect((await fetch(url.replace(released.sha256, sha256Of(contentOf(1000, 2))))).status).toBe(403)
      const policy = (await server.requestAt('/livez')).headers.get('content-security-policy')?.split('; ')
      expect(policy).toContain(`connect-src 'self' ${line.endpoint}`)
      const draft = await fileOf(admin, await addFirmware(admin, { bytes: contentOf(1000, 6), isActive: false }))
      expect(await addressOf(draft.id)).toBe('')
    })

    it('ends the download from the bucket when the client goes away', async () => {
      const { id } = await fileOf(admin, await addFirmware(admin, { bytes: contentOf(12 * mebibyte, 3) }))
      const reader = (await download(server, admin, id)).body?.getReader()
      await reader?.read()
      expect(line.openResponses()).toBe(1)
      await reader?.cancel()
      await expect.poll(line.openResponses).toBe(0)
    })
  })

  describe('while the bucket is away', () => {
    let swift: Swift
    let environment: BucketEnvironment
    let server: ApiServer

    beforeAll(async () => {
      swift = await startSwift()
      environment = await createBucket(swift.endpoint)
      server = await startApiServer(await open(), environment)
    })
    afterAll(async () => {
      await server.dispose()
      await swift.dispose()
    })

    it('answers 503 with a code to whatever needs files, answers the rest, and goes on when it is back', async () => {
      const admin = await server.signInAs('ROLE_ADMIN')
      const bytes = contentOf(6 * mebibyte)
      const { id: fileId } = await fileOf(admin, await addFirmware(admin, { bytes }))
      const firmwares = async () => (await server.context.db.query.firmwares.findMany()).length
      const refused = { code: 'service.unavailable.error', status: 503 }

      await swift.kill()
      for (const size of [1000, 6 * mebibyte]) {
        await expect(addFirmware(admin, { bytes: contentOf(size, 4) })).rejects.toMatchObject(refused)
      }
      const missing = await download(server, admin, fileId)
      expect(missing.headers.get('retry-after')).toMatch(/^\d+$/)
      // Those of the file: with its length, the client would wait for the rest of it.
      for (const name of ['content-length', 'content-disposition', 'etag', 'accept-ranges']) expect(missing.headers.get(name)).toBeNull()
      expect(await failure(missing)).toEqual({ status: 503, message: refused.code })
      await expect(admin.user.getProfile()).resolves.toHaveProperty('id')
      expect((await server.requestAt('/readyz')).status).toBe(200)
      expect((await server.requestAt('/livez')).status).toBe(200)

      await swift.start()
      expect(sha256Of(await (await download(server, admin, fileId)).bytes())).toBe(sha256Of(bytes))
      await addFirmware(admin, { bytes: contentOf(6 * mebibyte, 4) })
      expect(await firmwares()).toBe(2)
      expect(server.logged()).toContain('BucketUnavailable')
      for (const secret of [environment.S3_ACCESS_KEY_ID, environment.S3_SECRET_ACCESS_KEY]) expect(server.logged()).not.toContain(secret)
    })
  })
})
