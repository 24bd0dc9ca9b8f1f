import { beforeAll, expect, it } from 'vitest'
import { accessories, userProducts, warrantyCodes } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

serverOnPostgres((server) => {
  const [admin, backOffice, marketing] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE', 'ROLE_MARKETTING')
  let zoe = 0

  beforeAll(async () => {
    const { db } = server.context
    const productId = await addProduct(admin, { name: 'Palette Pro' })
    await addFirmware(admin, { versionName: '8.8', productIds: [productId] })
    await admin.news.create({ body: { title: 'Palette day', content: '<p>Text</p>', published: true } })
    ;({ userId: zoe } = await server.join({
      firstname: 'Zoé',
      lastname: 'Palétte',
      username: 'zoe.far@example.com',
      phoneNumber: '698765432',
    }))
    const about = { userId: zoe, productId, materialVersion: 1, protocolVersion: 1, productTypeId: 6 }
    await db.insert(userProducts).values({ ...about, serialNumber: 'FACADE1234' })
    await db.insert(accessories).values({ userId: zoe, name: 'Coil', serialNumber: 'C0FFEE0001', accessoryTypeId: 7 })
    await db.insert(warrantyCodes).values({ code: 'PALE7777', userId: zoe, usedAt: new Date() })
  })

  const person = ['user', 'Zoé Palétte', 'zoe.far@example.com']

  it('finds people by name, address, phone and serial number, and firmwares, articles and codes, for an administrator [T650]', async () => {
    const firmware = ['firmware', '8.8 (en)', 'Palette Pro']
    expect(await find(admin, 'palet')).toEqual([person, firmware, ['news', 'Palette day', '']])
    expect(await find(admin, 'pale-77')).toEqual([['warrantyCode', 'PALE7777', 'Zoé Palétte']])
    expect(await find(admin, 'zoe.far@')).toEqual([person])
    expect(await find(admin, 'palette zoe')).toEqual([person])
    expect(await find(admin, '698765432')).toEqual([person])
    expect(await find(admin, 'fa ca de')).toEqual([person])
    expect(await find(admin, 'ffee00')).toEqual([person])
    expect(await find(admin, '8.8')).toEqual([firmware])
    expect(await find(admin, 'pa')).toContainEqual(person)
    expect(await find(admin, '%_')).toEqual([])
  })

  it('finds only what each role may open', async () => {
    expect((await find(backOffice, 'palet')).map(([entity]) => entity)).toEqual(['user', 'firmware'])
    expect((await find(marketing, 'palet')).map(([entity]) => entity)).toEqual(['user', 'news'])
  })

  it('finds ten at most, first those whose name begins so, and nobody who is deleted', async () => {
    for (const nth of Array.from({ length: 12 }).keys())
      await server.addUser({ username: `many${nth}@example.com`, firstname: 'Inner', lastname: 'Le Crowdes' })
    const first = await server.addUser({ username: 'first@example.com', firstname: 'Ann', lastname: 'Crowdes' })
    await server.addUser({ username: 'gone@example.com', firstname: 'Bob', lastname: 'Crowdes', isDeleted: true })
    const { items } = await admin.search.findRecords({ query: { text: 'crowd' } })
    expect(items).toHaveLength(10)
    expect(items[0]).toMatchObject({ id: first, tostring: 'Ann Crowdes' })
    expect(items.map(({ tostring }) => tostring)).not.toContain('Bob Crowdes')
    expect(new Set(items.map(({ id }) => id)).size).toBe(10)
  })

  it.each(['', 'a', ' a '])('refuses “%s”, which would find too much', async (text) => {
    await expect(find(admin, text)).rejects.toMatchObject({ code: 'request.invalid' })
  })
})

async function find(client: Client, text: string) {
  const { items } = await client.search.findRecords({ query: { text } })
  return items.map(({ entity, tostring, detail }) => [entity, tostring, detail])
}
