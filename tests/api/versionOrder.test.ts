// @module-tag rest
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { firmwares } from '../../src/server/db/tables.ts'
import { versionColumns } from '../../src/server/db/versionKeys.ts'
import { addBetaGroup, addFirmware, addProduct, keptFileBody } from '../support/catalogue.ts'
import { listBody } from '../support/lists.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

/** What a form refuses by now, and older rows have. */
const unordered = ['Release', 'WS6 5.2']

const inOrder = [
  ...unordered,
  '4.12',
  '5',
  '5.3-alpha',
  '5.3-beta1',
  '5.3 Bêta 2',
  '5.3-beta10',
  '5.3-fr',
  '5.3rc1',
  '5.3',
  '5.3a',
  '5.3 b',
  '5.3.1-dev',
  '5.3.1',
  '5.3.2+7',
  '5.9',
  'v5.10-beta1',
  'v5.10',
  '5.10.1',
  '10.0',
  '2026.9.1',
  '2026.11.21',
  '123456789012345',
]

serverOnPostgres((server) => {
  const [admin, backOffice] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE')

  const find = async (changed: object) =>
    (await backOffice.firmware.getB122TableResults({ body: listBody(changed) })).items.map(({ versionName }) => versionName)

  async function release(name: string, ...versionNames: string[]): Promise<void> {
    const productIds = [await addProduct(admin, { name })]
    for (const versionName of versionNames) {
      await addFirmware(admin, { versionName, productIds })
      server.pass(1_000)
    }
  }

  it('sorts firmwares as versions, not as text [T67]', async () => {
    // In an order of their own, so that ids do not help.
    const mixed = inOrder.toSorted((one, other) => one.length * 7 - other.length * 7 || (one < other ? 1 : -1))
    for (const versionName of mixed) {
      const id = await addFirmware(admin, unordered.includes(versionName) ? {} : { versionName })
      await server.context.db.update(firmwares).set(versionColumns(versionName)).where(eq(firmwares.id, id))
    }
    expect(await find({ sortBy: 'versionName', sortDesc: false })).toEqual(inOrder)
    expect(await find({ sortBy: 'versionName', sortDesc: true, perPage: 2147483647 })).toEqual(inOrder.toReversed())
  })

  it('follows a version that is edited', async () => {
    const id = await addFirmware(admin, { versionName: '5.8', isActive: false })
    await admin.firmware.update({ params: { id }, body: keptFileBody({ versionName: '5.11', isActive: false }) })
    const sorted = await find({ sortBy: 'versionName', sortDesc: false })
    expect(sorted[sorted.indexOf('5.11') - 1]).toBe('5.10.1')
  })

  it('shows the newest version as a product’s last one, whenever it was released, and sorts products by it', async () => {
    await release('Sorted one', '5.8', '5.9')
    await release('Sorted two', '5.10', '5.9')
    await release('Sorted three', '5.3-beta1')
    await release('Sorted four', '5.3')
    await release('Sorted five')
    const { items } = await backOffice.product.getB122TableResults({
      body: listBody({ search: 'sorted', sortBy: 'lastFirmwareVersion', sortDesc: false }),
    })
    expect(items.map(({ lastFirmwareVersion }) => lastFirmwareVersion)).toEqual(['5.3-beta1', '5.3', '5.9', '5.10', null])
  })
  it('has the newest version first in choices, whichever was made last', async () => {
    const [productId, groupId] = [await addProduct(admin, { name: 'Chosen from' }), await addBetaGroup(server, [])]
    for (const versionName of ['7.9-beta1', '7.10-beta1', '7.8-beta1']) {
      await addFirmware(admin, { versionName, productIds: [productId], betaGroupIds: [groupId] })
      server.pass(1_000)
    }
    const newestFirst = ['7.10-beta1 (en)', '7.9-beta1 (en)', '7.8-beta1 (en)']
    const chosen = [
      (await admin.product.get({ params: { id: productId } })).firmwares,
      (await admin.betaGroup.get({ params: { id: groupId } })).firmwares,
      await admin.firmware.getAllBetaTest({ query: { search: 'chosen from' } }),
    ]
    expect(chosen.map((choices) => choices.map(({ tostring }) => tostring))).toEqual([newestFirst, newestFirst, newestFirst])
  })
})
