import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { accessories, rateLimits, files } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addProduct } from '../support/catalogue.ts'
import { jpeg, newSerial, pdf, png, register, showProof } from '../support/coils.ts'
import { notFound, refused } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const list = async (client: Client) => client.accessory.getUserAccessoriesForUser()
const listOne = async (client: Client, id: number) => (await list(client)).find((one) => one.id === id)
const connect = (client: Client, serialNumber: string) =>
  client.userProduct.getOrCreate({ body: { serialNumber, materialVersion: 1, protocolVersion: 1, productTypeId: 6 } })
const listed = async (client: Client, serialNumber: string) => {
  const { id: userProductId } = await connect(client, '00000000A1')
  const saved = await client.accessory.createOrUpdate({ body: { accessories: [{ userProductId, serialNumber, accessoryTypeId: 127 }] } })
  return saved[0]?.id ?? 0
}

serverOnPostgres((server) => {
  const [ada, bob] = signedIn(server, 'ROLE_CUSTOMER', 'ROLE_CUSTOMER')

  beforeAll(async () => {
    await addProduct(await server.signInAs('ROLE_ADMIN'), { typeId: 6 })
  })

  // Nobody uploads so many within an hour.
  beforeEach(() => server.context.db.delete(rateLimits))

  describe('registering a coil', () => {
    it('lists it with all that was typed, its serial cleaned [T187]', async () => {
      const coil = await register(ada, {
        coilSerial: ' ab-c 12.3 ',
        purchaseDate: '2025-02-28',
        proof: new File([pdf], 'Facture n° 12.pdf'),
      })
      expect(coil).toEqual({
        id: expect.any(Number),
        name: 'ABC123',
        serialNumber: 'ABC123',
        serialNumberFormatted: 'ABC123',
        coilSerial: 'ABC123',
        purchaseDate: '2025-02-28T00:00:00.000Z',
        purchaseDateString: '28/02/2025',
        purchaseProof: { id: expect.any(Number), fileName: 'Facture n° 12.pdf', fileUrl: expect.any(String), isPdf: true },
        proofCheck: { state: 'checking', reason: null, words: null, decidedAt: null, resendUntil: null },
        startWarrantyExtension: null,
        endWarrantyExtension: null,
        code: null,
        userProductId: null,
      })
      expect(await listOne(ada, coil.id)).toEqual(coil)
      expect(await listOne(bob, coil.id)).toBeUndefined()
    })

    it.each(['', '  ', '--'])('asks for a serial where there is none but %j [T269]', async (coilSerial) => {
      await expect(register(ada, { coilSerial })).rejects.toMatchObject(refused('MandatoryField', 'coilSerial'))
    })

    it.each(['abc', 'A_BCD', 'X'.repeat(31)])('refuses the serial %s', async (coilSerial) => {
      await expect(register(ada, { coilSerial })).rejects.toMatchObject(refused('serial.number.format.invalid', 'coilSerial'))
    })

    it('refuses an impossible day and one in the future', async () => {
      await expect(register(ada, { purchaseDate: '2026-02-30' })).rejects.toMatchObject(refused('date.unknown.error', 'purchaseDate'))
      await expect(register(ada, { purchaseDate: '2026-11-23' })).rejects.toMatchObject(refused('date.future.error', 'purchaseDate'))
    })

    it('takes the day as its own answers write it, a day long ago, and the one that has begun elsewhere [T271]', async () => {
      await expect(register(ada, { purchaseDate: '2024-02-29T00:00:00.000Z' })).resolves.toMatchObject({ purchaseDateString: '29/02/2024' })
      await expect(register(ada, { purchaseDate: '1900-01-01' })).resolves.toMatchObject({ purchaseDateString: '01/01/1900' })
      await expect(register(ada, { purchaseDate: '2026-11-22' })).resolves.toMatchObject({ purchaseDateString: '22/11/2026' })
    })

    it('demands the day and, of a new coil, the proof [T270]', async () => {
      await expect(register(ada, { purchaseDate: '' })).rejects.toMatchObject(refused('MandatoryField', 'purchaseDate'))
      const body = { coilSerial: newSerial(), purchaseDate: '2026-11-21' }
      await expect(ada.accessory.createOrUpdateUserAccessory({ body })).rejects.toMatchObject(
        refused('MandatoryField', 'purchaseProofFile'),
      )
    })

    it('refuses a serial that is registered, by anybody, however it is written', async () => {
      const coilSerial = newSerial()
      await register(ada, { coilSerial })
      const exists = refused('serial.number.already.exists', 'coilSerial')
      await expect(register(ada, { coilSerial })).rejects.toMatchObject(exists)
      await expect(register(bob, { coilSerial: coilSerial.toLowerCase().split('').join(' ') })).rejects.toMatchObject(exists)
      const { id } = await register(bob)
      await expect(register(bob, { accessoryId: id, coilSerial })).rejects.toMatchObject(exists)
    })

    it('lets one of many who register one serial at once win', async () => {
      const coilSerial = newSerial()
      const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => register(index % 2 ? ada : bob, { coilSerial })))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await server.context.db.$count(accessories, eq(accessories.coilSerial, coilSerial))).toBe(1)
    })

    it('takes the coil that a detector has listed for the same', async () => {
      const id = await listed(ada, '00000000C1')
      const coil = await register(ada, { coilSerial: '00 00 00 00 c1' })
      expect(coil).toMatchObject({
        id,
        coilSerial: '00000000C1',
        serialNumberFormatted: '00 00 00 00 C1',
        userProductId: expect.any(Number),
      })
      await expect(listed(ada, '00000000C1')).resolves.toBe(id)
      expect(await listOne(ada, id)).toEqual(coil)
    })
  })

  describe('correcting a coil', () => {
    it('changes what was typed and keeps the proof unless a new one comes', async () => {
      const { id, purchaseProof } = await register(ada)
      const coilSerial = newSerial()
      const corrected = await register(ada, { accessoryId: id, coilSerial, purchaseDate: '2026-01-31' })
      expect(corrected).toMatchObject({ id, coilSerial, purchaseDateString: '31/01/2026', purchaseProof })
      const replaced = await register(ada, { accessoryId: id, coilSerial, proof: new File([jpeg], 'other.jpeg') })
      expect(replaced.purchaseProof).toMatchObject({ fileName: 'other.jpeg', isPdf: false })
      expect((await showProof(server, ada, purchaseProof?.fileUrl)).status).toBe(404)
    })

    it('registers a coil that a detector has listed without asking for a proof', async () => {
      const id = await listed(ada, '00000000C2')
      await expect(register(ada, { accessoryId: id })).resolves.toMatchObject({ id, purchaseProof: null })
    })

    it('knows no coil of somebody else, none that is deleted and none that never was', async () => {
      const { id } = await register(ada)
      const admin = await server.signInAs('ROLE_ADMIN')
      for (const stranger of [bob, admin]) await expect(register(stranger, { accessoryId: id })).rejects.toMatchObject(notFound)
      await expect(register(ada, { accessoryId: 999_999 })).rejects.toMatchObject(notFound)
      await ada.accessory.delete({ params: { id } })
      await expect(register(ada, { accessoryId: id })).rejects.toMatchObject(notFound)
    })
  })

  describe('deleting a coil', () => {
    it('takes it out of its owner’s list and no one else’s, once [T188]', async () => {
      const { id } = await register(ada)
      const others = await list(bob)
      await expect(bob.accessory.delete({ params: { id } })).rejects.toMatchObject(notFound)
      await expect(ada.accessory.delete({ params: { id } })).resolves.toEqual({})
      await expect(ada.accessory.delete({ params: { id } })).rejects.toMatchObject(notFound)
      expect(await listOne(ada, id)).toBeUndefined()
      expect(await list(bob)).toEqual(others)
    })

    it('frees its serial for its buyer, and its seller’s detector brings it back without a purchase', async () => {
      const coilSerial = '00000000C3'
      const id = await listed(ada, coilSerial)
      const { purchaseProof } = await register(ada, { accessoryId: id, coilSerial, proof: new File([png], 'a.png') })
      await ada.accessory.delete({ params: { id } })
      await expect(register(bob, { coilSerial })).resolves.toMatchObject({ coilSerial })
      await expect(listed(ada, coilSerial)).resolves.toBe(id)
      const nothing = { coilSerial: null, purchaseDate: null, purchaseProof: null }
      expect(await listOne(ada, id)).toMatchObject(nothing)
      expect(await server.context.db.$count(files, eq(files.id, purchaseProof?.id ?? 0))).toBe(0)
    })

    it('is undone by registering it again', async () => {
      const coilSerial = newSerial()
      const id = await listed(ada, '00000000C4')
      await register(ada, { accessoryId: id, coilSerial })
      await ada.accessory.delete({ params: { id } })
      await expect(register(ada, { coilSerial, purchaseDate: '2026-03-01' })).resolves.toMatchObject({
        id,
        purchaseDateString: '01/03/2026',
      })
    })
  })

  describe('deleting a detector', () => {
    it('takes it out of its owner’s list and no one else’s, once, and leaves its coils [T185]', async () => {
      const { id } = await connect(ada, '00000000A1')
      const coil = await listed(ada, '00000000C5')
      const before = (await ada.userProduct.getUserProductsForUser()).find((one) => one.id === id)
      expect(before?.accessories).toContainEqual({ id: coil, name: '00 00 00 00 C5', serialNumberFormatted: '00 00 00 00 C5' })

      await expect(bob.userProduct.delete({ params: { id } })).rejects.toMatchObject(notFound)
      await expect(ada.userProduct.delete({ params: { id } })).resolves.toEqual({})
      await expect(ada.userProduct.delete({ params: { id } })).rejects.toMatchObject(notFound)
      expect((await ada.userProduct.getUserProductsForUser()).map((one) => one.id)).not.toContain(id)
      expect(await listOne(ada, coil)).toMatchObject({ userProductId: null })

      await expect(connect(ada, '00000000A1')).resolves.toMatchObject({ id, accessories: [] })
      await listed(ada, '00000000C5')
      expect(await listOne(ada, coil)).toMatchObject({ userProductId: id })
    })
  })
})
