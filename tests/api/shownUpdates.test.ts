/** What staff see of the updates of each detector of a user, and what it would be offered now. */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { users } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, addProduct, takeStep } from '../support/catalogue.ts'
import { connectDetector } from '../support/coils.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const shownTo = (client: Client, owner: Client) => client.user.get({ params: { id: owner.held.current?.id ?? 0 } })

serverOnPostgres((server) => {
  const [admin, support, ada] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE', 'ROLE_CUSTOMER')
  let productId: number
  let older: number

  beforeAll(async () => {
    productId = await addProduct(admin, { typeId: 6 })
    older = await addFirmware(admin, { productIds: [productId], versionName: '5.2' })
    server.pass(1000)
  })

  async function update(userProductId: number, firmwareId: number, isSuccess = true): Promise<number> {
    server.pass(1000)
    const { id } = await ada.productUpdate.create({ body: { userProductId, firmwareId } })
    const result = isSuccess
      ? { success: true }
      : { success: false, errorType: 'DECONNECTION_ERROR' as const, firmwareAfter: 'none' as const }
    await ada.productUpdate.report({ params: { id }, body: { productUpdateId: id, ...result } })
    return id
  }
  const availableFor = async (userProductId: number, owner = ada) =>
    (await shownTo(support, owner)).userProducts.find(({ id }) => id === userProductId)?.availableVersion

  it('tells two detectors of one model apart by what happened to each, also after one was deleted [T796]', async () => {
    const [kept, gone] = [await connectDetector(ada), await connectDetector(ada)]
    const [ofKept, ofGone] = [await update(kept, older), await update(gone, older, false)]
    const detectorsByUpdate = async () => (await shownTo(support, ada)).productUpdates.map(({ id, userProductId }) => [id, userProductId])
    expect(await detectorsByUpdate()).toEqual([
      [ofGone, gone],
      [ofKept, kept],
    ])
    await ada.userProduct.delete({ params: { id: gone } })
    expect(await detectorsByUpdate()).toEqual([
      [ofGone, gone],
      [ofKept, kept],
    ])
  })

  it('names the version that each detector would be offered now, as long as one is [T797]', async () => {
    const [current, unknown, erased] = [await connectDetector(ada), await connectDetector(ada), await connectDetector(ada)]
    await update(current, older)
    await update(erased, older, false)
    expect([await availableFor(current), await availableFor(unknown), await availableFor(erased)]).toEqual([null, '5.2', null])
    server.pass(1000)
    const newer = await addFirmware(admin, { productIds: [productId], versionName: '5.3' })
    expect([await availableFor(current), await availableFor(unknown), await availableFor(erased)]).toEqual(['5.3', '5.3', null])
    await takeStep(admin, newer, 'halt')
    expect([await availableFor(current), await availableFor(unknown)]).toEqual([null, '5.2'])
  })

  it('names a beta to its testers alone [T798]', async () => {
    const tester = await server.signInAs('ROLE_CUSTOMER')
    const testerId = tester.held.current?.id ?? 0
    await server.context.db.update(users).set({ isBetaTester: true }).where(eq(users.id, testerId))
    const betaGroupId = await addBetaGroup(server, [testerId])
    await addFirmware(admin, { productIds: [productId], versionName: '6.0', betaGroupIds: [betaGroupId] })
    expect(await availableFor(await connectDetector(tester), tester)).toBe('6.0')
    expect(await availableFor(await connectDetector(ada))).toBe('5.2')
  })
})
