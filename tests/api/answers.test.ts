import * as v from 'valibot'
import { beforeAll, expect, it } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import { bearer, type Client, password, startApiServer } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, addProduct } from '../support/catalogue.ts'
import { connectDetector } from '../support/coils.ts'
import { listForm } from '../support/lists.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'
import { kmlFile } from '../support/zoneFiles.ts'

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')
  let ada: Client
  let productId: number

  beforeAll(async () => {
    productId = await addProduct(admin, { typeId: 6 })
    const firmwareId = await addFirmware(admin, { productIds: [productId] })
    await server.addUser({ username: 'ada@example.com', isBetaTester: true })
    await addFirmware(admin, { betaGroupIds: [await addBetaGroup(server, [])] })
    await admin.rallyZone.create({ body: { title: 'Zone', enabled: true, zoneFile: [kmlFile()] } })
    await admin.news.create({ body: { title: 'Rally', content: '<p>In May</p>', published: true } })
    ada = await server.signIn('ada@example.com')
    const userProductId = await connectDetector(ada)
    const { id } = await ada.productUpdate.create({ body: { userProductId, firmwareId } })
    await ada.productUpdate.report({ params: { id }, body: { productUpdateId: id, success: true } })
    await ada.accessory.createOrUpdate({ body: { accessories: [{ userProductId, serialNumber: '0000000001', accessoryTypeId: 7 }] } })
  })

  /** As it crossed the wire: the client would cut it a second time. */
  async function bare(path: string, init: RequestInit = {}, who = ada): Promise<unknown> {
    const response = await server.request(path, { ...init, headers: { ...bearer(who), ...Object(init.headers) } })
    expect(response.status).toBe(200)
    return response.json()
  }

  it.each([
    ['user', contract.user.getProfile],
    ['user products', contract.userProduct.getUserProductsForUser],
    ['product updates', contract.productUpdate.getProductUpdatesForUser],
    ['accessories', contract.accessory.getUserAccessoriesForUser],
    ['firmwares', contract.firmware.getAllForProductAndUser],
  ])('sends of %s what the contract names, and no other column', async (_, { path, response }) => {
    const answer = await bare(path.replace('{productId}', String(productId)))
    expect([answer].flat()).toHaveLength(1)
    expect(v.parse(response, answer)).toEqual(answer)
  })

  it.each([
    ['users', contract.user],
    ['products', contract.product],
    ['firmwares', contract.firmware],
    ['rally zones', contract.rallyZone],
    ['articles', contract.news],
    ['beta groups', contract.betaGroup],
  ])('sends staff of %s what the contract names, and no other column [T158]', async (_, calls) => {
    const init = await bare(calls.initB122Table.path, {}, admin)
    expect(v.parse(calls.initB122Table.response, init)).toEqual(init)
    const rows = await bare(calls.getB122TableResults.path, { method: 'POST', body: listForm({}) }, admin)
    const { items } = v.parse(calls.getB122TableResults.response, rows)
    expect({ items, totalRows: items.length }).toEqual(rows)
    expect(items.length).toBeGreaterThan(0)
    for (const { id } of items) {
      const shown = await bare(calls.get.path.replace('{id}', String(id)), {}, admin)
      expect(v.parse(calls.get.response, shown)).toEqual(shown)
    }
  })

  it.each([
    ['products', contract.product.getAllNotDeleted],
    ['beta groups', contract.betaGroup.getAll],
    ['beta firmwares', contract.firmware.getAllBetaTest],
    ['beta testers', contract.user.getBetaTesters],
    ['roles', contract.role.getAll],
  ])('sends staff of %s to choose from what the contract names', async (_, { path, response }) => {
    const choices = await bare(path, {}, admin)
    expect(v.parse(response, choices)).toEqual(choices)
    expect([choices].flat().length).toBeGreaterThan(0)
  })

  it('sends at sign-in who it is, their language and two tokens, and nothing else of the account [T232]', async () => {
    const body = JSON.stringify({ username: 'ada@example.com', password })
    const answer = await bare('/api/login', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect(Object.keys(Object(answer)).toSorted()).toEqual(['access_token', 'id', 'locale', 'refresh_token', 'roles', 'username'])
  })

  it('tells strangers about this installation what the sign-in page needs, and of no demo account that is not there [T205]', async () => {
    await expect(server.client().configuration.get()).resolves.toMatchObject({ hasDemoMailbox: true, demoAccounts: [] })
    const earnest = await startApiServer(server.context.db, { NODE_ENV: 'production', BRAND_NAME: 'Terrafind' })
    await expect(earnest.client().configuration.get()).resolves.toMatchObject({
      brand: { name: 'Terrafind' },
      demoAccounts: [],
      isSimulatedDeviceAllowed: false,
    })
    await earnest.dispose()
  })
})
