import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { undoHours } from '../../src/contract/crud.ts'
import { userProducts } from '../../src/server/db/tables.ts'
import { type Client } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, addProduct } from '../support/catalogue.ts'
import { eachServer } from '../support/eachServer.ts'
import { chosen, listBody } from '../support/lists.ts'

const hourMs = 60 * 60 * 1000

eachServer((server) => {
  let admin: Client
  let backOffice: Client

  beforeAll(async () => {
    admin = await server.signInAs('ROLE_ADMIN')
    backOffice = await server.signInAs('ROLE_BE')
  })

  const find = async (changed: object) => (await backOffice.product.getB122TableResults({ body: listBody(changed) })).items

  describe('the list', () => {
    const ids: Record<string, number> = {}

    beforeAll(async () => {
      for (const [name, typeId] of [
        ['Écho Deluxe', 1],
        ['echo mini', 2],
        ['Zürich', 3],
        ['100%_sure', 4],
      ] as const) {
        ids[name] = await addProduct(admin, { name, typeId })
      }
      const groupId = await addBetaGroup(server, [])
      const productIds = [ids['Zürich'] ?? 0]
      await addFirmware(admin, { versionName: '1.0', productIds })
      server.pass(1000)
      await addFirmware(admin, { versionName: '1.1', productIds })
      server.pass(1000)
      await addFirmware(admin, { versionName: '1.2-off', productIds, isActive: false })
      await addFirmware(admin, { versionName: '1.2-beta', productIds, betaGroupIds: [groupId] })
      const owner = await server.addUser({ username: 'owner@example.com' })
      const detector = { userId: owner, productId: ids['Zürich'] ?? 0, materialVersion: 1, protocolVersion: 1, productTypeId: 3 }
      await server.context.db.insert(userProducts).values([
        { ...detector, serialNumber: '0A1B2C3D4E' },
        { ...detector, serialNumber: '0A1B2C3D4F' },
      ])
    })

    it('says how many there are, which filters, and that staff of the back office may change them', async () => {
      const init = await backOffice.product.initB122Table()
      expect(init).toMatchObject({ totalCount: 4, allowed: { create: true, edit: true, remove: true } })
      expect(init.filters.map(({ position, name, kind }) => ({ position, name, kind }))).toEqual([
        { position: 0, name: 'deleted', kind: 'select' },
      ])
    })

    it('shows the newest first, with the version everybody gets and how many customers have one', async () => {
      const items = await find({})
      expect(items.map(({ name }) => name)).toEqual(['100%_sure', 'Zürich', 'echo mini', 'Écho Deluxe'])
      expect(items[1]).toEqual({
        id: ids['Zürich'],
        name: 'Zürich',
        typeName: 'WS6',
        lastFirmwareVersion: '1.1',
        nbUsers: 1,
        isDeleted: false,
      })
    })

    it.each([
      ['ÉCHO', ['echo mini', 'Écho Deluxe']],
      ['luxe ech', ['Écho Deluxe']],
      ['zur', ['Zürich']],
      ['100%', ['100%_sure']],
      ['%', ['100%_sure']],
      ['0%_', ['100%_sure']],
      ['nothing like it', []],
      ['ws6', ['100%_sure', 'Zürich', 'echo mini', 'Écho Deluxe']],
    ])('finds parts of words whatever their case and accents: %s', async (search, names) => {
      expect((await find({ search })).map(({ name }) => name)).toEqual(names)
    })

    it.each([
      ['name', ['100%_sure', 'Écho Deluxe', 'echo mini', 'Zürich']],
      ['typeName', ['Écho Deluxe', 'echo mini', 'Zürich', '100%_sure']],
      ['nbUsers', ['Écho Deluxe', 'echo mini', '100%_sure', 'Zürich']],
      ['id', ['Écho Deluxe', 'echo mini', 'Zürich', '100%_sure']],
    ])('sorts by %s, and backwards', async (sortBy, names) => {
      expect((await find({ sortBy, sortDesc: false })).map(({ name }) => name)).toEqual(names)
      expect((await find({ sortBy, sortDesc: true })).map(({ name }) => name)).toEqual(names.toReversed())
    })

    it('has every row on exactly one page, and an empty page after the last', async () => {
      const pages = await Promise.all([1, 2, 3].map((currentPage) => find({ perPage: 3, currentPage, sortBy: 'typeName' })))
      expect(pages.map(({ length }) => length)).toEqual([3, 1, 0])
      expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(4)
      const whole = await find({ sortBy: 'typeName', perPage: 2147483647 })
      expect(whole).toEqual(pages.flat())
    })

    it('refuses to sort by what is no column, and pages that there cannot be', async () => {
      for (const changed of [
        { sortBy: 'isDeleted' },
        { currentPage: 0 },
        { perPage: 501 },
        { perPage: -1 },
        { filters: [{ position: 0, selectedValue: 'x' }] },
      ]) {
        await expect(find(changed)).rejects.toMatchObject({ code: 'request.invalid' })
      }
    })
  })

  it('is created, shown, changed and found under its new name', async () => {
    const { id } = await backOffice.product.create({ body: body('First name') })
    await expect(admin.product.get({ params: { id } })).resolves.toMatchObject({
      name: 'First name',
      typeName: 'WS6',
      typeId: 6,
      firmwares: [],
    })
    await backOffice.product.update({ params: { id }, body: { ...body('Second name'), typeId: 7 } })
    await expect(admin.product.get({ params: { id } })).resolves.toMatchObject({ tostring: 'Second name', typeId: 7, isDeleted: false })
    expect((await find({ search: 'second' })).map((row) => row.id)).toEqual([id])
    const choices = await admin.product.getAllNotDeleted()
    expect(choices).toContainEqual({ id, tostring: 'Second name' })
  })

  it('names its firmwares, newest first, and no deleted one', async () => {
    const id = await addProduct(admin)
    await addFirmware(admin, { versionName: '3.0', productIds: [id] })
    server.pass(1000)
    await addFirmware(admin, { versionName: '3.1', productIds: [id] })
    const { firmwares } = await admin.product.get({ params: { id } })
    expect(firmwares.map(({ tostring }) => tostring)).toEqual(['3.1 (en)', '3.0 (en)'])
  })

  it.each([
    ['name', { name: ' ' }, 'MandatoryField'],
    ['name', { name: 'x'.repeat(251) }, 'text.too.long.error'],
    ['typeName', { typeName: '' }, 'MandatoryField'],
    ['typeId', { typeId: -1 }, 'number.invalid.error'],
    ['typeId', { typeId: 65_536 }, 'number.invalid.error'],
  ])('points to %s where that is wrong: %j', async (invalidField, wrong, code) => {
    const { id } = await admin.product.create({ body: body(crypto.randomUUID()) })
    const wrongBody = { ...body(crypto.randomUUID()), ...wrong }
    await expect(admin.product.create({ body: wrongBody })).rejects.toMatchObject({ code, invalidField })
    await expect(admin.product.update({ params: { id }, body: wrongBody })).rejects.toMatchObject({ code, invalidField })
  })

  it('has its name to itself, whatever the case, until it is deleted', async () => {
    const taken = { code: 'name.already.exists.error', invalidField: 'name' }
    const first = await admin.product.create({ body: body('Unique') })
    const second = await admin.product.create({ body: body('Other') })
    await expect(admin.product.create({ body: body('UNIQUE') })).rejects.toMatchObject(taken)
    await expect(admin.product.update({ params: second, body: body('unique') })).rejects.toMatchObject(taken)
    await admin.product.remove({ params: first })
    await admin.product.update({ params: second, body: body('unique') })
    await expect(admin.product.restore({ params: first })).rejects.toMatchObject(taken)
  })

  it('tells the second of two people who edit it at once, and lets them save over it when they know', async () => {
    const { id } = await admin.product.create({ body: body('Contested') })
    const { version } = await admin.product.get({ params: { id } })
    await admin.product.update({ params: { id }, body: { ...body('Contested A'), version } })
    const late = { ...body('Contested B'), version }
    await expect(backOffice.product.update({ params: { id }, body: late })).rejects.toMatchObject({ code: 'changed.meanwhile.error' })
    const { version: seen, name } = await backOffice.product.get({ params: { id } })
    expect(name).toBe('Contested A')
    await backOffice.product.update({ params: { id }, body: { ...late, version: seen } })
    await expect(admin.product.get({ params: { id } })).resolves.toMatchObject({ name: 'Contested B' })
  })

  it('lets one of two that save at the same moment win', async () => {
    const { id } = await admin.product.create({ body: body('Race') })
    const { version } = await admin.product.get({ params: { id } })
    const save = (name: string) => admin.product.update({ params: { id }, body: { ...body(name), version } })
    const outcomes = await Promise.allSettled([save('Race 1'), save('Race 2')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('is kept when it is deleted, can no longer be changed, and comes back within the day', async () => {
    const { id } = await admin.product.create({ body: body('Gone') })
    const params = { id }
    await backOffice.product.remove({ params })
    expect(await find({ search: 'gone' })).toEqual([])
    const init = await admin.product.initB122Table()
    expect((await find({ search: 'gone', filters: chosen(init, 'deleted', 'true') })).map((row) => row.id)).toEqual([id])
    const choices = await admin.product.getAllNotDeleted()
    expect(choices).not.toContainEqual({ id, tostring: 'Gone' })
    const shown = await admin.product.get({ params })
    expect(shown.isDeleted).toBe(true)
    expect(Date.parse(shown.restorableUntil ?? '') - server.context.clock().getTime()).toBe(undoHours * hourMs)

    const deleted = { code: 'record.deleted.error' }
    await expect(admin.product.update({ params, body: body('Gone') })).rejects.toMatchObject(deleted)
    await expect(admin.product.remove({ params })).rejects.toMatchObject(deleted)
    await expect(admin.firmware.create({ body: { ...firmwareFor(id) } })).rejects.toMatchObject({ code: 'resource.not.found' })

    await backOffice.product.restore({ params })
    await expect(backOffice.product.restore({ params })).rejects.toMatchObject(deleted)
    expect((await find({ search: 'gone' })).map((row) => row.id)).toEqual([id])

    await admin.product.remove({ params })
    server.pass(undoHours * hourMs)
    // The day is over for its session too.
    const later = await server.signInAs('ROLE_ADMIN')
    await expect(later.product.restore({ params })).rejects.toMatchObject(deleted)
    await expect(later.product.get({ params })).resolves.toMatchObject({ isDeleted: true, restorableUntil: null })
    admin = later
    backOffice = await server.signInAs('ROLE_BE')
  })

  it('is not found where there is none', async () => {
    const params = { id: 999_999 }
    const notFound = { code: 'resource.not.found' }
    await expect(admin.product.get({ params })).rejects.toMatchObject(notFound)
    await expect(admin.product.update({ params, body: body('Nobody') })).rejects.toMatchObject(notFound)
    await expect(admin.product.remove({ params })).rejects.toMatchObject(notFound)
    await expect(admin.product.restore({ params })).rejects.toMatchObject(notFound)
  })

  it('leaves a trail of who changed what, that nobody can change', async () => {
    const { id } = await admin.product.create({ body: body('Trail') })
    await backOffice.product.update({ params: { id }, body: { ...body('Trail 2'), typeId: 9 } })
    await admin.product.remove({ params: { id } })
    await admin.product.restore({ params: { id } })
    const entries = await admin.audit.getForRecord({ params: { word: 'product', id } })
    expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'restore', before: {}, after: {} },
      { action: 'delete', before: {}, after: {} },
      { action: 'update', before: { name: 'Trail', typeId: 6 }, after: { name: 'Trail 2', typeId: 9 } },
      { action: 'create', before: null, after: body('Trail') },
    ])
    expect(entries.map(({ by }) => by?.id)).toEqual([admin, admin, backOffice, admin].map((who) => who.held.current?.id))
    const { db } = server.context
    for (const change of [sql`update audit_entries set word = 'user'`, sql`delete from audit_entries`, sql`truncate audit_entries`]) {
      await expect(db.execute(change)).rejects.toThrow('Failed query')
    }
  })
})

function body(name: string, typeId = 6) {
  return { name, typeName: 'WS6', typeId }
}

function firmwareFor(productId: number) {
  return {
    versionName: '1',
    language: 'en',
    isBetaTest: false,
    isActive: true,
    selectedProductIds: [productId],
    selectedBetaGroupIds: [],
    file: new File([new Uint8Array(100)], 'a.bin'),
  }
}
