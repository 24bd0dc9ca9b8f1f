import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { products } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addProduct } from '../support/catalogue.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const told = { materialVersion: 3, protocolVersion: 2, productTypeId: 6 }

const connect = (client: Client, serialNumber: string, change = {}) =>
  client.userProduct.getOrCreate({ body: { serialNumber, ...told, ...change } })

serverOnPostgres((server) => {
  const [admin, ada, bob] = signedIn(server, 'ROLE_ADMIN', 'ROLE_CUSTOMER', 'ROLE_CUSTOMER')
  let productId: number

  beforeAll(async () => {
    productId = await addProduct(admin, { name: 'WS6 Master', typeId: 6 })
  })

  it('identifies a detector for the person who connects it, once, however often they connect it [T182]', async () => {
    const first = await connect(ada, '0a1b2c3d4e')
    expect(first).toEqual({
      id: expect.any(Number),
      product: { id: productId, name: 'WS6 Master', typeName: 'WS6' },
      productName: 'WS6 Master',
      tostring: 'WS6 Master 0A 1B 2C 3D 4E',
      serialNumber: '0A1B2C3D4E',
      serialNumberFormatted: '0A 1B 2C 3D 4E',
      ...told,
      currentFirmware: null,
      firmwareState: 'unknown',
      openUpdate: null,
      recall: null,
      lastUpdate: null,
      nickname: null,
      available: null,
      electronicBoardSerial: null,
      purchaseDate: null,
      purchaseProof: null,
      proofCheck: null,
      startWarranty: null,
      endWarranty: null,
      startWarrantyExtension: null,
      endWarrantyExtension: null,
      accessories: [],
    })
    const again = await Promise.all(Array.from({ length: 10 }, () => connect(ada, '0A1B2C3D4E', { protocolVersion: 4 })))
    expect(new Set(again.map(({ id }) => id))).toEqual(new Set([first.id]))
    await expect(ada.userProduct.getUserProductsForUser()).resolves.toEqual([{ ...first, protocolVersion: 4 }])
  })

  it('shows a detector that was lent or sold to each who connects it, and takes it from nobody', async () => {
    const hers = await connect(ada, '00000000AA')
    const his = await connect(bob, '00000000AA')
    expect(his.id).not.toBe(hers.id)
    expect(await ada.userProduct.getUserProductsForUser()).toContainEqual(hers)
    expect(await bob.userProduct.getUserProductsForUser()).toEqual([his])
  })

  it('lists the newest first [T181]', async () => {
    server.pass(1000)
    const { id } = await connect(ada, '00000000BB')
    expect((await ada.userProduct.getUserProductsForUser())[0]?.id).toBe(id)
  })

  it('knows no detector of a type that is not sold, or no longer', async () => {
    await expect(connect(ada, '00000000DD', { productTypeId: 1234 })).rejects.toMatchObject(notFound)
    const gone = await addProduct(admin, { typeId: 77 })
    await server.context.db.update(products).set({ isDeleted: true }).where(eq(products.id, gone))
    await expect(connect(ada, '00000000DD', { productTypeId: 77 })).rejects.toMatchObject(notFound)
    expect((await ada.userProduct.getUserProductsForUser()).map((one) => one.serialNumber)).not.toContain('00000000DD')
  })

  it('says which field a bad serial number is', async () => {
    for (const serialNumber of ['123', '0A1B2C3D4G', '0A1B2C3D4E0', '0A 1B 2C 3D 4E'])
      await expect(connect(ada, serialNumber)).rejects.toMatchObject({
        code: 'serial.number.format.invalid',
        status: 403,
        invalidField: 'serialNumber',
      })
    const tooHigh = connect(ada, '00000000EE', { materialVersion: 256 })
    await expect(tooHigh).rejects.toMatchObject({ code: 'number.invalid.error', invalidField: 'materialVersion' })
  })
})
