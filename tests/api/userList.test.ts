import { beforeAll, expect, it } from 'vitest'
import { accessories, productUpdates, userProducts } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { chosen, listBody } from '../support/lists.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

serverOnPostgres((server) => {
  const [admin, backOffice, marketing] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE', 'ROLE_MARKETTING')

  beforeAll(async () => {
    const productId = await addProduct(admin)
    const firmwareId = await addFirmware(admin, { productIds: [productId] })
    const { userId: zoe } = await server.join({
      firstname: 'Zoé',
      lastname: 'Listée',
      username: 'zoe.list@example.com',
      country: 'BE',
      subscriptionName: 'PREMIUM',
    })
    await server.join({
      firstname: 'Álvaro',
      lastname: 'Listée',
      username: 'middle.list@example.com',
      country: 'ES',
      isBetaTester: true,
      since: new Date('2020-01-01T00:00:00Z'),
    })
    await server.join({
      firstname: 'alan',
      lastname: 'Listee',
      username: 'omega.list@example.com',
      country: 'GB',
      accountLocked: true,
      accountValidated: false,
    })
    const about = { userId: zoe, productId, materialVersion: 1, protocolVersion: 1, productTypeId: 6 }
    const [detector] = await server.context.db
      .insert(userProducts)
      .values({ ...about, serialNumber: 'FACADE1234' })
      .returning()
    await server.context.db.insert(accessories).values({ userId: zoe, name: 'Coil', serialNumber: 'C0FFEE0001', accessoryTypeId: 7 })
    await server.context.db.insert(productUpdates).values({ userProductId: detector?.id ?? 0, firmwareId, success: true })
  })

  const list = (changed: object) => marketing.user.getB122TableResults({ body: listBody(changed) })
  const names = async (changed: object) => (await list(changed)).items.map(({ firstname }) => firstname)
  const filtered = async (name: string, value: string, changed: object = {}) =>
    names({ ...changed, filters: chosen(await admin.user.initB122Table(), name, value) })
  const sorted = (sortBy: string) => names({ search: 'liste', sortBy, sortDesc: false })

  it('is read by marketing, and tells each role what it may do [T134]', async () => {
    expect(await allowed(admin)).toEqual({ create: true, edit: true, remove: true })
    expect(await allowed(backOffice)).toEqual({ create: false, edit: true, remove: false })
    expect(await allowed(marketing)).toEqual({ create: false, edit: false, remove: false })
  })

  it('shows the columns of the document, and what is unusual about an account [T135]', async () => {
    const { items, totalRows } = await list({ search: 'zoe listee' })
    expect(totalRows).toBe(1)
    expect(items).toEqual([
      {
        id: items[0]?.id,
        firstname: 'Zoé',
        lastname: 'Listée',
        username: 'zoe.list@example.com',
        phoneNumber: '612345678',
        phoneInternational: '+33 6 12 34 56 78',
        country: 'BE',
        subscriptionName: 'PREMIUM',
        nbProductUpdates: 1,
        accountLocked: false,
        accountValidated: true,
        isBetaTester: false,
        isDeleted: false,
        mayEdit: false,
        mayRemove: false,
      },
    ])
    expect((await list({ search: 'alan listee' })).items).toMatchObject([{ accountLocked: true, accountValidated: false }])
    expect((await list({ search: 'alvaro listee' })).items).toMatchObject([{ accountLocked: false, isBetaTester: true }])
  })

  it('finds by two letters every word of a name or an address that begins with them, and counts them [T830]', async () => {
    const called = { lastname: 'Test', username: 'no.list@example.com', country: 'FR' }
    await server.join({ ...called, firstname: 'ŁÓa', username: 'first.list@example.com' })
    await server.join({ ...called, firstname: 'Anne Louise', username: 'spaced.list@example.com' })
    await server.join({ ...called, firstname: 'Paul', lastname: 'van den Loo', username: 'last.list@example.com' })
    await server.join({ ...called, firstname: 'Marie', lastname: 'Lo', username: 'lo.mail@example.com' })
    await server.join({ ...called, firstname: 'Lou', username: 'deleted.list@example.com', isDeleted: true })
    await server.join({ ...called, firstname: 'Anne-Lo', lastname: 'Hello', username: 'within.list@example.com' })
    const found = ['ŁÓa', 'Anne Louise', 'Paul', 'Marie']
    for (const search of ['lo', ' LÓ ']) {
      expect(await list({ search })).toMatchObject({ totalRows: 4, items: found.toReversed().map((firstname) => ({ firstname })) })
      expect(await list({ search, sortDesc: false, perPage: 2, currentPage: 2 })).toMatchObject({
        totalRows: 4,
        items: [{ firstname: 'Paul' }, { firstname: 'Marie' }],
      })
      expect(await list({ search, currentPage: 9 })).toMatchObject({ totalRows: 4, items: [] })
      expect(new Set(await filtered('accountLocked', 'false', { search }))).toEqual(new Set(found))
      expect(await filtered('deleted', 'true', { search })).toEqual(['Lou'])
    }
  })

  it('finds names without case and accents, addresses, telephone numbers and serials', async () => {
    expect(await names({ search: 'LISTEE', sortBy: 'firstname', sortDesc: false })).toEqual(['alan', 'Álvaro', 'Zoé'])
    expect(await names({ search: 'zoe.list@' })).toEqual(['Zoé'])
    expect(await names({ search: '612345678 alvaro' })).toEqual(['Álvaro'])
    expect(await names({ searchSerial: 'fa ca de' })).toEqual(['Zoé'])
    expect(await names({ searchSerial: 'FFEE00' })).toEqual(['Zoé'])
    expect(await names({ searchSerial: '%' })).toEqual([])
    expect(await names({ searchSerial: 'FACADE', search: 'alan' })).toEqual([])
  })

  it('sorts by each of its sortable columns [T71]', async () => {
    expect(await sorted('country')).toEqual(['Zoé', 'Álvaro', 'alan'])
    expect(await sorted('firstname')).toEqual(['alan', 'Álvaro', 'Zoé'])
    // Equals stand in the order of their ids.
    expect(await sorted('lastname')).toEqual(['Zoé', 'Álvaro', 'alan'])
    expect(await sorted('username')).toEqual(['Álvaro', 'alan', 'Zoé'])
    expect(await names({ search: 'liste', sortBy: 'username', sortDesc: true })).toEqual(['Zoé', 'alan', 'Álvaro'])
  })

  it('is filtered by role, country, state and day of registration', async () => {
    const search = { search: 'liste' }
    expect(await filtered('country', 'ES', search)).toEqual(['Álvaro'])
    expect(await filtered('isBetaTester', 'true', search)).toEqual(['Álvaro'])
    expect(await filtered('accountLocked', 'true', search)).toEqual(['alan'])
    expect(await filtered('accountValidated', 'false', search)).toEqual(['alan'])
    expect(await filtered('since', '2019-12-31T00:00:00Z/2020-01-02T00:00:00Z')).toEqual(['Álvaro'])
    expect(await filtered('role', 'ROLE_BE')).toHaveLength(1)
    await expect(filtered('role', 'ROLE_GOD')).rejects.toMatchObject({ code: 'request.invalid' })
  })
})

async function allowed(client: Client) {
  return (await client.user.initB122Table()).allowed
}
