// @module-tag rest
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  accessoriesMax,
  idempotencyKeysMax,
  productUpdatesMax,
  purchaseProofFilesMax,
  purchaseProofsMaxBytes,
  purchaseProofUploadsPerHour,
  userProductsMax,
} from '../../src/contract/rules.ts'
import { purchaseProofMaxBytes } from '../../src/contract/purchaseProof.ts'
import { accessories, rateLimits, files, idempotencyKeys, productUpdates, userProducts } from '../../src/server/db/tables.ts'
import { bearer, type Client } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { documentOf, newSerial, register } from '../support/coils.ts'
import { serverOnPostgres } from '../support/servers.ts'

const noRoom = { code: 'purchase.proof.quota.error', status: 403, invalidField: 'purchaseProofFile' }
const full = { code: 'account.full.error', status: 403 }
const identity = (serialNumber: string) => ({ serialNumber, materialVersion: 1, protocolVersion: 1, productTypeId: 6 })
const serialOf = (index: number) => index.toString(16).toUpperCase().padStart(10, '0')

async function outcomesOf(calls: Promise<unknown>[]) {
  const results = await Promise.allSettled(calls)
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  return { done: results.length - refused.length, refused }
}

const times = (count: number, refusal: object): unknown[] => Array.from({ length: count }, () => expect.objectContaining(refusal))

const proofsOf = async (client: Client) =>
  (await client.accessory.getUserAccessoriesForUser()).filter((coil) => coil.purchaseProof !== null)
const idOf = (client: Client) => client.held.current?.id ?? 0

serverOnPostgres((server) => {
  const oneHourLater = () => server.context.db.delete(rateLimits)

  beforeEach(oneHourLater)

  describe('purchase proofs', () => {
    it('of 40 that are uploaded at once exactly 20 are taken, and the others are told when to come again', async () => {
      const ada = await server.signInAs('ROLE_CUSTOMER')
      const wait = { code: 'too.many.requests.error', status: 429, retryAfterSeconds: 3600 }
      const outcomes = await outcomesOf(Array.from({ length: 40 }, () => register(ada)))
      expect(outcomes).toEqual({ done: purchaseProofUploadsPerHour, refused: times(20, wait) })
      expect(await proofsOf(ada)).toHaveLength(purchaseProofUploadsPerHour)
      server.pass(60 * 60_000)
      await expect(register(ada)).resolves.toHaveProperty('id')
      // Other people have hours of their own.
      await expect(register(await server.signInAs('ROLE_CUSTOMER'))).resolves.toHaveProperty('id')
    })

    it('may be 40 in all: of 20 at once by somebody who has 30 exactly ten are taken, and nothing of the others is kept', async () => {
      const ada = await server.signInAs('ROLE_CUSTOMER')
      for (const count of [20, 10]) {
        await outcomesOf(Array.from({ length: count }, () => register(ada, { proof: documentOf(300) })))
        await oneHourLater()
      }
      expect(await proofsOf(ada)).toHaveLength(30)
      const outcomes = await outcomesOf(Array.from({ length: 20 }, () => register(ada, { proof: documentOf(300) })))
      expect(outcomes).toEqual({ done: 10, refused: times(10, noRoom) })
      const coils = await ada.accessory.getUserAccessoriesForUser()
      expect(coils).toHaveLength(purchaseProofFilesMax)
      await oneHourLater()
      // What is replaced makes its own room, and a coil that is corrected needs none.
      const [coil] = coils
      await expect(register(ada, { accessoryId: coil?.id ?? 0, proof: documentOf(500) })).resolves.toHaveProperty('id', coil?.id)
      await expect(register(ada, { accessoryId: coil?.id ?? 0 })).resolves.toHaveProperty('id', coil?.id)
    })

    it('may be 50 MB in all, and a deleted coil’s makes room when it is needed', async () => {
      const ada = await server.signInAs('ROLE_CUSTOMER')
      const largest = purchaseProofsMaxBytes / purchaseProofMaxBytes
      const coils = []
      for (let index = 0; index < largest; index += 1) coils.push(await register(ada, { proof: documentOf(purchaseProofMaxBytes) }))
      await expect(register(ada, { proof: documentOf(200) })).rejects.toMatchObject(noRoom)
      expect(await proofsOf(ada)).toHaveLength(largest)

      const [kept, deleted] = coils
      await ada.accessory.delete({ params: { id: deleted?.id ?? 0 } })
      const isThere = async () => server.context.db.$count(files, eq(files.id, deleted?.purchaseProof?.id ?? 0))
      expect(await isThere()).toBe(1)
      await expect(register(ada, { proof: documentOf(200) })).resolves.toHaveProperty('id')
      expect(await isThere()).toBe(0)
      // The larger of two is refused, and the one that is there stays.
      await oneHourLater()
      await expect(register(ada, { proof: documentOf(purchaseProofMaxBytes) })).rejects.toMatchObject(noRoom)
      await expect(register(ada, { accessoryId: kept?.id ?? 0, proof: documentOf(1_000) })).resolves.toHaveProperty(
        'purchaseProof.isPdf',
        true,
      )
    })

    it('that an account had beyond the limits, by an older rule, stay and can be corrected', async () => {
      const ada = await server.signInAs('ROLE_CUSTOMER')
      const coil = await register(ada, { proof: documentOf(3_000) })
      const enormous = { sizeBytes: purchaseProofsMaxBytes + purchaseProofMaxBytes }
      await server.context.db
        .update(files)
        .set(enormous)
        .where(eq(files.id, coil.purchaseProof?.id ?? 0))
      await expect(register(ada, { accessoryId: coil.id, coilSerial: newSerial() })).resolves.toHaveProperty('id', coil.id)
      await expect(register(ada, { proof: documentOf(3_000) })).rejects.toMatchObject(noRoom)
      await expect(register(ada, { accessoryId: coil.id, proof: documentOf(3_000) })).resolves.toHaveProperty('id', coil.id)
    })

    it('of a refused purchase leave no row', async () => {
      const ada = await server.signInAs('ROLE_CUSTOMER')
      const { coilSerial } = await register(ada)
      const before = await server.context.db.$count(files)
      await expect(register(ada, { coilSerial: coilSerial ?? '', proof: documentOf(900) })).rejects.toMatchObject({ status: 403 })
      expect(await server.context.db.$count(files)).toBe(before)
    })
  })

  describe('everything else that an account may keep', () => {
    beforeAll(async () => void (await addProduct(await server.signInAs('ROLE_ADMIN'), { typeId: identity('').productTypeId })))

    it('detectors, deleted ones too, and one that is known can always be connected', async () => {
      const ada = await server.signInAs('ROLE_CUSTOMER')
      const { id: _, product } = await ada.userProduct.getOrCreate({ body: identity(serialOf(0)) })
      const row = { userId: idOf(ada), productId: product.id, materialVersion: 1, protocolVersion: 1, productTypeId: 6 }
      const rows = Array.from({ length: userProductsMax - 3 }, (_value, index) => ({
        ...row,
        serialNumber: serialOf(index + 1),
        isDeleted: index % 2 === 0,
      }))
      await server.context.db.insert(userProducts).values(rows)
      const connect = (index: number) => ada.userProduct.getOrCreate({ body: identity(serialOf(index)) })
      const outcomes = await outcomesOf(Array.from({ length: 10 }, (_value, index) => connect(10_000 + index)))
      expect(outcomes).toEqual({ done: 2, refused: times(8, full) })
      await expect(connect(1)).resolves.toHaveProperty('serialNumber', serialOf(1))
    })

    it('coils, by hand and as a detector lists them', async () => {
      const ada = await server.signInAs('ROLE_CUSTOMER')
      const { id: userProductId } = await ada.userProduct.getOrCreate({ body: identity(serialOf(0)) })
      const row = { userId: idOf(ada), accessoryTypeId: 127, name: 'x' }
      const rows = Array.from({ length: accessoriesMax - 6 }, (_, index) => ({ ...row, serialNumber: serialOf(index) }))
      await server.context.db.insert(accessories).values(rows)
      const coil = (index: number) => ({ userProductId, serialNumber: serialOf(index), accessoryTypeId: 127 })
      const listed = (from: number, count: number) =>
        ada.accessory.createOrUpdate({ body: { accessories: Array.from({ length: count }, (_, index) => coil(from + index)) } })
      await expect(listed(50_000, 7)).rejects.toMatchObject(full)
      expect(await server.context.db.$count(accessories, eq(accessories.userId, idOf(ada)))).toBe(accessoriesMax - 6)
      const outcomes = await outcomesOf(Array.from({ length: 10 }, (_, index) => listed(60_000 + 2 * index, 2)))
      expect(outcomes).toEqual({ done: 3, refused: times(7, full) })
      await expect(register(ada)).rejects.toMatchObject(full)
      await expect(listed(0, 10)).resolves.toHaveLength(10)
    })

    it('records of updates', async () => {
      const admin = await server.signInAs('ROLE_ADMIN')
      const ada = await server.signInAs('ROLE_CUSTOMER')
      const { id: userProductId, product } = await ada.userProduct.getOrCreate({ body: identity(serialOf(0)) })
      const firmwareId = await addFirmware(admin, { productIds: [product.id] })
      await server.context.db.execute(sql`
        insert into product_updates (user_product_id, firmware_id)
        select ${userProductId}::bigint, ${firmwareId}::bigint from generate_series(1, ${productUpdatesMax - 2}::int)`)
      const body = { userProductId, firmwareId }
      const outcomes = await outcomesOf(Array.from({ length: 8 }, () => ada.productUpdate.create({ body })))
      expect(outcomes).toEqual({ done: 2, refused: times(6, full) })
      expect(await server.context.db.$count(productUpdates, eq(productUpdates.userProductId, userProductId))).toBe(productUpdatesMax)
    })

    it('keys of creating calls, of one day; one that is known still gets its answer', async () => {
      const ada = await server.signInAs('ROLE_CUSTOMER')
      const coil = { coilSerial: newSerial(), idempotencyKey: 'known' }
      const first = await register(ada, coil)
      const row = { userId: idOf(ada), call: 'x', requestHash: 'x', createdAt: server.context.clock() }
      const rows = Array.from({ length: idempotencyKeysMax - 3 }, (_, index) => ({ ...row, key: `key ${index}` }))
      await server.context.db.insert(idempotencyKeys).values(rows)
      const outcomes = await outcomesOf(Array.from({ length: 6 }, (_, index) => register(ada, { idempotencyKey: `new-${index}` })))
      expect(outcomes).toEqual({ done: 2, refused: times(4, { status: 429, retryAfterSeconds: 3600 }) })
      await expect(register(ada, coil)).resolves.toEqual(first)
      // A call without a key needs no room for one.
      await expect(register(ada)).resolves.toHaveProperty('id')
      server.pass(24 * 60 * 60_000)
      await expect(register(ada, { idempotencyKey: 'next-day' })).resolves.toHaveProperty('id')
    })
  })

  it('says how long to wait in Retry-After, for clients that know no code', async () => {
    const ada = await server.signInAs('ROLE_CUSTOMER')
    await outcomesOf(Array.from({ length: purchaseProofUploadsPerHour }, () => register(ada)))
    server.pass(10 * 60_000)
    const body = new FormData()
    for (const [key, value] of Object.entries({ coilSerial: newSerial(), purchaseDate: '2026-11-21', purchaseProofFile: documentOf(300) }))
      body.append(key, value)
    const response = await server.request('/accessory/createOrUpdateUserAccessory', { method: 'POST', body, headers: bearer(ada) })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3000'])
  })
})
