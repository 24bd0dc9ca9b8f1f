import { beforeAll, expect, it } from 'vitest'
import { userProducts } from '../../src/server/db/tables.ts'
import { addBetaGroup, addFirmware, addProduct } from '../support/catalogue.ts'
import { listBody } from '../support/lists.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

serverOnPostgres((server) => {
  const [backOffice] = signedIn(server, 'ROLE_BE')
  const ids: Record<string, number> = {}

  beforeAll(async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
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

  const find = async (changed: object) => (await backOffice.product.getB122TableResults({ body: listBody(changed) })).items

  it('says how many there are, which filters, and that staff of the back office may change them [T142]', async () => {
    const init = await backOffice.product.initB122Table()
    expect(init).toMatchObject({ totalCount: 4, allowed: { create: true, edit: true, remove: true } })
    expect(init.filters.map(({ position, name, kind }) => ({ position, name, kind }))).toEqual([
      { position: 0, name: 'deleted', kind: 'select' },
    ])
  })

  it('shows the newest first, with the version everybody gets and how many customers have one [T143]', async () => {
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
    ['100%', ['100%_sure']],
    ['%', []],
    ['e', ['echo mini', 'Écho Deluxe']],
    ['in', []],
    ['0%_', ['100%_sure']],
    ['ws6', ['100%_sure', 'Zürich', 'echo mini', 'Écho Deluxe']],
  ])('finds parts of words whatever their case and accents, and short ones at a beginning: %s', async (search, names) => {
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
