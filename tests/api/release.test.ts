import { expect, it } from 'vitest'
import type { ReleaseStep } from '../../src/contract/releaseStates.ts'
import { bearer, type Client } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, addProduct, besidesProof, firmwareBody, releaseIdOf, takeStep as take } from '../support/catalogue.ts'
import { addDetector } from '../support/coils.ts'
import { notFound, refused } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

serverOnPostgres((server) => {
  const [admin, backOffice, ada] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE', 'ROLE_CUSTOMER')
  let productId: number
  let typeId = 3_000

  const newProduct = async () => {
    productId = await addProduct(admin, { name: `Model ${(typeId += 1)}`, typeId })
    return productId
  }
  const draft = async (others: Parameters<typeof addFirmware>[1] = {}) =>
    addFirmware(admin, { productIds: [productId], isActive: false, ...others })
  const addLanguage = async (versionName: string, language: string, isActive = false) =>
    (await backOffice.firmware.create({ body: { ...firmwareBody({ versionName, productIds: [productId], isActive }), language } })).id
  const releaseOf = async (id: number) => admin.release.get({ params: { id: await releaseIdOf(admin, id) } })
  const preview = async (id: number, step: ReleaseStep, betaGroupIds: number[] = []) => {
    const { audience, obstacles } = await admin.release.getStep({ params: { id: (await releaseOf(id)).id, step }, query: { betaGroupIds } })
    return { audience, obstacles: besidesProof(obstacles) }
  }
  const connect = (client: Client = ada) => addDetector(server, client, { productId, productTypeId: typeId })
  const begin = (userProductId: number, firmwareId: number, given: object = {}) =>
    ada.productUpdate.create({ body: { userProductId, firmwareId, ...given } })
  const start = (userProductId: number, firmwareId: number, given: object = {}) =>
    begin(userProductId, firmwareId, { date: server.context.clock().toISOString(), isStart: true, ...given })
  const offered = async (client: Client) => (await client.firmware.getAllForProductAndUser({ params: { productId } })).length
  const notOffered = { code: 'release.not.offered.error', status: 409 }

  it('joins the languages of a draft, and takes their steps together [T600]', async () => {
    await newProduct()
    const [en, fr] = [await draft({ versionName: '5.3' }), await addLanguage(' 5.3 ', 'Français')]
    const { images, state, offeredAt } = await releaseOf(en)
    expect(images.map(({ id, language }) => [id, language])).toEqual([
      [en, 'en'],
      [fr, 'Français'],
    ])
    expect([state, offeredAt]).toEqual(['draft', null])
    server.pass(60_000)
    await take(backOffice, fr, 'released')
    const now = server.context.clock().toISOString()
    for (const id of [en, fr])
      await expect(admin.firmware.get({ params: { id } })).resolves.toMatchObject({ isActive: true, state: 'released', releaseDate: now })
    expect(await releaseOf(en)).toMatchObject({ state: 'released', steps: ['beta', 'halt', 'withdraw'] })
    const [latest] = await admin.audit.getForRecord({ params: { entity: 'firmware', id: en } })
    expect(latest).toMatchObject({ before: { state: 'draft', isActive: false }, after: { state: 'released', isActive: true } })
  })

  it('does not take a draft along when another language is offered at once', async () => {
    await newProduct()
    const en = await draft({ versionName: '5.3' })
    await addLanguage('5.3', 'Français', true)
    expect(await releaseOf(en)).toMatchObject({ state: 'draft' })
  })

  it('says whom a step offers it to, as the lists then give it [T605]', async () => {
    await newProduct()
    const other = await server.signInAs('ROLE_CUSTOMER')
    const { username, userId } = await server.join({ isBetaTester: true })
    const tester = await server.enter(username)
    for (const client of [ada, ada, other, tester]) await connect(client)
    const group = await addBetaGroup(server, [userId])
    const id = await draft()
    expect(await preview(id, 'released')).toMatchObject({ audience: { customers: 3, detectors: 4, withoutFirmware: 0 } })
    expect(await preview(id, 'beta', [group])).toMatchObject({ audience: { customers: 1, detectors: 1 }, obstacles: [] })
    await take(admin, id, 'beta', { betaGroupIds: [group] })
    expect([await offered(ada), await offered(other), await offered(tester)]).toEqual([0, 0, 1])
    expect(await releaseOf(id)).toMatchObject({ audience: { customers: 1, detectors: 1 }, betaGroups: [{ id: group }] })
    await take(admin, id, 'released')
    expect([await offered(ada), await offered(other), await offered(tester)]).toEqual([1, 1, 1])
  })

  it('refuses a beta without a group and a release without a product, and names languages that nobody has or that are spelled anew', async () => {
    await newProduct()
    await connect()
    await addFirmware(admin, { productIds: [productId], versionName: '1.0' })
    const id = await draft({ versionName: '1.1' })
    expect((await preview(id, 'beta')).obstacles).toEqual([{ kind: 'noGroup', isRefused: true, name: null, customers: null }])
    await expect(take(admin, id, 'beta', { confirmed: ['noGroup'] })).rejects.toMatchObject({ code: 'release.obstacle.error' })
    expect((await preview(await addFirmware(admin, { isActive: false }), 'released')).obstacles).toMatchObject([
      { kind: 'noProduct', isRefused: true },
    ])

    const german = await addLanguage('1.2', 'EN')
    expect((await preview(german, 'released')).obstacles).toEqual([
      { kind: 'languageSpelling', isRefused: false, name: 'en', customers: null },
    ])
    await expect(take(admin, german, 'released')).rejects.toMatchObject({ code: 'release.obstacle.error' })
    await take(admin, german, 'released', { confirmed: ['languageSpelling'] })
    const french = await addLanguage('1.3', 'Français')
    expect((await preview(french, 'released')).obstacles).toEqual([{ kind: 'languageMissing', isRefused: false, name: 'en', customers: 1 }])
  })

  it('keeps version, language and file of what left draft [T601]', async () => {
    await newProduct()
    const id = await draft({ versionName: '2.0' })
    await take(admin, id, 'released')
    const params = { id }
    const { file, ...body } = firmwareBody({ versionName: '2.0', productIds: [productId] })
    await expect(admin.firmware.update({ params, body: { ...body, file } })).rejects.toMatchObject(refused('release.fixed.error', 'file'))
    for (const field of ['versionName', 'language'] as const)
      await expect(admin.firmware.update({ params, body: { ...body, [field]: '9' } })).rejects.toMatchObject(
        refused('release.fixed.error', field),
      )
    await admin.firmware.update({ params, body: { ...body, changeLog: 'Clearer' } })
    const product = { name: `Model ${typeId}`, typeName: 'WS6', typeId: typeId + 500 }
    await expect(admin.product.update({ params: { id: productId }, body: product })).rejects.toMatchObject(
      refused('typeId.in.use.error', 'typeId'),
    )
    await admin.firmware.remove({ params })
    await expect(admin.firmware.update({ params, body: { ...body, file } })).rejects.toMatchObject({ code: 'record.deleted.error' })
  })

  it('lets who began finish after a halt, and nobody else begin [T602]', async () => {
    await newProduct()
    const [mine, another, late] = [await connect(), await connect(), await connect()]
    const id = await draft()
    await take(admin, id, 'released')
    await start(mine, id)
    await take(backOffice, id, 'halt')
    await expect(start(another, id)).rejects.toMatchObject(notOffered)
    await expect(begin(another, id)).rejects.toMatchObject(notFound)
    await start(mine, id)
    await expect(begin(late, id, { date: '2026-11-20T08:30:00.000Z' })).resolves.toHaveProperty('id')
    const page = await server.request(`/firmware/getAllForProductAndUser/${productId}`, {
      headers: { ...bearer(ada), 'fieldport-build': '7' },
    })
    expect(await page.json()).toMatchObject([{ id, release: { state: 'halted', begunOn: [mine, late] } }])
    expect(await ada.firmware.getAllForProductAndUser({ params: { productId } })).toEqual([])
    const { firmwareFile } = await admin.firmware.get({ params: { id } })
    const download = (client: Client) => client.file.showFileFromWeb({ query: { id: firmwareFile.id, username: '' } })
    expect((await download(ada)).status).toBe(200)
    await expect(download(await server.signInAs('ROLE_CUSTOMER'))).rejects.toMatchObject(notFound)
    await take(admin, id, 'withdraw', { confirmed: ['noSafeRelease'] })
    await expect(start(mine, id)).rejects.toMatchObject(notOffered)
    await expect(take(admin, id, 'resume')).rejects.toMatchObject({ code: 'release.step.error' })
  })

  it('repairs a detector without a firmware with the newest that is safe, though it is halted', async () => {
    await newProduct()
    const userProductId = await connect()
    const [old, last] = [await draft(), await draft()]
    await take(admin, old, 'released')
    server.pass(1000)
    await take(admin, last, 'released')
    for (const id of [old, last]) await take(admin, id, 'halt')
    await expect(start(userProductId, last)).rejects.toMatchObject(notOffered)
    await expect(start(userProductId, old, { isErased: true })).rejects.toMatchObject(notOffered)
    await start(userProductId, last, { isErased: true })
    expect((await preview(last, 'withdraw')).obstacles).toEqual([])
    await take(admin, last, 'withdraw')
    await start(userProductId, old, { isErased: true })
    expect((await preview(old, 'withdraw')).obstacles).toMatchObject([{ kind: 'noSafeRelease', name: `Model ${typeId}` }])
  })

  it('opens no record after a halt was committed, however many begin at once', async () => {
    await newProduct()
    const id = await draft()
    await take(admin, id, 'released')
    const detectors: number[] = []
    for (let index = 0; index < 20; index += 1) detectors.push(await connect())
    let haltedAt = Infinity
    let answered = 0
    const begun = detectors.map((userProductId, index) =>
      Promise.resolve(index % 5 === 0 ? undefined : null)
        .then(() => start(userProductId, id))
        .then(
          () => ({ isBegun: true, order: (answered += 1) }),
          () => ({ isBegun: false, order: (answered += 1) }),
        ),
    )
    const halt = take(admin, id, 'halt').then(() => void (haltedAt = answered))
    const outcomes = await Promise.all(begun)
    await halt
    await expect(start(await connect(), id)).rejects.toMatchObject(notOffered)
    const { images } = await releaseOf(id)
    expect(images[0]?.nbProductUpdates).toBe(outcomes.filter(({ isBegun }) => isBegun).length)
    expect(haltedAt).toBeGreaterThanOrEqual(0)
  })

  it('halts what is deleted with its last language only, and brings a language back as the others are', async () => {
    await newProduct()
    const [en, fr] = [await draft({ versionName: '4.0' }), await addLanguage('4.0', 'Français')]
    await take(admin, en, 'released')
    await admin.firmware.remove({ params: { id: fr } })
    expect(await releaseOf(en)).toMatchObject({ state: 'released' })
    await take(admin, en, 'halt')
    await admin.firmware.restore({ params: { id: fr } })
    await expect(admin.firmware.get({ params: { id: fr } })).resolves.toMatchObject({ state: 'halted', isActive: false })
    await take(admin, fr, 'resume')
    for (const id of [en, fr]) await admin.firmware.remove({ params: { id } })
    expect(await releaseOf(en)).toMatchObject({ state: 'halted' })
  })

  it('gives and takes a group for all languages of a beta', async () => {
    await newProduct()
    const group = await addBetaGroup(server, [])
    const first = { ...firmwareBody({ versionName: '6.0', productIds: [productId], isActive: false, betaGroupIds: [group] }) }
    const { id: en } = await admin.firmware.create({ body: first })
    const { id: fr } = await admin.firmware.create({ body: { ...first, language: 'Français' } })
    const change = (addedIds: number[], removedIds: number[]) =>
      admin.betaGroup.update({
        params: { id: group },
        body: { name: `Group of ${typeId}`, selectedFirmwareIds: [], selectedUserIds: [], firmwareChanges: { addedIds, removedIds } },
      })
    const groupsOf = async (id: number) => (await admin.firmware.get({ params: { id } })).betaGroups.length
    await change([], [fr])
    expect([await groupsOf(en), await groupsOf(fr)]).toEqual([0, 0])
    await change([en], [])
    expect([await groupsOf(en), await groupsOf(fr)]).toEqual([1, 1])
  })

  it('tells who changed it meanwhile, and takes no step that its state does not allow', async () => {
    await newProduct()
    const id = await draft()
    const { id: releaseId } = await releaseOf(id)
    const body = { step: 'released' as const, from: 'draft' as const, confirmed: ['proof' as const], betaGroupIds: [] }
    const steps = await Promise.allSettled(
      [admin, backOffice].map((client) => client.release.takeStep({ params: { id: releaseId }, body })),
    )
    expect(steps.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(steps.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'changed.meanwhile.error' } })
    await expect(take(admin, id, 'resume')).rejects.toMatchObject({ code: 'release.step.error', status: 403 })
    await expect(admin.release.get({ params: { id: 999_999 } })).rejects.toMatchObject(notFound)
  })
})
