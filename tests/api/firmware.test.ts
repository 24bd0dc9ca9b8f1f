import { createHash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { files, firmwares } from '../../src/server/db/tables.ts'
import { bearer, type Client, failure } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, addProduct, firmwareBody } from '../support/catalogue.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const badFile = { code: 'firmware.file.invalid.error', status: 403, invalidField: 'file' }

serverOnPostgres((server) => {
  const [admin, ada] = signedIn(server, 'ROLE_ADMIN', 'ROLE_CUSTOMER')
  let tester: Client
  let productId: number
  let groupId: number

  const offeredTo = async (client: Client) => {
    const list = await client.firmware.getAllForProductAndUser({ params: { productId } })
    return list.map(({ id }) => id)
  }

  beforeAll(async () => {
    const testerId = await server.addUser({ username: 'tester@example.com', isBetaTester: true })
    tester = await server.signIn('tester@example.com')
    productId = await addProduct(admin)
    groupId = await addBetaGroup(server, [testerId])
  })

  it('offers a new firmware with its change log, its size and the hash of its content [T153]', async () => {
    const bytes = Uint8Array.from({ length: 300_017 }, (_, index) => (index * 31) % 251)
    const id = await addFirmware(admin, { productIds: [productId], versionName: '5.2', bytes, filename: 'WS6 5.2.BIN' })
    const [offered] = await ada.firmware.getAllForProductAndUser({ params: { productId } })
    expect(offered).toEqual({
      id,
      versionName: '5.2',
      language: 'en',
      releaseDate: '2026-11-21T10:00:00.000Z',
      changeLog: '- Quieter on wet sand',
      isBetaTest: false,
      firmwareFile: {
        id: expect.any(Number),
        filename: 'WS6 5.2.BIN',
        sizeBytes: 300_017,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
    })
    const download = await ada.file.showFileFromWeb({ query: { id: offered?.firmwareFile.id ?? 0, username: 'ada@example.com' } })
    expect(new Uint8Array(await download.arrayBuffer())).toEqual(bytes)
  })

  it('lists the newest first, and only what belongs to the product', async () => {
    server.pass(1000)
    const otherProduct = await addProduct(admin)
    const newest = await addFirmware(admin, { versionName: '5.10', productIds: [productId, otherProduct] })
    await addFirmware(admin, { productIds: [otherProduct] })
    await addFirmware(admin)
    const ids = await offeredTo(ada)
    expect(ids[0]).toBe(newest)
    expect(ids).toHaveLength(2)
    await expect(ada.firmware.getAllForProductAndUser({ params: { productId: 999_999 } })).resolves.toEqual([])
  })

  it('hides inactive firmwares from everybody and beta ones from all but the testers of their groups [T152]', async () => {
    const inactive = await addFirmware(admin, { productIds: [productId], isActive: false })
    const beta = await addFirmware(admin, { productIds: [productId], betaGroupIds: [groupId] })
    const others = await addFirmware(admin, { productIds: [productId], betaGroupIds: [await addBetaGroup(server, [])] })
    expect(await offeredTo(tester)).toContain(beta)
    for (const [client, hidden] of [
      [tester, inactive],
      [tester, others],
      [ada, inactive],
      [ada, beta],
      [admin, beta],
    ] as const)
      expect(await offeredTo(client)).not.toContain(hidden)
  })

  it('ignores the beta groups of a firmware that is not beta', async () => {
    const body = { ...firmwareBody({ productIds: [productId] }), selectedBetaGroupIds: [groupId] }
    const { id } = await admin.firmware.create({ body })
    expect(await offeredTo(ada)).toContain(id)
  })

  it('takes one product named twice as one', async () => {
    await expect(addFirmware(admin, { productIds: [productId, productId] })).resolves.toBeGreaterThan(0)
  })

  it('refuses a file that is no .bin, too short to hold anything but its trailer, or missing [T252]', async () => {
    const create = (file: Parameters<typeof admin.firmware.create>[0]['body']['file']) =>
      admin.firmware.create({ body: { ...firmwareBody({ productIds: [productId] }), file } })
    const before = await server.context.db.$count(firmwares)
    await expect(create(new File([new Uint8Array(1000)], 'ws6.exe'))).rejects.toMatchObject(badFile)
    await expect(create(new File([new Uint8Array(1000)], 'ws6.bin.zip'))).rejects.toMatchObject(badFile)
    const emptyFile = { ...badFile, code: 'firmware.file.empty.error' }
    await expect(create(new File([new Uint8Array(16)], 'ws6.bin'))).rejects.toMatchObject(emptyFile)
    await expect(create(new File([], 'ws6.bin'))).rejects.toMatchObject(emptyFile)
    await expect(create(new File([new Uint8Array(17)], 'ws6.bin'))).resolves.toHaveProperty('id')
    expect(await server.context.db.$count(firmwares)).toBe(before + 1)

    const form = new FormData()
    const texts = { versionName: '1', language: 'en', isBetaTest: 'false', isActive: 'true', selectedProductIds: String(productId) }
    for (const [name, value] of Object.entries(texts)) form.append(name, value)
    const ask = () => server.request('/firmware', { method: 'POST', body: form, headers: bearer(admin) })
    const noFile = { status: 403, message: 'MandatoryField', invalidField: 'file' }
    expect(await failure(await ask())).toEqual(noFile)
    // Another value that is missing too is the client's mistake.
    form.delete('language')
    expect(await failure(await ask())).toEqual({ status: 400, message: 'request.invalid' })
    form.append('language', 'en')
    form.append('file', 'not a file')
    expect(await failure(await ask())).toEqual(noFile)
  })

  it('names the field that is empty or too long [T251]', async () => {
    const body = firmwareBody()
    const empty = admin.firmware.create({ body: { ...body, versionName: ' ' } })
    await expect(empty).rejects.toMatchObject({ code: 'MandatoryField', status: 403, invalidField: 'versionName' })
    const long = admin.firmware.create({ body: { ...body, language: 'x'.repeat(251) } })
    await expect(long).rejects.toMatchObject({ code: 'text.too.long.error', invalidField: 'language' })
  })

  it('refuses products and groups that do not exist, and keeps nothing of the attempt', async () => {
    const before = [await server.context.db.$count(firmwares), await server.context.db.$count(files)]
    await expect(addFirmware(admin, { productIds: [productId, 999_999] })).rejects.toMatchObject(notFound)
    await expect(addFirmware(admin, { productIds: [productId], betaGroupIds: [999_999] })).rejects.toMatchObject(notFound)
    expect([await server.context.db.$count(firmwares), await server.context.db.$count(files)]).toEqual(before)
  })

  it('refuses more than 64 MiB before it has read them', async () => {
    const headers = { ...bearer(admin), 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(80 * 1024 * 1024) }
    const response = await server.request('/firmware', { method: 'POST', headers, body: 'x' })
    expect(await failure(response)).toEqual({ status: 413, message: 'request.too.large' })
  })
})
