import { beforeAll, expect, it } from 'vitest'
import { accessories } from '../../src/server/db/tables.ts'
import { bearer, type Client, failure } from '../support/apiServer.ts'
import { addProduct } from '../support/catalogue.ts'
import { connectDetector } from '../support/coils.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnEmbedded, signedIn } from '../support/servers.ts'

const save = (client: Client, list: { userProductId: number; serialNumber: string; accessoryTypeId: number }[]) =>
  client.accessory.createOrUpdate({ body: { accessories: list } })

serverOnEmbedded('transactions', (server) => {
  const [ada, bob] = signedIn(server, 'ROLE_CUSTOMER', 'ROLE_CUSTOMER')
  let detector: number
  let another: number
  let bobs: number

  beforeAll(async () => {
    await addProduct(await server.signInAs('ROLE_ADMIN'), { typeId: 6 })
    detector = await connectDetector(ada, '0000000001')
    another = await connectDetector(ada, '0000000002')
    bobs = await connectDetector(bob, '0000000003')
  })

  it('lists the coils that a connected detector named, once each [T186]', async () => {
    const list = [
      { userProductId: detector, serialNumber: '00000000F1', accessoryTypeId: 7 },
      { userProductId: detector, serialNumber: '00000000f2', accessoryTypeId: 8 },
      { userProductId: detector, serialNumber: '00000000F2', accessoryTypeId: 8 },
    ]
    const saved = await save(ada, list)
    expect(saved).toHaveLength(2)
    expect(saved[0]).toEqual({
      id: expect.any(Number),
      name: '00 00 00 00 F1',
      serialNumber: '00000000F1',
      serialNumberFormatted: '00 00 00 00 F1',
      coilSerial: null,
      purchaseDate: null,
      purchaseDateString: '',
      purchaseProof: null,
      proofCheck: null,
      startWarrantyExtension: null,
      endWarrantyExtension: null,
      code: null,
      userProductId: detector,
    })
    await Promise.all(Array.from({ length: 10 }, () => save(ada, list.toReversed())))
    await expect(ada.accessory.getUserAccessoriesForUser()).resolves.toEqual(saved)
    await expect(bob.accessory.getUserAccessoriesForUser()).resolves.toEqual([])
  })

  it('moves a coil to the detector that named it last', async () => {
    await save(ada, [{ userProductId: another, serialNumber: '00000000F1', accessoryTypeId: 7 }])
    const [moved] = await ada.accessory.getUserAccessoriesForUser()
    expect(moved).toMatchObject({ serialNumber: '00000000F1', userProductId: another })
  })

  it('takes an empty list for what it says: no coil, and saves nothing at all where one of them names a detector of somebody else', async () => {
    await expect(save(ada, [])).resolves.toEqual([])
    const before = await server.context.db.$count(accessories)
    const list = [
      { userProductId: detector, serialNumber: '00000000E1', accessoryTypeId: 7 },
      { userProductId: bobs, serialNumber: '00000000E2', accessoryTypeId: 7 },
    ]
    await expect(save(ada, list)).rejects.toMatchObject(notFound)
    expect(await server.context.db.$count(accessories)).toBe(before)
  })

  it('refuses more coils than a detector has slots, and what is no list', async () => {
    const many = Array.from({ length: 11 }, (_, index) => ({
      userProductId: detector,
      serialNumber: `00000000D${index.toString(16)}`,
      accessoryTypeId: 1,
    }))
    await expect(save(ada, many)).rejects.toMatchObject({ code: 'request.invalid', status: 400 })
    for (const text of ['null', '{}', '[1]']) {
      const body = new URLSearchParams({ accessories: text })
      const response = await server.request('/accessory/createOrUpdate', { method: 'POST', body, headers: bearer(ada) })
      expect(await failure(response)).toMatchObject({ status: 400, message: 'request.invalid' })
    }
  })
})
