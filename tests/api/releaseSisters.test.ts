// @module-tag rest
/** Languages of one release: what one of them is, comes back as, or is changed to never offers another by the way. */
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { firmwares, releases } from '../../src/server/db/tables.ts'
import { versionColumns } from '../../src/server/db/versionKeys.ts'
import { bearer, type Client } from '../support/apiServer.ts'
import {
  addBetaGroup,
  addFirmware,
  addProduct,
  besidesProof,
  firmwareBody,
  keptFileBody,
  type NewFirmware,
  releaseIdOf,
  takeStep as take,
} from '../support/catalogue.ts'
import { addDetector } from '../support/coils.ts'
import { notFound, refused } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'
import { setState } from '../support/storedReleases.ts'

const formOf = (given: NewFirmware, language = 'en') => ({ ...keptFileBody(given), language })

async function addLanguage(client: Client, given: NewFirmware, language: string): Promise<number> {
  return (await client.firmware.create({ body: { ...firmwareBody(given), language } })).id
}

describe('the languages of a release', () => {
  serverOnPostgres((server) => {
    const [admin, ada] = signedIn(server, 'ROLE_ADMIN', 'ROLE_CUSTOMER')
    let typeId = 5_000

    const newProduct = () => addProduct(admin, { name: `Model ${(typeId += 1)}`, typeId })
    /** A draft in two languages. */
    async function addPair(given: NewFirmware = {}) {
      const productId = given.productIds?.[0] ?? (await newProduct())
      const form = { versionName: '5.3', isActive: false, ...given, productIds: [productId] }
      return { productId, form, en: await addLanguage(admin, form, 'en'), fr: await addLanguage(admin, form, 'Français') }
    }
    const connect = (productId: number) => addDetector(server, ada, { productId, productTypeId: typeId })
    const start = (userProductId: number, firmwareId: number, given: object = {}) => {
      server.pass(1000)
      return ada.productUpdate.create({
        body: { userProductId, firmwareId, date: server.context.clock().toISOString(), isStart: true, ...given },
      })
    }
    const report = (updateId: number, given: object) =>
      ada.productUpdate.report({ params: { id: updateId }, body: { productUpdateId: updateId, ...given } })
    const stateOf = async (id: number) => (await admin.firmware.get({ params: { id } })).state
    /** As a page gets it. */
    const listed = async (client: Client, productId: number) => {
      const headers = { ...bearer(client), 'fieldport-build': '7' }
      const response = await server.request(`/firmware/getAllForProductAndUser/${productId}`, { headers })
      return (await response.json()) as { id: number; release: { state: string; isNewestSafe: boolean; isDeleted: boolean } }[]
    }
    const download = async (client: Client, id: number) => {
      const { firmwareFile } = await admin.firmware.get({ params: { id } })
      return client.file.showFileFromWeb({ query: { id: firmwareFile.id, username: '' } })
    }

    it('does not offer a language that was deleted as a draft when it comes back', async () => {
      const { productId, en, fr } = await addPair()
      await admin.firmware.remove({ params: { id: fr } })
      server.pass(1000)
      await take(admin, en, 'released')
      await admin.firmware.restore({ params: { id: fr } })
      expect(await stateOf(fr)).toBe('draft')
      expect(await releaseIdOf(admin, fr)).not.toBe(await releaseIdOf(admin, en))
      expect(await ada.firmware.getAllForProductAndUser({ params: { productId } })).toMatchObject([{ id: en }])
    })

    it('brings a language back for the products and groups that the release has now', async () => {
      const [first, second] = [await newProduct(), await newProduct()]
      const [one, two] = [await addBetaGroup(server, []), await addBetaGroup(server, [])]
      const { form, en, fr } = await addPair({ productIds: [first], betaGroupIds: [one] })
      await take(admin, en, 'beta')
      await admin.firmware.remove({ params: { id: fr } })
      const moved = { ...form, productIds: [second], betaGroupIds: [two], isActive: true }
      await admin.firmware.update({ params: { id: en }, body: formOf(moved) })
      await admin.firmware.restore({ params: { id: fr } })
      expect(await admin.firmware.get({ params: { id: fr } })).toMatchObject({ products: [{ id: second }], betaGroups: [{ id: two }] })
    })

    it('finds a clash of every language, not only of the one that is saved', async () => {
      const productId = await newProduct()
      const fr = await addLanguage(admin, { versionName: '5.3', productIds: [productId] }, 'Français')
      expect(await stateOf(fr)).toBe('released')
      const { form, en, fr: other } = await addPair({ productIds: [productId] })
      await expect(admin.firmware.update({ params: { id: en }, body: formOf({ ...form, isActive: true }) })).rejects.toMatchObject(
        refused('version.already.exists.error', 'versionName'),
      )
      expect(await stateOf(other)).toBe('draft')
    })

    it('repairs with a beta that was released only if list, file and record say so alike', async () => {
      const productId = await newProduct()
      const detector = await connect(productId)
      const group = await addBetaGroup(server, [])
      const id = await addFirmware(admin, { productIds: [productId], isActive: false })
      await take(admin, id, 'released')
      await take(admin, id, 'beta', { betaGroupIds: [group] })
      expect((await listed(ada, productId)).map((one) => one.id)).toContain(id)
      await expect(download(ada, id)).resolves.toHaveProperty('status', 200)
      await expect(start(detector, id, { isErased: true })).resolves.toHaveProperty('id')
    })

    it('repairs with no language that was deleted', async () => {
      const { productId, en, fr } = await addPair()
      const detector = await connect(productId)
      await take(admin, en, 'released')
      await admin.firmware.remove({ params: { id: fr } })
      expect((await listed(ada, productId)).map(({ id }) => id)).toEqual([en])
      await take(admin, en, 'halt')
      expect((await listed(ada, productId)).map(({ id }) => id)).toEqual([en])
      await expect(download(ada, fr)).rejects.toMatchObject(notFound)
      await expect(start(detector, fr, { isErased: true })).rejects.toMatchObject({ code: 'release.not.offered.error' })
    })

    it.each(['released', 'staged'] as const)('does not offer as %s a language that was a beta when it was deleted', async (step) => {
      const { en, fr } = await addPair({ betaGroupIds: [await addBetaGroup(server, [])] })
      await take(admin, en, 'beta')
      await admin.firmware.remove({ params: { id: fr } })
      server.pass(1000)
      await take(admin, en, step)
      await admin.firmware.restore({ params: { id: fr } })
      expect([await stateOf(en), await stateOf(fr)]).toEqual([step, 'beta'])
    })

    it('offers a language that was staged when it was deleted to no larger share than then', async () => {
      const { en, fr } = await addPair()
      await take(admin, en, 'staged')
      const { db } = server.context
      await db
        .update(releases)
        .set({ share: 0.1 })
        .where(eq(releases.id, await releaseIdOf(admin, en)))
      await admin.firmware.remove({ params: { id: fr } })
      server.pass(1000)
      await take(admin, en, 'released')
      await admin.firmware.restore({ params: { id: fr } })
      const { state, plan } = await admin.release.get({ params: { id: await releaseIdOf(admin, fr) } })
      expect([state, plan?.share]).toEqual(['staged', 0.1])
    })

    it('withdraws a deleted language too, whatever it was when it was deleted', async () => {
      const { en, fr } = await addPair({ betaGroupIds: [await addBetaGroup(server, [])] })
      await take(admin, en, 'beta')
      await admin.firmware.remove({ params: { id: fr } })
      server.pass(1000)
      await take(admin, en, 'released')
      await take(admin, en, 'withdraw', { confirmed: ['noSafeRelease'] })
      await admin.firmware.restore({ params: { id: fr } })
      expect([await stateOf(fr), await releaseIdOf(admin, fr)]).toEqual(['withdrawn', await releaseIdOf(admin, en)])
    })

    it('offers again two releases of one version that were both halted', async () => {
      const productId = await newProduct()
      const en = await addLanguage(admin, { versionName: '5.3', productIds: [productId] }, 'en')
      const fr = await addLanguage(admin, { versionName: '5.3', productIds: [productId] }, 'Français')
      for (const id of [en, fr]) await take(admin, id, 'halt')
      await take(admin, en, 'resume')
      await admin.firmware.update({ params: { id: fr }, body: formOf({ versionName: '5.3', productIds: [productId] }, 'Français') })
      expect([await stateOf(en), await stateOf(fr)]).toEqual(['released', 'released'])
      // But neither makes room for a third.
      await take(admin, fr, 'halt')
      const de = await addLanguage(admin, { versionName: '5.3', productIds: [productId], isActive: false }, 'Deutsch')
      const params = { id: await releaseIdOf(admin, de), step: 'released' as const }
      expect(besidesProof((await admin.release.getStep({ params, query: { betaGroupIds: [] } })).obstacles)).toEqual([
        { kind: 'versionTaken', isRefused: true, name: 'Deutsch', customers: null },
      ])
    })

    it('narrows what clashed before there were rules', async () => {
      const productId = await newProduct()
      const group = await addBetaGroup(server, [])
      const one = await addFirmware(admin, { versionName: '5.3', productIds: [productId] })
      const two = await addFirmware(admin, { versionName: '5.3', productIds: [productId], isActive: false })
      await setState(server.context.db, two, 'released')
      await take(admin, one, 'beta', { betaGroupIds: [group] })
      expect(await stateOf(one)).toBe('beta')
    })

    it('ends the right to finish with a success', async () => {
      const productId = await newProduct()
      const detector = await connect(productId)
      const id = await addFirmware(admin, { productIds: [productId], isActive: false })
      const newer = await addFirmware(admin, { productIds: [productId], isActive: false })
      await take(admin, id, 'released')
      await report((await start(detector, id)).id, { success: false, errorType: 'REPROGRAMMATION_ERROR', firmwareAfter: 'none' })
      await report((await start(detector, id)).id, { success: true })
      await take(admin, newer, 'released')
      await take(admin, id, 'halt')
      await expect(start(detector, id)).rejects.toMatchObject({ code: 'release.not.offered.error' })
    })

    it('takes a form of what is stored with spaces around it', async () => {
      const productId = await newProduct()
      const id = await addFirmware(admin, { versionName: '5.3', productIds: [productId] })
      await server.context.db.update(firmwares).set(versionColumns('5.3 ')).where(eq(firmwares.id, id))
      await admin.firmware.update({ params: { id }, body: { ...formOf({ versionName: '5.3', productIds: [productId] }), isActive: false } })
      expect(await stateOf(id)).toBe('halted')
    })

    it('offers a draft to nobody, however many own its product', async () => {
      const productId = await newProduct()
      await connect(productId)
      const id = await addFirmware(admin, { productIds: [productId], isActive: false })
      const { audience } = await admin.release.get({ params: { id: await releaseIdOf(admin, id) } })
      expect(audience).toEqual({ customers: 0, detectors: 0, withoutFirmware: 0 })
    })

    it('narrows a deleted language too, which may come back when no other is left', async () => {
      const { en, fr } = await addPair()
      const group = await addBetaGroup(server, [])
      await take(admin, en, 'released')
      await admin.firmware.remove({ params: { id: fr } })
      await take(admin, en, 'beta', { betaGroupIds: [group] })
      await admin.firmware.remove({ params: { id: en } })
      await admin.firmware.restore({ params: { id: fr } })
      expect(await admin.firmware.get({ params: { id: fr } })).toMatchObject({ state: 'halted', isBetaTest: true })
    })

    it('keeps a release in a group that is saved as it was made', async () => {
      const { en, fr } = await addPair({ betaGroupIds: [] })
      const body = { name: `Group ${typeId}`, selectedFirmwareIds: [en], selectedUserIds: [] }
      const { id } = await admin.betaGroup.create({ body })
      await admin.betaGroup.update({ params: { id }, body })
      const { firmwares: inGroup } = await admin.betaGroup.get({ params: { id } })
      expect(inGroup.map((one) => one.id).toSorted((a, b) => a - b)).toEqual([en, fr])
    })
  })
})
