import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purchaseProofUploadsPerHour } from '../../src/contract/rules.ts'
import { files, rateLimits, userProducts } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addProduct } from '../support/catalogue.ts'
import { connectDetector, documentOf, jpeg, newDetectorSerial, pdf, register, registerPurchase, showProof } from '../support/coils.ts'
import { notFound, refused } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const midnight = (day: string) => `${day}T00:00:00.000Z`
const find = async (client: Client, id: number) => (await client.userProduct.getUserProductsForUser()).find((one) => one.id === id)

serverOnPostgres((server) => {
  const [ada, bob] = signedIn(server, 'ROLE_CUSTOMER', 'ROLE_CUSTOMER')

  beforeAll(async () => {
    await addProduct(await server.signInAs('ROLE_ADMIN'), { typeId: 6 })
  })

  // Nobody uploads so many within an hour.
  beforeEach(() => server.context.db.delete(rateLimits))

  const isStored = async (fileId = 0) => (await server.context.db.$count(files, eq(files.id, fileId))) === 1

  describe('registering the purchase of a detector', () => {
    it('shows what was entered and the warranty that follows from it [T184]', async () => {
      const id = await connectDetector(ada)
      const before = await find(ada, id)
      const saved = await registerPurchase(ada, id, { purchaseDate: '2024-02-29', proof: new File([pdf], 'Facture n° 12.pdf') })
      expect(saved).toEqual({
        ...before,
        purchaseDate: midnight('2024-02-29'),
        purchaseProof: { id: expect.any(Number), fileName: 'Facture n° 12.pdf', fileUrl: expect.any(String), isPdf: true },
        proofCheck: { state: 'checking', reason: null, words: null, decidedAt: null, resendUntil: null },
        startWarranty: midnight('2024-02-29'),
        endWarranty: midnight('2029-02-28'),
      })
      expect(await find(ada, id)).toEqual(saved)
    })

    it('stays when the detector is connected again', async () => {
      const serialNumber = newDetectorSerial()
      const id = await connectDetector(ada, serialNumber)
      const saved = await registerPurchase(ada, id)
      await expect(connectDetector(ada, serialNumber)).resolves.toBe(id)
      expect(await find(ada, id)).toEqual(saved)
    })

    it('refuses no day, an impossible and a future one, no proof the first time, and a file that is none', async () => {
      const id = await connectDetector(ada)
      const before = await server.context.db.$count(files)
      for (const [purchaseDate, code] of [
        ['', 'MandatoryField'],
        ['2026-02-30', 'date.unknown.error'],
        ['2026-11-23', 'date.future.error'],
      ] as const)
        await expect(registerPurchase(ada, id, { purchaseDate })).rejects.toMatchObject(refused(code, 'purchaseDate'))
      await expect(registerPurchase(ada, id, { proof: null })).rejects.toMatchObject(refused('MandatoryField', 'purchaseProofFile'))
      const page = new File(['<script>alert(1)</script>'], 'a.png', { type: 'image/png' })
      const invalid = refused('purchase.proof.invalid.error', 'purchaseProofFile')
      await expect(registerPurchase(ada, id, { proof: page })).rejects.toMatchObject(invalid)
      expect(await server.context.db.$count(files)).toBe(before)
      expect(await find(ada, id)).toMatchObject({ purchaseDate: null, purchaseProof: null, startWarranty: null })
    })

    it('leaves each owner of one serial number a purchase of their own', async () => {
      const serialNumber = newDetectorSerial()
      const [hers, his] = [await connectDetector(ada, serialNumber), await connectDetector(bob, serialNumber)]
      await registerPurchase(ada, hers, { purchaseDate: '2020-01-31' })
      expect(await find(bob, his)).toMatchObject({ purchaseDate: null, purchaseProof: null })
      await registerPurchase(bob, his, { purchaseDate: '2025-06-30' })
      expect(await find(ada, hers)).toMatchObject({ purchaseDate: midnight('2020-01-31'), endWarranty: midnight('2025-01-31') })
    })
  })

  describe('correcting it', () => {
    it('changes the day and keeps the proof unless a new one comes', async () => {
      const id = await connectDetector(ada)
      const { purchaseProof } = await registerPurchase(ada, id)
      const corrected = await registerPurchase(ada, id, { purchaseDate: '2026-01-31', proof: null })
      expect(corrected).toMatchObject({ purchaseDate: midnight('2026-01-31'), endWarranty: midnight('2031-01-31'), purchaseProof })
      const replaced = await registerPurchase(ada, id, { proof: new File([jpeg], 'other.jpeg') })
      expect(replaced.purchaseProof).toMatchObject({ fileName: 'other.jpeg', isPdf: false })
      expect((await showProof(server, ada, purchaseProof?.fileUrl)).status).toBe(404)
      expect(await isStored(purchaseProof?.id)).toBe(false)
    })

    it('moves an extension with the purchase', async () => {
      const id = await connectDetector(ada)
      await registerPurchase(ada, id, { purchaseDate: '2024-05-01' })
      const extension = { startWarrantyExtension: new Date(midnight('2029-05-01')), endWarrantyExtension: new Date(midnight('2034-05-01')) }
      await server.context.db.update(userProducts).set(extension).where(eq(userProducts.id, id))
      await expect(registerPurchase(ada, id, { purchaseDate: '2024-06-15', proof: null })).resolves.toMatchObject({
        startWarranty: midnight('2024-06-15'),
        endWarranty: midnight('2029-06-15'),
        startWarrantyExtension: midnight('2029-06-15'),
        endWarrantyExtension: midnight('2034-06-15'),
      })
    })

    it('accepts an unchanged day that an older rule allowed', async () => {
      const id = await connectDetector(ada)
      const purchaseDate = new Date(midnight('1850-03-01'))
      await server.context.db.update(userProducts).set({ purchaseDate }).where(eq(userProducts.id, id))
      const { purchaseProof } = await registerPurchase(ada, id, { purchaseDate: '1850-03-01' })
      expect(purchaseProof).toMatchObject({ fileName: 'invoice.png' })
      await expect(registerPurchase(ada, id, { purchaseDate: '1850-03-02' })).rejects.toMatchObject({ code: 'date.invalid.error' })
    })

    it('finds no detector of somebody else, no deleted one and none that never existed, and stores nothing for them', async () => {
      const id = await connectDetector(ada)
      const admin = await server.signInAs('ROLE_ADMIN')
      const before = await server.context.db.$count(files)
      for (const stranger of [bob, admin]) await expect(registerPurchase(stranger, id)).rejects.toMatchObject(notFound)
      await expect(registerPurchase(ada, 999_999)).rejects.toMatchObject(notFound)
      await ada.userProduct.delete({ params: { id } })
      await expect(registerPurchase(ada, id)).rejects.toMatchObject(notFound)
      expect(await server.context.db.$count(files)).toBe(before)
    })
  })

  it('shows the proof to the owner, as long as they have the detector, to administrators and the back office, and to nobody else', async () => {
    const serialNumber = newDetectorSerial()
    const id = await connectDetector(ada, serialNumber)
    // The same detector in another owner's list gives them no right to the proof.
    await registerPurchase(bob, await connectDetector(bob, serialNumber))
    const { purchaseProof } = await registerPurchase(ada, id)
    const people = [ada, bob, ...(await Promise.all((['ROLE_MARKETTING', 'ROLE_BE', 'ROLE_ADMIN'] as const).map(server.signInAs)))]
    const statuses = () => Promise.all(people.map(async (client) => (await showProof(server, client, purchaseProof?.fileUrl)).status))
    expect(await statuses()).toEqual([200, 404, 404, 200, 200])
    await ada.userProduct.delete({ params: { id } })
    expect(await statuses()).toEqual([404, 404, 404, 200, 200])
    await connectDetector(ada, serialNumber)
    expect(await statuses()).toEqual([200, 404, 404, 200, 200])
  })

  describe('the limits of proofs', () => {
    const noRoom = refused('purchase.proof.quota.error', 'purchaseProofFile')

    it('are those of coils: both count together, and a deleted detector’s makes room', async () => {
      const eve = await server.signInAs('ROLE_CUSTOMER')
      const ids = [await connectDetector(eve), await connectDetector(eve), await connectDetector(eve)] as const
      const largest = 5 * 1024 * 1024
      const coil = await register(eve, { proof: documentOf(200) })
      // As much as eight of the largest.
      const isOfCoil = eq(files.id, coil.purchaseProof?.id ?? 0)
      await server.context.db
        .update(files)
        .set({ sizeBytes: 8 * largest })
        .where(isOfCoil)
      const [first, , last] = ids
      const { purchaseProof } = await registerPurchase(eve, first, { proof: documentOf(largest) })
      await registerPurchase(eve, ids[1], { proof: documentOf(largest) })
      await expect(registerPurchase(eve, last, { proof: documentOf(200) })).rejects.toMatchObject(noRoom)
      await expect(register(eve, { proof: documentOf(200) })).rejects.toMatchObject(noRoom)
      expect(await find(eve, last)).toMatchObject({ purchaseDate: null, purchaseProof: null })
      // A correction that brings no proof needs no room.
      await expect(registerPurchase(eve, first, { purchaseDate: '2025-01-01', proof: null })).resolves.toHaveProperty('id', first)

      await eve.userProduct.delete({ params: { id: first } })
      await expect(registerPurchase(eve, last, { proof: documentOf(200) })).resolves.toHaveProperty('id', last)
      expect(await isStored(purchaseProof?.id)).toBe(false)
    })

    it(`let ${purchaseProofUploadsPerHour} of 24 at once through, coils’ and detectors’ together`, { tags: 'rest' }, async () => {
      const eve = await server.signInAs('ROLE_CUSTOMER')
      const id = await connectDetector(eve)
      const uploads = Array.from({ length: 24 }, (_, index) =>
        index % 2 === 0 ? register(eve, { proof: documentOf(300) }) : registerPurchase(eve, id, { proof: documentOf(300) }),
      )
      const results = await Promise.allSettled(uploads)
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(purchaseProofUploadsPerHour)
      const limited = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
      expect(limited).toEqual(limited.map(() => expect.objectContaining({ code: 'too.many.requests.error', status: 429 })))
    })
  })
})
