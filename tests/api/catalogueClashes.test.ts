// @module-tag rest
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { firmwares, products, userProducts } from '../../src/server/db/tables.ts'
import { versionColumns } from '../../src/server/db/versionKeys.ts'
import { describeClashes, findClashes } from '../../src/server/entities/catalogue.ts'
import { addFirmware, addProduct, firmwareBody, keptFileBody, type NewFirmware } from '../support/catalogue.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const takenType = { code: 'typeId.already.exists.error', status: 403, invalidField: 'typeId' }
const takenVersion = { code: 'version.already.exists.error', status: 403, invalidField: 'versionName' }

const productBody = (typeId: number, name: string = crypto.randomUUID()) => ({ name, typeName: 'WS6', typeId })
const outcomes = async (calls: Promise<unknown>[]) => (await Promise.allSettled(calls)).map(({ status }) => status).toSorted()
const oneOf20 = ['fulfilled', ...Array.from({ length: 19 }, () => 'rejected')]

serverOnPostgres((server) => {
  const [admin, backOffice] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE')

  /** As it could be stored before clashes were refused. */
  async function addOldProduct(typeId: number, name: string = crypto.randomUUID()): Promise<number> {
    const [row] = await server.context.db.insert(products).values(productBody(typeId, name)).returning()
    return row?.id ?? 0
  }

  it('refuses a second product with a type number, on its field, until the first is deleted', async () => {
    const first = await admin.product.create({ body: productBody(101) })
    await expect(backOffice.product.create({ body: productBody(101) })).rejects.toMatchObject(takenType)
    const other = await admin.product.create({ body: productBody(102) })
    await expect(admin.product.update({ params: other, body: productBody(101) })).rejects.toMatchObject(takenType)
    await expect(admin.product.get({ params: other })).resolves.toMatchObject({ typeId: 102 })
    await admin.product.remove({ params: first })
    await admin.product.update({ params: other, body: productBody(101) })
    await expect(admin.product.restore({ params: first })).rejects.toMatchObject(takenType)
    await expect(admin.product.get({ params: first })).resolves.toMatchObject({ isDeleted: true })
    await admin.product.update({ params: other, body: productBody(102) })
    await admin.product.restore({ params: first })
  })

  it('lets exactly one of twenty products created at once have a type number', async () => {
    const calls = Array.from({ length: 20 }, () => admin.product.create({ body: productBody(110) }))
    expect(await outcomes(calls)).toEqual(oneOf20)
    expect(await server.context.db.$count(products, eq(products.typeId, 110))).toBe(1)
  })

  it('lets exactly one of twenty products that are changed, restored and created at once have it', async () => {
    const deleted = await admin.product.create({ body: productBody(120) })
    await admin.product.remove({ params: deleted })
    const others: { id: number }[] = []
    for (let index = 0; index < 13; index += 1) others.push(await admin.product.create({ body: productBody(1200 + index) }))
    const calls = [
      admin.product.restore({ params: deleted }),
      ...others.map((params) => admin.product.update({ params, body: productBody(120) })),
      ...Array.from({ length: 6 }, () => backOffice.product.create({ body: productBody(120) })),
    ]
    expect(await outcomes(calls)).toEqual(oneOf20)
  })

  it('lets two products that clash since before be edited, but not clash with a third', async () => {
    const one = { id: await addOldProduct(130, 'Old one') }
    const two = { id: await addOldProduct(130, 'Old two') }
    await addProduct(admin, { typeId: 131 })
    await admin.product.update({ params: one, body: productBody(130, 'Old one, renamed') })
    await expect(admin.product.update({ params: one, body: productBody(131, 'Old one') })).rejects.toMatchObject(takenType)
    await admin.product.update({ params: two, body: productBody(132, 'Old two') })
    await expect(admin.product.update({ params: two, body: productBody(130, 'Old two') })).rejects.toMatchObject(takenType)
  })

  it('offers a detector nothing while two products have its type, and knows it again once one of them has another', async () => {
    const right = { id: await addOldProduct(140, 'Right') }
    const ada = await server.signInAs('ROLE_CUSTOMER')
    await addFirmware(admin, { productIds: [right.id], versionName: '1.0' })
    const connect = (serialNumber: string) =>
      ada.userProduct.getOrCreate({ body: { serialNumber, materialVersion: 1, protocolVersion: 1, productTypeId: 140 } })
    const offered = () => ada.firmware.getAllForProductAndUser({ params: { productId: right.id } })
    const known = await connect('0000000140')
    expect(known.product.id).toBe(right.id)
    expect(await offered()).toHaveLength(1)

    const wrong = { id: await addOldProduct(140, 'Wrong') }
    await expect(connect('0000000140')).rejects.toMatchObject(notFound)
    await expect(connect('0000000141')).rejects.toMatchObject(notFound)
    expect(await offered()).toEqual([])
    // Nothing was written: it is listed as what it was, with nothing to install.
    expect(await ada.userProduct.getUserProductsForUser()).toEqual([{ ...known, available: null }])
    expect(await server.context.db.$count(userProducts, eq(userProducts.productTypeId, 140))).toBe(1)

    await admin.product.update({ params: right, body: productBody(141, 'Right') })
    await expect(connect('0000000140')).resolves.toMatchObject({ id: known.id, product: wrong })
    expect(await offered()).toHaveLength(1)
  })

  it('refuses a second active firmware of a product, version and language, however they are written', async () => {
    const [mine, theirs] = [await addProduct(admin), await addProduct(admin)]
    const create = (firmware: NewFirmware & { language?: string }) =>
      admin.firmware.create({ body: { ...firmwareBody(firmware), language: firmware.language ?? 'Français' } })
    const first = await create({ versionName: '5.2 Bis', productIds: [mine] })
    for (const same of [
      {},
      { versionName: ' 5.02 BIS ' },
      { language: 'FRANÇAIS ' },
      { betaGroupIds: [] },
      { productIds: [theirs, mine] },
    ]) {
      await expect(create({ versionName: '5.2 Bis', productIds: [mine], ...same })).rejects.toMatchObject(takenVersion)
    }
    await create({ versionName: '5.2 Bis', productIds: [theirs] })
    await create({ versionName: '5.2 Bis', productIds: [mine], language: 'English' })
    await create({ versionName: '5.2', productIds: [mine] })
    const off = await create({ versionName: '5.2 Bis', productIds: [mine], isActive: false })
    const body = { ...keptFileBody({ versionName: '5.2 Bis', productIds: [mine] }), language: 'Français' }
    await expect(admin.firmware.update({ params: off, body })).rejects.toMatchObject(takenVersion)
    // An owner who has it would read "up to date" under another 5.2 Bis, even in another language.
    await admin.firmware.remove({ params: first })
    await expect(admin.firmware.update({ params: off, body })).rejects.toMatchObject(takenVersion)
    await expect(create({ versionName: '5.02 bis', productIds: [mine], language: 'Deutsch' })).rejects.toMatchObject(takenVersion)
    await admin.firmware.restore({ params: first })
    await expect(admin.firmware.update({ params: off, body })).rejects.toMatchObject(takenVersion)
  })

  it('lets the version of a draft that was deleted be used again, because nobody has it', async () => {
    const productId = await addProduct(admin)
    const draft = { id: await addFirmware(admin, { versionName: '5.4', productIds: [productId], isActive: false }) }
    await admin.firmware.remove({ params: draft })
    await addFirmware(admin, { versionName: '5.4', productIds: [productId] })
    await admin.firmware.restore({ params: draft })
    const body = keptFileBody({ versionName: '5.4', productIds: [productId] })
    await expect(admin.firmware.update({ params: draft, body })).rejects.toMatchObject(takenVersion)
  })

  it('refuses a firmware that is given another product where it is there already', async () => {
    const [mine, theirs] = [await addProduct(admin), await addProduct(admin)]
    await addFirmware(admin, { versionName: '6.0', productIds: [theirs] })
    const params = { id: await addFirmware(admin, { versionName: '6.0', productIds: [mine] }) }
    const body = keptFileBody({ versionName: '6.0', productIds: [mine, theirs] })
    await expect(backOffice.firmware.update({ params, body })).rejects.toMatchObject(takenVersion)
    const { products: kept } = await admin.firmware.get({ params })
    expect(kept.map(({ id }) => id)).toEqual([mine])
  })

  it('lets exactly one of twenty firmwares created or activated at once be that version', async () => {
    const productId = await addProduct(admin)
    const inactive: number[] = []
    for (let index = 0; index < 10; index += 1) {
      inactive.push(await addFirmware(admin, { versionName: '7.0', productIds: [productId], isActive: false }))
    }
    const calls = [
      ...inactive.map((id) =>
        admin.firmware.update({ params: { id }, body: keptFileBody({ versionName: '7.0', productIds: [productId] }) }),
      ),
      ...Array.from({ length: 10 }, () => addFirmware(admin, { versionName: '7.0', productIds: [productId] })),
    ]
    expect(await outcomes(calls)).toEqual(oneOf20)
  })

  it('lets a firmware that clashes since before be edited and withdrawn', async () => {
    const productId = await addProduct(admin)
    const [one, two] = [
      await addFirmware(admin, { versionName: '8.0', productIds: [productId] }),
      await addFirmware(admin, { versionName: '8.1', productIds: [productId] }),
    ]
    await server.context.db.update(firmwares).set(versionColumns('8.0')).where(eq(firmwares.id, two))
    const body = { ...keptFileBody({ versionName: '8.0', productIds: [productId] }), changeLog: 'Put right' }
    await admin.firmware.update({ params: { id: one }, body })
    await admin.firmware.update({ params: { id: two }, body: { ...body, isActive: false } })
    await expect(admin.firmware.update({ params: { id: two }, body })).rejects.toMatchObject(takenVersion)
  })

  it('tells administrators, the back office and the operator what clashes since before, and nothing of what does not [T217]', async () => {
    const { db } = server.context
    await db.update(products).set({ isDeleted: true })
    await db.update(firmwares).set({ isDeleted: true })
    expect(await admin.catalogue.getClashes()).toEqual({ typeIds: [], versions: [] })
    expect(describeClashes(await findClashes(db), 'https://portal.test')).toEqual([])

    const [beta, alpha] = [await addOldProduct(150, 'Beta'), await addOldProduct(150, 'Alpha')]
    await addProduct(admin, { typeId: 151 })
    const first = await addFirmware(admin, { versionName: '9.0', productIds: [beta] })
    const second = await addFirmware(admin, { versionName: '9.1', productIds: [beta, alpha] })
    await addFirmware(admin, { versionName: '9.2', productIds: [beta] })
    await db.update(firmwares).set(versionColumns('9.0 ')).where(eq(firmwares.id, second))

    const releaseDate = server.context.clock().toISOString()
    const expected = {
      typeIds: [
        {
          typeId: 150,
          products: [
            { id: alpha, tostring: 'Alpha' },
            { id: beta, tostring: 'Beta' },
          ],
        },
      ],
      versions: [
        {
          versionName: '9.0',
          language: 'en',
          product: { id: beta, tostring: 'Beta' },
          firmwares: [
            { id: first, tostring: '9.0 (en)', releaseDate },
            { id: second, tostring: '9.0  (en)', releaseDate },
          ],
        },
      ],
    }
    for (const client of [admin, backOffice]) expect(await client.catalogue.getClashes()).toEqual(expected)
    const [aboutTypes, aboutVersions] = describeClashes(await findClashes(db), 'https://portal.test')
    expect(aboutTypes).toContain(`type 150: Alpha (id ${alpha}), Beta (id ${beta})`)
    expect(aboutTypes).toContain('https://portal.test/product/index')
    expect(aboutVersions).toContain(`Beta: 9.0 (en) (id ${first}), 9.0  (en) (id ${second})`)
    expect(aboutVersions).toContain('https://portal.test/firmware/index')
  })
})
