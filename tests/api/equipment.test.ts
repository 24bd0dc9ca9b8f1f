/** What customers are told of their own detectors before they connect them, and the names they give them. */
import { beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/apiServer.ts'
import { addFirmware, addProduct, releaseIdOf, takeStep } from '../support/catalogue.ts'
import { connectDetector } from '../support/coils.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const rename = (client: Client, id: number, nickname?: string) =>
  client.userProduct.rename({ params: { id }, body: nickname === undefined ? {} : { nickname } })

serverOnPostgres((server) => {
  const [admin, ada, bob] = signedIn(server, 'ROLE_ADMIN', 'ROLE_CUSTOMER', 'ROLE_CUSTOMER')
  let productIds: number[]
  let older: number

  beforeAll(async () => {
    productIds = [await addProduct(admin, { typeId: 6 })]
    older = await addFirmware(admin, { productIds, versionName: '5.2' })
    server.pass(1000)
  })

  async function install(userProductId: number, firmwareId: number): Promise<void> {
    server.pass(1000)
    const { id } = await ada.productUpdate.create({ body: { userProductId, firmwareId } })
    await ada.productUpdate.report({ params: { id }, body: { productUpdateId: id, success: true } })
  }
  const availableFor = async (id: number) => (await ada.userProduct.getUserProductsForUser()).find((owned) => owned.id === id)?.available

  it('names the version that a detector would be offered, with what it needs, until it is installed or halted [T848]', async () => {
    const mine = await connectDetector(ada)
    const plain = { firstVersions: [], minimumBatteryPercent: null, needsCoil: false }
    expect(await availableFor(mine)).toEqual({ versionName: '5.2', ...plain })
    await install(mine, older)
    expect(await availableFor(mine)).toBeNull()

    server.pass(1000)
    const newer = await addFirmware(admin, { productIds, versionName: '5.5', isActive: false })
    const params = { id: await releaseIdOf(admin, newer) }
    await admin.release.setRequirements({ params, body: { minimumBatteryPercent: 40, needsCoil: true, hardwareVersions: [] } })
    expect(await availableFor(mine)).toBeNull()
    await takeStep(admin, newer, 'released')
    const ready = { versionName: '5.5', firstVersions: [], minimumBatteryPercent: 40, needsCoil: true }
    expect(await availableFor(mine)).toEqual(ready)
    // The answer to a connection says the same.
    const { serialNumber } = (await ada.userProduct.getUserProductsForUser())[0] ?? { serialNumber: '' }
    expect(await connectDetector(ada, serialNumber)).toBe(mine)
    await takeStep(admin, newer, 'halt')
    expect(await availableFor(mine)).toBeNull()
    await takeStep(admin, newer, 'resume')
    expect(await availableFor(mine)).toEqual(ready)
    await install(mine, newer)
    expect(await availableFor(mine)).toBeNull()
  })

  it('gives a detector a name and takes it away, for its owner alone [T847]', async () => {
    const mine = await connectDetector(ada)
    expect(await rename(ada, mine, '  Plage d’été ')).toMatchObject({ id: mine, nickname: 'Plage d’été' })
    expect(await ada.userProduct.getUserProductsForUser()).toContainEqual(expect.objectContaining({ id: mine, nickname: 'Plage d’été' }))
    await expect(rename(bob, mine, 'Mine')).rejects.toMatchObject(notFound)
    await expect(rename(ada, 999_999, 'Mine')).rejects.toMatchObject(notFound)
    await expect(rename(ada, mine, 'é'.repeat(61))).rejects.toMatchObject({ invalidField: 'nickname' })
    await expect(rename(ada, mine, 'a\u0000b')).rejects.toMatchObject({ status: 400 })
    expect(await rename(ada, mine, ' ')).toMatchObject({ nickname: null })
    await rename(ada, mine, 'Beach')
    expect(await rename(ada, mine)).toMatchObject({ nickname: null })
    await ada.userProduct.delete({ params: { id: mine } })
    await expect(rename(ada, mine, 'Gone')).rejects.toMatchObject(notFound)
  })
})
