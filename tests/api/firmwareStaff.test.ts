import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { files, productUpdates } from '../../src/server/db/tables.ts'
import { addBetaGroup, addFirmware, addProduct, firmwareBody, keptFileBody } from '../support/catalogue.ts'
import { addDetector } from '../support/coils.ts'
import { listed } from '../support/contents.ts'
import { chosen, listBody } from '../support/lists.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

serverOnPostgres((server) => {
  const [admin, backOffice] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE')
  let productId = 0

  beforeAll(async () => {
    productId = await addProduct(admin, { name: 'Zénith' })
  })

  const find = async (changed: object) => (await backOffice.firmware.getB122TableResults({ body: listBody(changed) })).items
  const names = async (changed: object) => (await find(changed)).map(({ versionName }) => versionName)
  const filtered = async (name: string, value: string) =>
    names({ sortBy: 'releaseDate', filters: chosen(await admin.firmware.initB122Table(), name, value) })

  describe('the list', () => {
    let otherProduct = 0

    beforeAll(async () => {
      otherProduct = await addProduct(admin, { name: 'Autre' })
      const group = await addBetaGroup(server, [])
      await addFirmware(admin, { versionName: '1.0', productIds: [productId, otherProduct] })
      server.pass(60_000)
      await addFirmware(admin, { versionName: '1.1-off', productIds: [productId], isActive: false })
      server.pass(60_000)
      const beta = await addFirmware(admin, { versionName: '2.0-beta', productIds: [otherProduct], betaGroupIds: [group] })
      const owner = await server.signInAs('ROLE_CUSTOMER')
      const userProductId = await addDetector(server, owner, { productId: otherProduct, productTypeId: 6 })
      await server.context.db.insert(productUpdates).values([
        { userProductId, firmwareId: beta, success: true },
        { userProductId, firmwareId: beta },
      ])
    })

    it('shows each with its products, its flags and how often it was begun to be installed [T149]', async () => {
      const [beta, , first] = await find({ sortBy: 'releaseDate' })
      expect(beta).toMatchObject({ versionName: '2.0-beta', isBetaTest: true, isActive: true, nbProductUpdates: 2, language: 'en' })
      expect(beta?.products.map(({ tostring }) => tostring)).toEqual(['Autre'])
      expect(first?.products.map(({ tostring }) => tostring)).toEqual(['Autre', 'Zénith'])
      expect(first).toMatchObject({ nbProductUpdates: 0, isBetaTest: false })
    })

    it.each([
      ['zenith', ['1.1-off', '1.0']],
      ['autre 1.0', ['1.0']],
      ['1.0 zén en', ['1.0']],
      ['autre zenith', ['1.0']],
      ['ws6 2', ['2.0-beta']],
      ['z 1', ['1.1-off', '1.0']],
      ['au', ['2.0-beta', '1.0']],
      ['utr', ['2.0-beta', '1.0']],
      ['ut', []],
      ['zenith 2.0', []],
      ['%', []],
    ])('finds versions, languages and products together: %s [T68]', async (search, found) => {
      expect(await names({ search, sortBy: 'releaseDate' })).toEqual(found)
    })

    it('is filtered by product, state and day of release [T148]', async () => {
      expect(await filtered('product', String(productId))).toEqual(['1.1-off', '1.0'])
      expect(await filtered('isActive', 'false')).toEqual(['1.1-off'])
      expect(await filtered('isBetaTest', 'true')).toEqual(['2.0-beta'])
      expect(await filtered('releaseDate', '2026-11-21T10:01:00.000Z/')).toEqual(['2.0-beta', '1.1-off'])
      expect(await filtered('releaseDate', '/2026-11-21T10:01:00.000Z')).toEqual(['1.0'])
      expect(await filtered('releaseDate', '2026-11-21T10:00:30.000Z/2026-11-21T10:01:30.000Z')).toEqual(['1.1-off'])
      const init = await admin.firmware.initB122Table()
      expect(init.filters[0]?.options.map(({ tostring }) => tostring)).toEqual(['Autre', 'Zénith'])
    })

    it.each([
      ['product', '0'],
      ['product', "1' or '1'='1"],
      ['isActive', 'maybe'],
      ['releaseDate', '2026-11-21T10:00:00Z/2026-11-21T10:00:00Z/2026-11-21T10:00:00Z'],
    ])('refuses what the filter %s never offered: %s', async (name, value) => {
      await expect(filtered(name, value)).rejects.toMatchObject({ code: 'request.invalid' })
    })

    it('names the beta ones for the forms of beta groups [T150]', async () => {
      const all = await backOffice.firmware.getAllBetaTest({ query: { search: undefined } })
      expect(all.map(({ tostring }) => tostring)).toEqual(['2.0-beta (en)'])
    })

    it('offers betas to beta groups by their product too, and no longer finds a product that is deleted', async () => {
      const gone = await addProduct(admin, { name: 'Gone model' })
      await addFirmware(admin, { versionName: '3.0-gone', productIds: [gone], isActive: false })
      expect(await names({ search: 'gone model' })).toEqual(['3.0-gone'])
      await admin.product.remove({ params: { id: gone } })
      expect(await names({ search: 'gone model' })).toEqual([])
      expect(await backOffice.firmware.getAllBetaTest({ query: { search: 'autre 2' } })).toMatchObject([{ tostring: '2.0-beta (en)' }])
      expect(await backOffice.firmware.getAllBetaTest({ query: { search: 'zenith' } })).toEqual([])
    })
  })

  it('shows what it is, and is what its product’s customers see at once [T151]', async () => {
    const groupId = await addBetaGroup(server, [])
    const id = await addFirmware(backOffice, { versionName: '3.0', productIds: [productId], betaGroupIds: [groupId] })
    const shown = await admin.firmware.get({ params: { id } })
    expect(shown).toMatchObject({
      tostring: '3.0 (en)',
      versionName: '3.0',
      isBetaTest: true,
      changeLog: '- Quieter on wet sand',
      nbSuccesses: 0,
    })
    expect(shown.firmwareFile).toMatchObject({ filename: 'ws6.bin', sizeBytes: 1000 })
    expect(shown.betaGroups.map((group) => group.id)).toEqual([groupId])

    await server.addUser({ username: 'ada@example.com' })
    const ada = await server.signIn('ada@example.com')
    const offered = async () =>
      (await ada.firmware.getAllForProductAndUser({ params: { productId } })).map(({ versionName }) => versionName)
    expect(await offered()).not.toContain('3.0')
    const kept = keptFileBody({ versionName: '3.0', productIds: [productId] })
    await backOffice.firmware.update({ params: { id }, body: kept })
    expect(await offered()).toContain('3.0')
    const changed = await admin.firmware.get({ params: { id } })
    expect(changed).toMatchObject({ isBetaTest: false, betaGroups: [], firmwareFile: shown.firmwareFile, releaseDate: shown.releaseDate })
    await backOffice.firmware.remove({ params: { id } })
    expect(await offered()).not.toContain('3.0')
    // What was offered comes back halted: offering it again is a step of its own.
    await backOffice.firmware.restore({ params: { id } })
    expect(await admin.firmware.get({ params: { id } })).toMatchObject({ state: 'halted', isActive: false })
    expect(await offered()).not.toContain('3.0')
    await backOffice.firmware.update({ params: { id }, body: kept })
    expect(await offered()).toContain('3.0')
  })

  it('gives a new file a new id, lets go of the old one, and keeps the same bytes once [T154]', async () => {
    const bytes = new Uint8Array(2000).fill(7)
    const id = await addFirmware(admin, { productIds: [productId], bytes, isActive: false })
    const before = await admin.firmware.get({ params: { id } })
    const { versionName } = before
    await admin.firmware.update({
      params: { id },
      body: firmwareBody({ versionName, productIds: [productId], bytes: new Uint8Array(3000).fill(8), isActive: false }),
    })
    const after = await admin.firmware.get({ params: { id } })
    expect(after.firmwareFile.id).not.toBe(before.firmwareFile.id)
    expect(after.firmwareFile.sizeBytes).toBe(3000)
    expect(await server.context.db.$count(files, eq(files.id, before.firmwareFile.id))).toBe(0)

    const { sha256 } = before.firmwareFile
    const again = await addFirmware(admin, { productIds: [productId], bytes })
    await expect(admin.firmware.get({ params: { id: again } })).resolves.toMatchObject({ firmwareFile: { sha256 } })
    expect((await listed(server.context.storage)).filter((one) => one.sha256 === sha256)).toHaveLength(1)
  })

  it('refuses what is no firmware, groups and products that there are not, and a second save [T236]', async () => {
    const id = await addFirmware(admin, { productIds: [productId], isActive: false })
    const params = { id }
    const notOne = { ...firmwareBody({ productIds: [productId] }), file: new File(['PK\x03\x04 and so on, and on'], 'a.bin') }
    const invalidFile = { code: 'firmware.file.archive.error', invalidField: 'file' }
    await expect(admin.firmware.create({ body: notOne })).rejects.toMatchObject(invalidFile)
    await expect(admin.firmware.update({ params, body: notOne })).rejects.toMatchObject(invalidFile)
    const notFound = { code: 'resource.not.found' }
    await expect(admin.firmware.update({ params, body: firmwareBody({ productIds: [999_999] }) })).rejects.toMatchObject(notFound)
    await expect(admin.firmware.update({ params, body: firmwareBody({ betaGroupIds: [999_999] }) })).rejects.toMatchObject(notFound)
    const { version } = await admin.firmware.get({ params })
    const body = { ...firmwareBody({ productIds: [productId], isActive: false }), version }
    await admin.firmware.update({ params, body })
    await expect(backOffice.firmware.update({ params, body })).rejects.toMatchObject({ code: 'changed.meanwhile.error' })
    await admin.firmware.remove({ params })
    await expect(admin.firmware.update({ params, body: firmwareBody({}) })).rejects.toMatchObject({ code: 'record.deleted.error' })
    await expect(admin.firmware.get({ params })).resolves.toMatchObject({ isDeleted: true })
  })

  it('writes down what was changed by the names that people know', async () => {
    const id = await addFirmware(admin, { versionName: '8.0', isActive: false })
    const body = keptFileBody({ versionName: '8.1', productIds: [productId] })
    await backOffice.firmware.update({ params: { id }, body })
    const [latest] = await admin.audit.getForRecord({ params: { entity: 'firmware', id } })
    expect(latest).toMatchObject({
      action: 'update',
      before: { versionName: '8.0', selectedProductIds: [], isActive: false, state: 'draft' },
      after: { versionName: '8.1', selectedProductIds: ['Zénith'], isActive: true, state: 'released' },
    })
  })
})
