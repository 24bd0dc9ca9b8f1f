import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { releaseStates, type ReleaseState } from '../../src/contract/releaseStates.ts'
import { noteRestored, resumeRestored } from '../../src/server/installation/restored.ts'
import { firmwares } from '../../src/server/db/tables.ts'
import { type Client, failure, startApiServer } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { contentOf, sha256Of } from '../support/contents.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'
import { setState } from '../support/storedReleases.ts'

const offeredAt = new Date('2026-11-01T10:00:00Z')
const addressFor = async (client: Client, id: number) => (await client.file.getImageAddress({ query: { id } })).url

serverOnPostgres((server) => {
  const [admin, ada] = signedIn(server, 'ROLE_ADMIN', 'ROLE_CUSTOMER')
  let productId: number

  const show = (sha256: string, headers: Record<string, string> = {}, method = 'GET') =>
    server.request(`/image/${sha256}`, { method, headers })
  let made = 0
  async function publish(state: ReleaseState | 'deleted' = 'released') {
    const bytes = contentOf(1000, (made += 7))
    const id = await addFirmware(admin, { productIds: [productId], bytes })
    const { firmwareFile } = await admin.firmware.get({ params: { id } })
    const { db } = server.context
    if (state === 'deleted') await db.update(firmwares).set({ isDeleted: true }).where(eq(firmwares.id, id))
    else await setState(db, id, state)
    return { bytes, sha256: sha256Of(bytes), fileId: firmwareFile.id }
  }

  beforeAll(async () => {
    productId = await addProduct(admin)
  })

  it('sends a released image to anybody, whole, to be kept for ever and by every cache [T630]', async () => {
    const { bytes, sha256 } = await publish()
    const response = await show(sha256)
    expect(response.status).toBe(200)
    expect(await response.bytes()).toEqual(bytes)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag: `"${sha256}"`,
      'content-length': '1000',
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${sha256}.bin"; filename*=UTF-8''${sha256}.bin`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const head = await show(sha256, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '1000', ''])
  })

  it('goes on where a download of an image broke off [T631]', async () => {
    const { bytes, sha256 } = await publish()
    const rest = await show(sha256, { range: 'bytes=600-', 'if-range': `"${sha256}"` })
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, 'bytes 600-999/1000'])
    expect(await rest.bytes()).toEqual(bytes.slice(600))
    expect((await show(sha256, { range: 'bytes=600-', 'if-range': '"other"' })).status).toBe(200)
    const beyond = await show(sha256, { range: 'bytes=1000-' })
    expect([beyond.status, beyond.headers.get('content-range'), await beyond.text()]).toEqual([416, 'bytes */1000', ''])
    expect((await show(sha256, { 'if-none-match': `"${sha256}"` })).status).toBe(304)
  })

  describe.each([...releaseStates, 'deleted'] as const)('an image that is %s', (state) => {
    it('has an address only if every owner is offered it [T632]', async () => {
      const { sha256, fileId } = await publish(state)
      const { status, headers } = await show(sha256)
      const kept = state === 'released' ? 'public, max-age=31536000, immutable' : 'no-store'
      expect([status, headers.get('cache-control')]).toEqual([state === 'released' ? 200 : 404, kept])
      const url = state === 'released' ? `/backend/image/${sha256}` : null
      for (const client of [ada, admin]) expect(await addressFor(client, fileId)).toBe(url)
    })
  })

  it('has no address for files that the caller may not read, for other files, and after a restore [T634]', async () => {
    const { sha256, fileId } = await publish()
    expect(await addressFor(ada, 999_999)).toBeNull()
    await noteRestored(server.context.db, offeredAt)
    expect([await addressFor(ada, fileId), (await show(sha256)).status]).toEqual([null, 404])
    await resumeRestored(server.context.db)
    expect([await addressFor(ada, fileId), (await show(sha256)).status]).toEqual([`/backend/image/${sha256}`, 200])
    for (const unknown of ['0'.repeat(64), sha256.toUpperCase(), 'x', '%00', '..%2Fsecret'])
      expect(await failure(await show(unknown))).toEqual({ status: 404, message: 'resource.not.found' })
  })

  it('names the cache in front of the portal, and lets the app connect to it [T633]', async () => {
    const { sha256, fileId } = await publish()
    const cached = await startApiServer(server.context.db, { FIRMWARE_ORIGIN: 'https://firmware.example.com' })
    const client = await cached.signInAs('ROLE_CUSTOMER')
    expect(await addressFor(client, fileId)).toBe(`https://firmware.example.com/backend/image/${sha256}`)
    const policyOf = async ({ requestAt }: typeof cached) => (await requestAt('/livez')).headers.get('content-security-policy')?.split('; ')
    expect(await policyOf(cached)).toContain("connect-src 'self' https://firmware.example.com")
    expect(await policyOf(server)).toContain("connect-src 'self'")
    await cached.dispose()
  })
})
