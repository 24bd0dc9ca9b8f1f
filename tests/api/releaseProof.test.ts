// @module-tag rest
/** Proof from real hardware: what counts as one, what is missing, and what happens to a release without it (docs/releases.md). */
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { productUpdates, userProducts, users } from '../../src/server/db/tables.ts'
import { addFirmware, firmwareBody, releaseIdOf, takeStep } from '../support/catalogue.ts'
import { openProofDesk } from '../support/proofDesk.ts'
import { serverOnPostgresWith } from '../support/servers.ts'

serverOnPostgresWith({}, (server) => {
  const { admin, backOffice, newProduct, connect, flash, proofOf, missing, obstaclesOf, stateOf, draft, lastTypeId, newSerial } =
    openProofDesk(server)

  it('counts what staff installed on real detectors, and says who, when and on which [T615]', async () => {
    const productId = await newProduct()
    const id = await draft(productId, '5.0')
    expect(await proofOf(id)).toEqual({
      mode: 'warn',
      flashed: [],
      missing: [{ language: 'en', hardwareVersion: null }],
      exception: null,
    })
    const customer = await server.signInAs('ROLE_CUSTOMER')
    for (const hardware of [3, 4]) await connect(customer, { hardware })
    expect(await missing(id)).toEqual([3, 4])
    await flash(id, { hardware: 4, isSimulated: true })
    await flash(id, { hardware: 4, isFailed: true })
    expect(await missing(id)).toEqual([3, 4])
    const serialNumber = newSerial()
    await flash(id, { hardware: 3, by: backOffice, serialNumber })
    await flash(id, { hardware: 3, by: backOffice, serialNumber })
    expect(await missing(id)).toEqual([4])
    const { flashed } = await proofOf(id)
    const by = { tostring: 'Ada Field' }
    expect(flashed).toMatchObject([
      { by, date: server.context.clock().toISOString(), language: 'en', hardwareVersion: 3, isSimulated: false },
      { by, hardwareVersion: 4, isSimulated: true },
    ])
    expect(flashed[0]?.serialNumberFormatted.replaceAll(' ', '')).toBe(serialNumber)
    await flash(id, { hardware: 4 })
    expect(await missing(id)).toEqual([])
    expect(await obstaclesOf(id)).toEqual([])
  })

  it('counts nobody who is not of the staff now: a customer, or an account that was deleted or became a customer', async () => {
    const productId = await newProduct()
    const id = await draft(productId, '5.0')
    const { username, userId } = await server.join({ role: 'ROLE_BE' })
    await flash(id, { by: await server.signIn(username) })
    expect(await missing(id)).toEqual([])
    const { db } = server.context
    const change = (values: Partial<typeof users.$inferInsert>) => db.update(users).set(values).where(eq(users.id, userId))
    for (const role of ['ROLE_CUSTOMER', 'ROLE_MARKETTING'] as const) {
      await change({ role })
      expect(await missing(id)).toEqual([3])
    }
    await change({ role: 'ROLE_ADMIN' })
    expect(await missing(id)).toEqual([])
    await change({ isDeleted: true })
    expect([await missing(id), (await proofOf(id)).flashed]).toEqual([[3], []])
  })

  it('is of these very bytes, whichever firmware they were installed as, and on a detector of its products', async () => {
    const productId = await newProduct()
    const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 13) % 256)
    const [one, same] = [
      await addFirmware(admin, { productIds: [productId], isActive: false, bytes }),
      await addFirmware(admin, { productIds: [productId], isActive: false, bytes }),
    ]
    const other = await draft(productId, '9.0')
    await flash(one)
    expect([await missing(one), await missing(same), await missing(other)]).toEqual([[], [], [3]])
    await newProduct()
    const elsewhere = await addFirmware(admin, { productIds: [await newProduct()], isActive: false, bytes })
    expect(await missing(elsewhere)).toEqual([null])
  })

  it('asks for hardware that one known detector in a hundred has, each counted once, and for what is required only', async () => {
    const productId = await newProduct()
    const id = await draft(productId, '5.0')
    const { userId } = await server.join()
    const detector = { productId, protocolVersion: 2, productTypeId: lastTypeId(), userId }
    const add = (materialVersion: number, count: number) =>
      server.context.db
        .insert(userProducts)
        .values(Array.from({ length: count }, () => ({ ...detector, materialVersion, serialNumber: newSerial() })))
    await add(3, 99)
    await add(4, 1)
    expect(await missing(id)).toEqual([3, 4])
    // The same detector in another account is no other detector.
    const [known] = await server.context.db
      .select()
      .from(userProducts)
      .where(and(eq(userProducts.productId, productId), eq(userProducts.materialVersion, 3)))
    const { userId: second } = await server.join()
    await server.context.db
      .insert(userProducts)
      .values({ ...detector, userId: second, materialVersion: 3, serialNumber: known?.serialNumber ?? '' })
    expect(await missing(id)).toEqual([3, 4])
    await add(3, 1)
    expect(await missing(id)).toEqual([3])
    const requirements = { params: { id: await releaseIdOf(admin, id) }, body: { needsCoil: false, hardwareVersions: [4, 9] } }
    await admin.release.setRequirements(requirements)
    expect(await missing(id)).toEqual([4])
    await server.context.db.update(userProducts).set({ isDeleted: true }).where(eq(userProducts.materialVersion, 4))
    expect(await missing(id)).toEqual([null])
  })

  it('is confirmed where it is missing, with the languages of each hardware version, and never stops a program or a halt', async () => {
    const productId = await newProduct()
    const id = await draft(productId, '5.0')
    const french = { ...firmwareBody({ versionName: '5.0', productIds: [productId], isActive: false }), language: 'Français' }
    const { id: fr } = await admin.firmware.create({ body: french })
    await connect(await server.signInAs('ROLE_CUSTOMER'), { hardware: 4 })
    await flash(fr, { hardware: 3 })
    const fact = { kind: 'proof', isRefused: false, customers: null }
    expect(await obstaclesOf(id)).toEqual([
      { ...fact, hardwareVersion: 3, name: 'en' },
      { ...fact, hardwareVersion: 4, name: 'en, Français' },
    ])
    const params = { id: await releaseIdOf(admin, id) }
    const body = { step: 'staged' as const, from: 'draft' as const, confirmed: [], betaGroupIds: [] }
    await expect(admin.release.takeStep({ params, body })).rejects.toMatchObject({ code: 'release.obstacle.error' })
    await admin.release.takeStep({ params, body: { ...body, confirmed: ['proof'] } })
    await takeStep(admin, id, 'halt')
    expect(await obstaclesOf(id, 'resume')).toEqual([])
    await admin.release.takeStep({ params, body: { ...body, step: 'resume', from: 'halted' } })
    expect((await proofOf(id)).exception).toBeNull()
    expect(await stateOf(await addFirmware(backOffice, { productIds: [productId] }))).toBe('released')
  })

  it('is a claim of a page, which the server keeps as it came', async () => {
    await newProduct()
    const id = await draft(await newProduct(), '5.0')
    const [real, simulated] = [await flash(id), await flash(id, { isSimulated: true })]
    const { db } = server.context
    const isSimulated = async (update: number) =>
      (await db.select({ is: productUpdates.isSimulated }).from(productUpdates).where(eq(productUpdates.id, update)))[0]?.is
    expect([await isSimulated(real), await isSimulated(simulated)]).toEqual([false, true])
  })
})
