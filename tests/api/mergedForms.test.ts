// @module-tag rest
/** Two people save the same record, by forms that say which fields were changed, as pages do, and by forms that do not, as programs do. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/errors.ts'
import type { Client } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, addProduct, keptFileBody, typeIdOf } from '../support/catalogue.ts'
import { staffForm } from '../support/ownContact.ts'
import { zoneSteps } from '../support/rallyZones.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

type Parts = 'name' | 'typeName' | 'typeId'
const parts = ['name', 'typeName', 'typeId'] as const

/** What one person makes of each field (the base is 0), and whether their form says what was changed. */
const edit = fc.record({ values: fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2)), isNew: fc.boolean() })

const meanwhile = (invalidField: string) => ({ code: 'changed.meanwhile.error', status: 409, invalidField })

const addGroup = (id: number) => ({ betaGroupChanges: { addedIds: [id], removedIds: [] } })

const codeOf = (answer: unknown) => (answer instanceof AppError ? answer.code : answer)

serverOnPostgres((server) => {
  const [admin, backOffice] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE')

  const zones = zoneSteps(() => admin)

  async function openProduct() {
    const params = { id: await addProduct(admin) }
    const { version, name, typeName, typeId } = await admin.product.get({ params })
    const save = (client: Client, change: object, changedFields?: Parts[]) =>
      client.product.update({ params, body: { name, typeName, typeId, version, changedFields, ...change } })
    return { params, version, name, save, get: () => admin.product.get({ params }) }
  }

  async function openUser() {
    const { userId: id, username } = await server.join({ isBetaTester: true })
    const params = { id }
    const { version } = await admin.user.get({ params })
    const form = { ...staffForm, username, isBetaTester: true, distributor: '' }
    type Fields = Parameters<Client['user']['update']>[0]['body']['changedFields']
    const save = (client: Client, change: object, changedFields?: Fields) =>
      client.user.update({ params, body: { ...form, version, changedFields, ...change } })
    return { params, save, get: () => admin.user.get({ params }) }
  }

  it('keeps what two people change of different fields, without asking either [T680]', async () => {
    const { name, save, get } = await openProduct()
    await save(admin, { typeName: 'Theirs' }, ['typeName'])
    // The form holds what it was filled with: its other fields are stale.
    await save(backOffice, { name: `${name} mine` }, ['name'])
    expect(await get()).toMatchObject({ name: `${name} mine`, typeName: 'Theirs' })
    const [latest] = await admin.audit.getForRecord({ params: { entity: 'product', id: (await get()).id } })
    expect(latest).toMatchObject({ before: { name }, after: { name: `${name} mine` } })
  })

  it('keeps both when they save at the same moment', async () => {
    const { name, save, get } = await openProduct()
    await Promise.all([save(admin, { typeName: 'Theirs' }, ['typeName']), save(backOffice, { name: `${name} mine` }, ['name'])])
    expect(await get()).toMatchObject({ name: `${name} mine`, typeName: 'Theirs' })
  })

  it('asks when both change the same field to something else, says who and when, and stores nothing [T681]', async () => {
    const { name, version, save, get } = await openProduct()
    const date = server.context.clock().toISOString()
    await save(admin, { typeName: 'Theirs' }, ['typeName'])
    const now = await get()
    const by = expect.any(String)
    await expect(save(backOffice, { name: `${name} mine`, typeName: 'Mine' }, ['name', 'typeName'])).rejects.toMatchObject({
      ...meanwhile('typeName'),
      meanwhile: { version: now.version, changes: [{ field: 'typeName', by, date }] },
    })
    expect(await get()).toEqual(now)
    expect(now.version).toBeGreaterThan(version)
    await save(backOffice, { name: `${name} mine`, typeName: 'Mine', version: now.version }, ['name', 'typeName'])
    expect(await get()).toMatchObject({ name: `${name} mine`, typeName: 'Mine' })
  })

  it('asks nobody who made the same change, or whose colleague took theirs back', async () => {
    const { save, get } = await openProduct()
    await save(admin, { typeName: 'Same' }, ['typeName'])
    await save(backOffice, { typeName: 'Same' }, ['typeName'])
    const { version } = await get()
    await save(admin, { typeName: 'Else', version }, ['typeName'])
    await save(admin, { typeName: 'Same', version: (await get()).version }, ['typeName'])
    await save(backOffice, { typeName: 'Mine', version }, ['typeName'])
    expect(await get()).toMatchObject({ typeName: 'Mine' })
  })

  it('refuses names that are no fields of the form, and a version that is yet to come', async () => {
    const { version, save } = await openProduct()
    await expect(save(admin, { changedFields: ['colour'] })).rejects.toMatchObject({ code: 'request.invalid' })
    await expect(save(admin, { changedFields: ['version'] })).rejects.toMatchObject({ code: 'request.invalid' })
    await expect(save(admin, { version: version + 1_000_000 }, ['name'])).rejects.toMatchObject({ code: 'changed.meanwhile.error' })
    await expect(
      admin.product.update({ params: { id: 999_999 }, body: { name: 'x', typeName: 'x', typeId: 1, changedFields: ['name'] } }),
    ).rejects.toMatchObject({ code: 'resource.not.found' })
  })

  it('judges only the changed fields of a form, and their rules by what is stored then', async () => {
    const { save, get } = await openProduct()
    await save(admin, { typeName: '', typeId: 70_000, name: `Judged ${(await get()).name}` }, ['name'])
    expect(await get()).toMatchObject({ typeName: 'WS6' })
    await expect(save(admin, { typeName: '' }, ['typeName'])).rejects.toMatchObject({ code: 'MandatoryField', invalidField: 'typeName' })
  })

  it(
    'loses nothing typed and overwrites nothing unasked, whatever two people change, with forms that say what was changed and with forms that do not [T682]',
    { timeout: 300_000 },
    async () => {
      const params = { id: await addProduct(admin) }
      let made = 0
      await fc.assert(
        fc.asyncProperty(edit, edit, async (first, second) => {
          made += 1
          const meant = ([name, typeName, typeId]: readonly [number, number, number]) => ({
            name: `Pair ${made} ${name}`,
            typeName: `Type ${typeName}`,
            typeId: typeIdOf(`pair ${typeId}`),
          })
          const base = meant([0, 0, 0])
          await admin.product.update({ params, body: base })
          const { version } = await admin.product.get({ params })
          const changes = (one: typeof first) => parts.filter((field) => meant(one.values)[field] !== base[field])
          const save = (client: Client, one: typeof first) => {
            const changedFields = one.isNew && changes(one).length > 0 ? changes(one) : undefined
            return client.product.update({ params, body: { ...meant(one.values), version, changedFields } })
          }
          const read = async () => {
            const { name, typeName, typeId } = await admin.product.get({ params })
            return { name, typeName, typeId }
          }
          await save(admin, first)
          expect(await read()).toEqual(meant(first.values))
          const [theirs, mine] = [meant(first.values), meant(second.values)]
          const saysIt = second.isNew && changes(second).length > 0
          const contested = changes(second).filter((field) => changes(first).includes(field) && mine[field] !== theirs[field])
          const answer = await save(backOffice, second).then(
            () => 'saved',
            (error: unknown) => error,
          )
          const isSaved = saysIt && contested.length === 0
          expect(codeOf(answer)).toBe(isSaved ? 'saved' : 'changed.meanwhile.error')
          const own = Object.fromEntries(changes(second).map((field) => [field, mine[field]]))
          expect(await read()).toEqual(isSaved ? { ...theirs, ...own } : theirs)
          const asked = saysIt && !isSaved ? contested : []
          const named = (answer as { meanwhile?: { changes: { field: string }[] } }).meanwhile?.changes ?? []
          expect(named.map(({ field }) => field)).toEqual(asked)
        }),
        { numRuns: 150 },
      )
    },
  )

  describe('of a user', () => {
    it('never joins a colleague’s number with another country or prefix [T683]', async () => {
      const { save, get } = await openUser()
      await save(admin, { phoneNumber: '698765432' }, ['phoneNumber'])
      const swiss = { country: 'CH', phonePrefix: '+41', phoneNumber: '791234567' }
      await expect(save(backOffice, { country: 'BE' }, ['country'])).rejects.toMatchObject(meanwhile('country'))
      await expect(save(backOffice, swiss, ['country', 'phonePrefix', 'phoneNumber'])).rejects.toMatchObject(meanwhile('country'))
      await save(backOffice, { lastname: 'Other' }, ['lastname'])
      expect(await get()).toMatchObject({ country: 'FR', phonePrefix: '+33', phoneNumber: '698765432', lastname: 'Other' })
    })

    it('groups that both add are kept, and stopping the beta test asks first', async () => {
      const [one, two] = [await addBetaGroup(server, []), await addBetaGroup(server, [])]
      const { save, get } = await openUser()
      await save(admin, addGroup(one), ['selectedBetaGroupIds'])
      await save(backOffice, addGroup(two), ['selectedBetaGroupIds'])
      await save(backOffice, { firstname: 'Grace' }, ['firstname'])
      const kept = await get()
      expect(kept.betaGroups.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([one, two])
      expect(kept).toMatchObject({ firstname: 'Grace', isBetaTester: true })
      await expect(save(backOffice, { isBetaTester: false }, ['isBetaTester'])).rejects.toMatchObject(meanwhile('isBetaTester'))
    })

    it('an address that a colleague has requested, and a password that one has set, are not replaced unasked', async () => {
      const { save, get } = await openUser()
      await save(admin, { username: 'theirs.of.both@example.com' }, ['username'])
      await expect(save(backOffice, { username: 'mine.of.both@example.com' }, ['username'])).rejects.toMatchObject(meanwhile('username'))
      expect(await get()).toMatchObject({ pendingUsername: 'theirs.of.both@example.com' })
      await save(admin, { password: 'Chosen-4-them' }, ['password'])
      await expect(save(backOffice, { password: 'Another-4-them' }, ['password'])).rejects.toMatchObject(meanwhile('password'))
    })
  })

  it('keeps a firmware’s products, and never takes its state half from one and half from another [T684]', async () => {
    const productId = await addProduct(admin)
    const params = { id: await addFirmware(admin, { versionName: '4.2', productIds: [productId], isActive: false }) }
    const { version } = await admin.firmware.get({ params })
    const stale = { ...keptFileBody({ versionName: '4.2', productIds: [], isActive: false }), version }
    await admin.firmware.update({ params, body: { ...stale, changeLog: '- Theirs', changedFields: ['changeLog'] } })
    await backOffice.firmware.update({ params, body: { ...stale, versionName: '4.3', changedFields: ['versionName'] } })
    expect(await admin.firmware.get({ params })).toMatchObject({ versionName: '4.3', changeLog: '- Theirs', products: [{ id: productId }] })
    await admin.firmware.update({ params, body: { ...stale, isBetaTest: true, changedFields: ['isBetaTest'] } })
    await expect(
      backOffice.firmware.update({ params, body: { ...stale, isActive: true, changedFields: ['isActive'] } }),
    ).rejects.toMatchObject(meanwhile('isActive'))
  })

  it('keeps the members of a group, the text of an article and the files of a rally zone [T685]', async () => {
    const member = (await server.join({ isBetaTester: true })).userId
    const group = { id: await addBetaGroup(server, [member]) }
    const { name, version } = await admin.betaGroup.get({ params: group })
    const groupForm = { name, selectedFirmwareIds: [], selectedUserIds: [], version }
    const nobody = { addedIds: [], removedIds: [] }
    await admin.betaGroup.update({ params: group, body: { ...groupForm, name: `${name} renamed`, changedFields: ['name'] } })
    await admin.betaGroup.update({ params: group, body: { ...groupForm, userChanges: nobody, changedFields: ['userChanges'] } })
    expect(await admin.betaGroup.get({ params: group })).toMatchObject({ name: `${name} renamed`, nbUsers: 1 })

    const article = await admin.news.create({ body: { title: 'Merged', content: '<p>Before</p>', published: false } })
    const draft = await admin.news.get({ params: article })
    const articleForm = { title: 'Merged', content: '<p>Before</p>', published: false, version: draft.version }
    const write = (content: string) => admin.news.update({ params: article, body: { ...articleForm, content, changedFields: ['content'] } })
    await write('<p>Theirs</p>')
    const published = { ...articleForm, title: 'Mine', published: true }
    await admin.news.update({ params: article, body: { ...published, changedFields: ['title', 'published'] } })
    expect(await admin.news.get({ params: article })).toMatchObject({ title: 'Mine', content: '<p>Theirs</p>', status: true })
    await expect(write('<p>Mine</p>')).rejects.toMatchObject(meanwhile('content'))

    const zone = await zones.add({ title: 'Merged zone' })
    const before = await zones.get(zone)
    await zones.change(zone, { title: 'Theirs', version: before.version, changedFields: ['title'] })
    await zones.change(zone, { title: 'Stale', enabled: false, version: before.version, changedFields: ['enabled'] })
    expect(await zones.get(zone)).toMatchObject({ title: 'Theirs', status: false, fileName: before.fileName })
  })
})
