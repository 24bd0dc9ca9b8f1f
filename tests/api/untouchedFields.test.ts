import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { accessories, firmwares, products, users } from '../../src/server/db/tables.ts'
import { bearer, failure, newAddress } from '../support/apiServer.ts'
import { addFirmware, addProduct, firmwareBody, keptFileBody, typeIdOf } from '../support/catalogue.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

/** Reads as "bin.exe" and is not. */
const turned = '\u202Eexe.nib'
const unusable = (invalidField: string) => ({ code: 'text.unusable.error', status: 403, invalidField })
const badPhone = { code: 'phone.number.invalid.error', status: 403, invalidField: 'phoneNumber' }

const person = {
  firstname: 'Ada',
  lastname: 'Field',
  phonePrefix: '+33',
  phoneNumber: '612345678',
  country: 'FR',
  distributor: '',
}
const profileFlags = { isNewsletter: false }
const staffFlags = { isBetaTester: false, selectedBetaGroupIds: [] }

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')

  /** Stores what today's rules would refuse. */
  async function addOldUser(old: Partial<typeof person & { username: string }>) {
    const { username, userId } = await server.join()
    const client = await server.signIn(username)
    await server.context.db.update(users).set(old).where(eq(users.id, userId))
    const params = { id: userId }
    const form = { ...person, username, ...old }
    return { client, params, form }
  }

  describe('marks that turn the reading direction', () => {
    it.each(['firstname', 'lastname', 'distributor'])('are refused in the %s of a person, on its field', async (field) => {
      const { username, userId } = await server.join()
      const own = await server.signIn(username)
      const body = { ...person, username, [field]: turned }
      const fresh = { ...body, username: newAddress(), password: 'long enough' }
      await expect(own.user.updateProfile({ body: { ...body, ...profileFlags } })).rejects.toMatchObject(unusable(field))
      await expect(admin.user.update({ params: { id: userId }, body: { ...body, ...staffFlags } })).rejects.toMatchObject(unusable(field))
      await expect(admin.user.create({ body: { ...fresh, role: 'ROLE_CUSTOMER', ...staffFlags } })).rejects.toMatchObject(unusable(field))
      const registration = server.client().register.register({ body: { ...fresh, ...profileFlags, locale: 'en' } })
      await expect(registration).rejects.toMatchObject(unusable(field))
    })

    it.each(['name', 'typeName'])('are refused in the %s of a product', async (field) => {
      const body = { name: crypto.randomUUID(), typeName: 'WS6', typeId: typeIdOf(field) }
      const params = await admin.product.create({ body })
      await expect(admin.product.update({ params, body: { ...body, [field]: turned } })).rejects.toMatchObject(unusable(field))
      await expect(admin.product.create({ body: { ...body, [field]: turned } })).rejects.toMatchObject(unusable(field))
    })

    it.each(['versionName', 'language'])('are refused in the %s of a firmware, and kept in its change log', async (field) => {
      const changeLog = '- \u2067מהדורה\u2069'
      const body = { ...firmwareBody(), changeLog }
      await expect(admin.firmware.create({ body: { ...body, [field]: turned } })).rejects.toMatchObject(unusable(field))
      const params = await admin.firmware.create({ body })
      await expect(admin.firmware.update({ params, body: { ...body, [field]: turned } })).rejects.toMatchObject(unusable(field))
      await expect(admin.firmware.get({ params })).resolves.toMatchObject({ changeLog })
    })

    it('are taken out of the name of a file', async () => {
      const id = await addFirmware(admin, { filename: 'a\u202Enib.exe\u2066.bin' })
      const { firmwareFile } = await admin.firmware.get({ params: { id } })
      expect(firmwareFile.filename).toBe('anib.exe.bin')
    })
  })

  describe('a field that nobody touched', () => {
    it.each([
      ['a mark in each name', { firstname: turned, lastname: `${turned} `, distributor: turned }],
      ['a telephone number that is none', { phoneNumber: '12' }],
      ['a prefix that no country has', { phonePrefix: '+999', phoneNumber: '0612345678' }],
      ['a country that is none', { country: 'XX' }],
      ['nothing where something is mandatory', { lastname: '', country: '', phonePrefix: '', phoneNumber: '' }],
      ['a name that is too long', { lastname: 'x'.repeat(300) }],
      ['an address that is none', { username: `old ${crypto.randomUUID()}` }],
    ])('stops neither a person nor staff from editing another one: %s', async (_, old) => {
      const { client, params, form } = await addOldUser(old)
      await client.user.updateProfile({ body: { ...form, ...profileFlags, isNewsletter: true } })
      await expect(client.user.getProfile()).resolves.toMatchObject({ ...old, isNewsletter: true })
      await admin.user.update({ params, body: { ...form, ...staffFlags, isBetaTester: true } })
      await expect(admin.user.get({ params })).resolves.toMatchObject({ ...old, isBetaTester: true })
    })

    it('is the only one that passes: the same text elsewhere, or another one there, is refused', async () => {
      const { client, params, form } = await addOldUser({ firstname: turned })
      for (const [field, value] of [
        ['lastname', turned],
        ['firstname', `${turned}!`],
      ] as const) {
        const body = { ...form, [field]: value }
        await expect(client.user.updateProfile({ body: { ...body, ...profileFlags } })).rejects.toMatchObject(unusable(field))
        await expect(admin.user.update({ params, body: { ...body, ...staffFlags } })).rejects.toMatchObject(unusable(field))
      }
      const other = await addOldUser({ firstname: 'Ann' })
      const body = { ...other.form, firstname: turned, ...staffFlags }
      await expect(admin.user.update({ params: other.params, body })).rejects.toMatchObject(unusable('firstname'))
      await expect(admin.user.get({ params })).resolves.toMatchObject({ firstname: turned, lastname: 'Field' })
    })

    it('leaves the rules of the other fields, and those of the request, as they are', async () => {
      const { client, form } = await addOldUser({ firstname: turned })
      const refused = client.user.updateProfile({ body: { ...form, ...profileFlags, lastname: ' ' } })
      await expect(refused).rejects.toMatchObject({ code: 'MandatoryField', invalidField: 'lastname' })
      const fields: Record<string, string> = { ...form, isNewsletter: 'true' }
      for (const extra of [{ role: 'ROLE_ADMIN' }, { isNewsletter: 'yes' }]) {
        const body = new URLSearchParams({ ...fields, ...extra })
        const response = await server.request('/user/updateProfile', { method: 'POST', body, headers: bearer(client) })
        expect(await failure(response)).toMatchObject({ status: 400, message: 'request.invalid' })
      }
    })

    it('is not an old number under a new prefix', async () => {
      const { client, params, form } = await addOldUser({ phoneNumber: '12' })
      const body = { ...form, phonePrefix: '+44' }
      await expect(client.user.updateProfile({ body: { ...body, ...profileFlags } })).rejects.toMatchObject(badPhone)
      await expect(admin.user.update({ params, body: { ...body, ...staffFlags } })).rejects.toMatchObject(badPhone)
    })

    it('of a product or firmware stays as it is stored', async () => {
      const { db } = server.context
      const params = { id: await addProduct(admin) }
      const old = { name: `${turned} ${params.id}`, typeId: 70_000 }
      await db.update(products).set(old).where(eq(products.id, params.id))
      await admin.product.update({ params, body: { ...old, typeName: 'New' } })
      await expect(admin.product.get({ params })).resolves.toMatchObject({ ...old, typeName: 'New' })
      const renamed = { ...old, name: turned, typeName: 'New' }
      await expect(admin.product.update({ params, body: renamed })).rejects.toMatchObject(unusable('name'))

      const release = { id: await addFirmware(admin) }
      const changeLog = 'Long\r\nand longer\n'.repeat(5000)
      const oldRelease = { versionName: `5 ${turned}`, language: turned, changeLog }
      await db.update(firmwares).set(oldRelease).where(eq(firmwares.id, release.id))
      const body = keptFileBody({ isActive: false })
      await admin.firmware.update({ params: release, body: { ...body, ...oldRelease } })
      await expect(admin.firmware.get({ params: release })).resolves.toMatchObject({ ...oldRelease, isActive: false })
      const longer = { ...body, ...oldRelease, changeLog: `${changeLog}!` }
      await expect(admin.firmware.update({ params: release, body: longer })).rejects.toMatchObject({
        code: 'text.too.long.error',
        invalidField: 'changeLog',
      })
    })

    it('of a coil stays as it is stored', async () => {
      const { username, userId } = await server.join()
      const owner = await server.signIn(username)
      const about = { userId, serialNumber: '00000000C1', name: 'Coil', accessoryTypeId: 127, coilSerial: 'ABC' }
      const [coil] = await server.context.db.insert(accessories).values(about).returning()
      const body = { accessoryId: coil?.id ?? 0, coilSerial: 'ABC', purchaseDate: '2026-01-02' }
      const saved = await owner.accessory.createOrUpdateUserAccessory({ body })
      expect(saved).toMatchObject({ coilSerial: 'ABC', purchaseDateString: '02/01/2026' })
      const corrected = owner.accessory.createOrUpdateUserAccessory({ body: { ...body, coilSerial: 'ABD' } })
      await expect(corrected).rejects.toMatchObject({ code: 'serial.number.format.invalid', invalidField: 'coilSerial' })
      const stranger = await server.signInAs('ROLE_CUSTOMER')
      await expect(stranger.accessory.createOrUpdateUserAccessory({ body })).rejects.toMatchObject({ invalidField: 'coilSerial' })
    })
  })
})
