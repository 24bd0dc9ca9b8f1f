import { createHash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { bearer, type Client, failure } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, addProduct } from '../support/catalogue.ts'
import { serverOnPostgresWith, signedIn } from '../support/servers.ts'
import { setState } from '../support/storedReleases.ts'

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 256)
const sha256 = createHash('sha256').update(bytes).digest('hex')

serverOnPostgresWith({ ANIMATIONS_URL: 'https://site.example.com/tutorial' }, (server) => {
  const [admin, ada] = signedIn(server, 'ROLE_ADMIN', 'ROLE_CUSTOMER')
  let productId: number
  let fileId: number

  const show = (id: number, headers: Record<string, string> = {}, client = ada) =>
    server.request(`/file/showFileFromWeb?id=${id}&username=somebody`, { headers: { ...bearer(client), ...headers } })
  const fileOf = async (client: Client, firmwareId: number) => {
    const list = await client.firmware.getAllForProductAndUser({ params: { productId } })
    return list.find(({ id }) => id === firmwareId)?.firmwareFile.id ?? 0
  }

  beforeAll(async () => {
    productId = await addProduct(admin)
    fileId = await fileOf(ada, await addFirmware(admin, { productIds: [productId], bytes, filename: '../../Mise à jour "5.2".bin' }))
  })

  it('sends the whole file as something to keep, never to run [T155]', async () => {
    const response = await show(fileId)
    expect(response.status).toBe(200)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag: `"${sha256}"`,
      'content-length': '1000',
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Mise _ jour _5.2_.bin"; filename*=UTF-8''Mise%20%C3%A0%20jour%20_5.2_.bin`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
  })

  it('sends nothing again to a client that has it', async () => {
    for (const known of [`"${sha256}"`, `W/"${sha256}"`, `"other", "${sha256}"`, '*']) {
      const response = await show(fileId, { 'if-none-match': known })
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', `"${sha256}"`])
    }
    expect((await show(fileId, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('goes on where a download broke off', async () => {
    const rest = await show(fileId, { range: 'bytes=600-', 'if-range': `"${sha256}"` })
    expect([rest.status, rest.headers.get('content-range'), rest.headers.get('content-length')]).toEqual([206, 'bytes 600-999/1000', '400'])
    expect(new Uint8Array(await rest.arrayBuffer())).toEqual(bytes.slice(600))
  })

  it('gives a file that is not offered to staff who manage firmwares, and to nobody else', async () => {
    const inactive = await addFirmware(admin, { productIds: [productId], bytes })
    const inactiveFile = await fileOf(ada, inactive)
    const testerId = await server.addUser({ username: 'tester@example.com', isBetaTester: true })
    const tester = await server.signIn('tester@example.com')
    const group = await addBetaGroup(server, [testerId])
    const betaFile = await fileOf(tester, await addFirmware(admin, { productIds: [productId], betaGroupIds: [group] }))
    await setState(server.context.db, inactive, 'halted')

    const statuses = async (id: number) => {
      const people = [ada, tester, await server.signInAs('ROLE_MARKETTING'), await server.signInAs('ROLE_BE'), admin]
      return Promise.all(people.map(async (client) => (await show(id, {}, client)).status))
    }
    expect(await statuses(inactiveFile)).toEqual([404, 404, 404, 200, 200])
    expect(await statuses(betaFile)).toEqual([404, 200, 404, 200, 200])
  })

  it('never takes the username of the address for a right [T156]', async () => {
    const response = await server.request(`/file/showFileFromWeb?id=${fileId}&username=admin@example.com`)
    expect(await failure(response)).toEqual({ status: 401, message: 'not.authenticated' })
  })

  it('knows no file by a path, a name or a made-up number', async () => {
    for (const id of ['../../etc/passwd', sha256, '-1', '0', '1e3', '1;drop table files', '%00', '99999999999999999999', '']) {
      const response = await server.request(`/file/showFileFromWeb?id=${encodeURIComponent(id)}`, { headers: bearer(ada) })
      expect(await failure(response)).toEqual({ status: 400, message: 'request.invalid' })
    }
    expect(await failure(await show(999_999))).toEqual({ status: 404, message: 'resource.not.found' })
    const twice = await server.request(`/file/showFileFromWeb?id=${fileId}&id=${fileId}`, { headers: bearer(ada) })
    expect(await failure(twice)).toEqual({ status: 400, message: 'request.invalid' })
  })

  it('answers a lost file as the fault it is, without a word of where it lay', async () => {
    const lost = await fileOf(ada, await addFirmware(admin, { productIds: [productId], bytes: new Uint8Array(99).fill(7) }))
    await server.context.storage.remove(createHash('sha256').update(new Uint8Array(99).fill(7)).digest('hex'))
    expect(await failure(await show(lost))).toEqual({ status: 500, message: 'internal.server.error' })
    expect(server.logged()).toContain('ENOENT')
  })

  it('names the site of the animations [T157]', async () => {
    await expect(ada.file.getSiteUrl()).resolves.toEqual({ siteUrl: 'https://site.example.com/tutorial' })
    const csp = (await server.request('/configuration')).headers.get('content-security-policy')
    expect(csp).toContain('frame-src blob: https://site.example.com;')
  })
})
