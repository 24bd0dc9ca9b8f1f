/** Proof from real hardware: what counts as one, what is missing, and what happens to a release without it (docs/releases.md). */
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { productUpdates, releases, releaseSchedules, userProducts, users } from '../../src/server/db/tables.ts'
import { takeDueStep } from '../../src/server/entities/release/scheduleStep.ts'
import { type ApiServer, bearer, type Client, failure } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, addProduct, firmwareBody, releaseIdOf, takeStep } from '../support/catalogue.ts'
import { refused } from '../support/refusals.ts'
import { serverOnBothDatabasesWith } from '../support/servers.ts'

let typeId = 7_000
let serial = 0
type Flash = { hardware?: number; isSimulated?: boolean; isFailed?: boolean; by?: Client; serialNumber?: string }

const newSerial = () => (0x5000000000 + (serial += 1)).toString(16).toUpperCase()

async function connect(client: Client, { hardware = 3, serialNumber = newSerial() }: Flash = {}): Promise<number> {
  const body = { serialNumber, materialVersion: hardware, protocolVersion: 2, productTypeId: typeId }
  return (await client.userProduct.getOrCreate({ body })).id
}

/** The people and the calls of these tests. */
function onServer(server: ApiServer) {
  const people: { admin?: Client; backOffice?: Client } = {}
  beforeAll(async () => {
    people.admin = await server.signInAs('ROLE_ADMIN')
    people.backOffice = await server.signInAs('ROLE_BE')
  })
  const admin = () => people.admin ?? server.client()
  const backOffice = () => people.backOffice ?? server.client()

  const newProduct = () => addProduct(admin(), { name: `Model ${(typeId += 1)}`, typeId })

  /** Installs a firmware by the calls of an update page; returns the record. */
  async function flash(firmwareId: number, how: Flash = {}): Promise<number> {
    const { by = admin(), isSimulated, isFailed = false } = how
    server.pass(1000)
    const body = { userProductId: await connect(by, how), firmwareId, ...(isSimulated !== undefined && { isSimulated }) }
    const { id } = await by.productUpdate.create({ body })
    const result = isFailed ? { success: false, errorType: 'REPROGRAMMATION_ERROR' as const } : { success: true }
    await by.productUpdate.report({ params: { id }, body: { productUpdateId: id, ...result } })
    return id
  }
  const proofOf = async (id: number) => (await admin().release.get({ params: { id: await releaseIdOf(admin(), id) } })).proof
  const missing = async (id: number) => (await proofOf(id)).missing.map(({ hardwareVersion }) => hardwareVersion)
  const obstaclesOf = async (id: number, step: 'beta' | 'staged' | 'released' | 'resume' = 'released') => {
    const params = { id: await releaseIdOf(admin(), id), step }
    const { obstacles } = await admin().release.getStep({ params, query: { betaGroupIds: [] } })
    return obstacles.filter(({ kind }) => kind === 'proof')
  }
  const stateOf = async (id: number) => (await admin().firmware.get({ params: { id } })).state
  const draft = async (productId: number, versionName: string) =>
    addFirmware(admin(), { versionName, productIds: [productId], isActive: false })
  return { admin, backOffice, newProduct, flash, proofOf, missing, obstaclesOf, stateOf, draft }
}

/** The form without its file. */
function formOf(given: Parameters<typeof firmwareBody>[0]) {
  const { file: _, ...body } = firmwareBody(given)
  return body
}

serverOnBothDatabasesWith({}, 'queries', (server) => {
  const { admin, backOffice, newProduct, flash, proofOf, missing, obstaclesOf, stateOf, draft } = onServer(server)

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
    await flash(id, { hardware: 3, by: backOffice(), serialNumber })
    await flash(id, { hardware: 3, by: backOffice(), serialNumber })
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
      await addFirmware(admin(), { productIds: [productId], isActive: false, bytes }),
      await addFirmware(admin(), { productIds: [productId], isActive: false, bytes }),
    ]
    const other = await draft(productId, '9.0')
    await flash(one)
    expect([await missing(one), await missing(same), await missing(other)]).toEqual([[], [], [3]])
    await newProduct()
    const elsewhere = await addFirmware(admin(), { productIds: [await newProduct()], isActive: false, bytes })
    expect(await missing(elsewhere)).toEqual([null])
  })

  it('asks for hardware that one known detector in a hundred has, each counted once, and for what is required only', async () => {
    const productId = await newProduct()
    const id = await draft(productId, '5.0')
    const { userId } = await server.join()
    const detector = { productId, protocolVersion: 2, productTypeId: typeId, userId }
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
    const requirements = { params: { id: await releaseIdOf(admin(), id) }, body: { needsCoil: false, hardwareVersions: [4, 9] } }
    await admin().release.setRequirements(requirements)
    expect(await missing(id)).toEqual([4])
    await server.context.db.update(userProducts).set({ isDeleted: true }).where(eq(userProducts.materialVersion, 4))
    expect(await missing(id)).toEqual([null])
  })

  it('is confirmed where it is missing, with the languages of each hardware version, and never stops a program or a halt', async () => {
    const productId = await newProduct()
    const id = await draft(productId, '5.0')
    const french = { ...firmwareBody({ versionName: '5.0', productIds: [productId], isActive: false }), language: 'Français' }
    const { id: fr } = await admin().firmware.create({ body: french })
    await connect(await server.signInAs('ROLE_CUSTOMER'), { hardware: 4 })
    await flash(fr, { hardware: 3 })
    const fact = { kind: 'proof', isRefused: false, customers: null }
    expect(await obstaclesOf(id)).toEqual([
      { ...fact, hardwareVersion: 3, name: 'en' },
      { ...fact, hardwareVersion: 4, name: 'en, Français' },
    ])
    const params = { id: await releaseIdOf(admin(), id) }
    const body = { step: 'staged' as const, from: 'draft' as const, confirmed: [], betaGroupIds: [] }
    await expect(admin().release.takeStep({ params, body })).rejects.toMatchObject({ code: 'release.obstacle.error' })
    await admin().release.takeStep({ params, body: { ...body, confirmed: ['proof'] } })
    await takeStep(admin(), id, 'halt')
    expect(await obstaclesOf(id, 'resume')).toEqual([])
    await admin().release.takeStep({ params, body: { ...body, step: 'resume', from: 'halted' } })
    expect((await proofOf(id)).exception).toBeNull()
    expect(await stateOf(await addFirmware(backOffice(), { productIds: [productId] }))).toBe('released')
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

serverOnBothDatabasesWith({ RELEASE_PROOF: 'required' }, 'queries', (server) => {
  const { admin, backOffice, newProduct, flash, proofOf, missing, obstaclesOf, stateOf, draft } = onServer(server)
  const unproved = { code: 'release.proof.error', status: 403 }
  const onActive = refused('release.proof.error', 'isActive')
  const reason = { proofReason: 'The lab has no hardware 3' }
  const lastChange = async (id: number) => (await admin().audit.getForRecord({ params: { entity: 'firmware', id } }))[0]

  it('refuses what nobody has tried, unless an administrator gives a reason, which is kept with it [T616]', async () => {
    const productId = await newProduct()
    const id = await draft(productId, '5.0')
    await expect(takeStep(admin(), id, 'released')).rejects.toMatchObject(unproved)
    await expect(takeStep(backOffice(), id, 'released', reason)).rejects.toMatchObject(unproved)
    expect(await obstaclesOf(id)).toMatchObject([{ isRefused: true, hardwareVersion: null, name: 'en' }])
    await expect(takeStep(admin(), id, 'released', { proofReason: ' ' })).rejects.toMatchObject(refused('MandatoryField', 'proofReason'))
    // A reason settles nothing else.
    await expect(takeStep(admin(), id, 'beta', reason)).rejects.toMatchObject({ code: 'release.obstacle.error' })
    expect([await stateOf(id), (await proofOf(id)).exception]).toEqual(['draft', null])
    await takeStep(admin(), id, 'released', reason)
    const now = server.context.clock().toISOString()
    expect(await proofOf(id)).toMatchObject({
      mode: 'required',
      exception: { by: { tostring: 'Ada Field' }, date: now, reason: reason.proofReason },
    })
    const entry = await lastChange(id)
    expect(entry).toMatchObject({ before: { proofException: null }, after: { proofException: reason.proofReason, state: 'released' } })
    // It is for the release as it is: a wider step asks nobody again, but says so.
    await takeStep(backOffice(), id, 'beta', { betaGroupIds: [await addBetaGroup(server, [])] })
    expect(await obstaclesOf(id)).toMatchObject([{ isRefused: false }])
    await takeStep(backOffice(), id, 'released')
  })

  it('takes a reason with a step that is set for later, and makes the exception when that is due', async () => {
    const id = await draft(await newProduct(), '5.0')
    const params = { id: await releaseIdOf(admin(), id) }
    const at = new Date(server.context.clock().getTime() + 3_600_000).toISOString()
    const body = { step: 'released' as const, from: 'draft' as const, confirmed: [], betaGroupIds: [], at, ...reason }
    await expect(backOffice().release.schedule({ params, body })).rejects.toMatchObject(unproved)
    await admin().release.schedule({ params, body })
    expect((await proofOf(id)).exception).toBeNull()
    await server.context.db
      .update(releaseSchedules)
      .set({ at: sql`now() - interval '1 second'` })
      .where(eq(releaseSchedules.releaseId, params.id))
    await takeDueStep(server.context, params.id)
    expect([await stateOf(id), (await proofOf(id)).exception]).toMatchObject(['released', { reason: reason.proofReason }])
  })

  it('lets the back office offer what was tried, and keeps no exception that nobody needed', async () => {
    const id = await draft(await newProduct(), '5.0')
    await flash(id, { isSimulated: true })
    await expect(takeStep(backOffice(), id, 'staged')).rejects.toMatchObject(unproved)
    await flash(id, { by: backOffice() })
    await takeStep(backOffice(), id, 'staged')
    await takeStep(admin(), id, 'released', reason)
    expect((await proofOf(id)).exception).toBeNull()
  })

  it('refuses the specification’s calls on their field, but for an administrator’s program, which is the exception', async () => {
    const productId = await newProduct()
    await expect(addFirmware(backOffice(), { productIds: [productId] })).rejects.toMatchObject(onActive)
    const id = await draft(productId, '5.0')
    const active = formOf({ versionName: '5.0', productIds: [productId] })
    await expect(backOffice().firmware.update({ params: { id }, body: active })).rejects.toMatchObject(onActive)

    const page = async (method: string, path: string, { file, ...texts }: Partial<ReturnType<typeof firmwareBody>>) => {
      const { selectedProductIds = [], selectedBetaGroupIds: _, ...values } = texts
      const body = new FormData()
      for (const [name, value] of Object.entries(values)) body.append(name, String(value))
      for (const one of selectedProductIds) body.append('selectedProductIds', String(one))
      if (file !== undefined) body.append('file', file)
      return server.request(path, { method, body, headers: { ...bearer(admin()), 'fieldport-build': '7' } })
    }
    for (const answer of [
      await page('POST', '/firmware', firmwareBody({ versionName: '5.9', productIds: [productId] })),
      await page('POST', `/firmware/${id}`, active),
    ])
      expect(await failure(answer)).toMatchObject({ status: 403, message: 'release.proof.error', invalidField: 'isActive' })
    expect(await stateOf(id)).toBe('draft')

    await admin().firmware.update({ params: { id }, body: active })
    const made = await addFirmware(admin(), { productIds: [productId] })
    for (const one of [id, made]) {
      expect(await stateOf(one)).toBe('released')
      expect((await proofOf(one)).exception).toMatchObject({ by: { tostring: 'Ada Field' }, reason: null })
      expect((await lastChange(one))?.after).toMatchObject({ proofException: 'overTheApi' })
    }

    await flash(await draft(productId, '5.1'))
    const tried = await draft(productId, '5.2')
    await flash(tried)
    await backOffice().firmware.update({ params: { id: tried }, body: formOf({ versionName: '5.2', productIds: [productId] }) })
    expect([await stateOf(tried), (await proofOf(tried)).exception]).toEqual(['released', null])
  })

  it('needs nothing anew for what was offered and is resumed, but for a beta that then reaches everyone', async () => {
    const [productId, group] = [await newProduct(), await addBetaGroup(server, [])]
    const given = { versionName: '5.0', productIds: [productId], betaGroupIds: [group] }
    const id = await addFirmware(admin(), { ...given, isActive: false })
    const update = (client: Client, more: object) => client.firmware.update({ params: { id }, body: { ...formOf(given), ...more } })
    const forgotten = async () => {
      await server.context.db
        .update(releases)
        .set({ proofExceptionAt: null })
        .where(eq(releases.id, await releaseIdOf(admin(), id)))
    }
    await takeStep(admin(), id, 'beta', reason)
    await forgotten()
    for (const resume of [() => takeStep(backOffice(), id, 'resume'), () => update(backOffice(), {})]) {
      await takeStep(backOffice(), id, 'halt')
      await resume()
      expect(await stateOf(id)).toBe('beta')
    }
    await takeStep(backOffice(), id, 'halt')
    await expect(update(backOffice(), { isBetaTest: false })).rejects.toMatchObject(onActive)
    await update(backOffice(), { isBetaTest: false, isActive: false })
    await expect(takeStep(backOffice(), id, 'resume')).rejects.toMatchObject(unproved)
    await takeStep(admin(), id, 'resume', reason)
    expect(await stateOf(id)).toBe('released')
    await forgotten()
    await takeStep(backOffice(), id, 'halt')
    await takeStep(backOffice(), id, 'resume')
  })

  it('takes an exception back with each change of version, file, language, products or requirements, and keeps it with another change log', async () => {
    const group = await addBetaGroup(server, [])
    const [mine, theirs, third] = [await newProduct(), await newProduct(), await newProduct()]
    const given = { versionName: '5.0', productIds: [mine, theirs], betaGroupIds: [group], isActive: false }
    const form = formOf(given)
    const { file } = firmwareBody()
    const id = await addFirmware(admin(), given)
    const { id: other } = await admin().firmware.create({ body: { ...firmwareBody(given), language: 'Français' } })
    const params = { id: await releaseIdOf(admin(), id) }
    const except = () =>
      server.context.db
        .update(releases)
        .set({ proofExceptionAt: server.context.clock(), proofExceptionReason: 'No detector' })
        .where(eq(releases.id, params.id))
    const update = (more: object) => backOffice().firmware.update({ params: { id }, body: { ...form, ...more } })
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      version: () => update({ versionName: '5.1' }),
      language: () => update({ language: 'Deutsch' }),
      file: () => update({ file }),
      'fewer products': () => update({ selectedProductIds: [mine] }),
      'more products': () => update({ selectedProductIds: [mine, theirs, third] }),
      requirements: () => backOffice().release.setRequirements({ params, body: { needsCoil: true, hardwareVersions: [] } }),
      'another language': async () =>
        backOffice().firmware.create({ body: { ...firmwareBody({ ...given, versionName: '5.0' }), language: 'Español' } }),
      deletion: () => backOffice().firmware.remove({ params: { id: other } }),
      restoring: () => backOffice().firmware.restore({ params: { id: other } }),
    }
    for (const [name, change] of Object.entries(changes)) {
      // Back to what the form says.
      await update({})
      await except()
      await update({ changeLog: `Clearer before ${name}` })
      expect([name, (await proofOf(id)).exception]).toMatchObject([name, { reason: 'No detector' }])
      await change()
      expect([name, (await proofOf(id)).exception]).toEqual([name, null])
      const entry = await lastChange(id)
      expect([name, entry]).toMatchObject([name, { before: { proofException: 'No detector' }, after: { proofException: null } }])
    }
  })

  it('offers no other bytes than those that an exception is for, saved and offered in one call', async () => {
    const productId = await newProduct()
    const id = await draft(productId, '5.0')
    const isThis = eq(releases.id, await releaseIdOf(admin(), id))
    await server.context.db.update(releases).set({ proofExceptionAt: server.context.clock() }).where(isThis)
    const { file, ...body } = firmwareBody({ versionName: '5.0', productIds: [productId] })
    await expect(backOffice().firmware.update({ params: { id }, body: { ...body, file } })).rejects.toMatchObject(onActive)
    await backOffice().firmware.update({ params: { id }, body })
    expect(await stateOf(id)).toBe('released')
  })

  it('asks again for the owners of another product, also while it is halted', async () => {
    const [productId, group] = [await newProduct(), await addBetaGroup(server, [])]
    const id = await draft(productId, '5.0')
    await flash(id, { by: backOffice() })
    await takeStep(backOffice(), id, 'beta', { betaGroupIds: [group] })
    const wider = { versionName: '5.0', productIds: [productId, await newProduct()], betaGroupIds: [group] }
    const add = (client: Client, isActive: boolean) => client.firmware.update({ params: { id }, body: formOf({ ...wider, isActive }) })
    const onProducts = refused('release.proof.error', 'selectedProductIds')
    await connect(await server.signInAs('ROLE_CUSTOMER'), { hardware: 4 })
    await expect(add(backOffice(), true)).rejects.toMatchObject(onProducts)
    await takeStep(backOffice(), id, 'halt')
    await expect(add(backOffice(), false)).rejects.toMatchObject(onProducts)
    await add(admin(), false)
    expect((await proofOf(id)).exception).toMatchObject({ reason: null })
    expect(await missing(id)).toEqual([4])
  })
})
