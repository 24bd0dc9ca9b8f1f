import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FirmwareAfterFailure, UpdateErrorType } from '../../src/contract/rules.ts'
import { productUpdates } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { connectDetector, newDetectorSerial } from '../support/coils.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const hour = 60 * 60 * 1000
const erased = { firmwareAfter: 'none' } as const
const failed = { success: false, errorType: 'REPROGRAMMATION_ERROR' } as const
const unknown = { state: 'unknown', current: undefined }
const none = { state: 'none', current: undefined, last: '5.3' }
const installedOf = (version: string) => ({ state: 'installed', current: version, last: version })

const confirm = (client: Client, id: number) => client.userProduct.confirmWorks({ params: { id } })

serverOnPostgres((server) => {
  const [ada, bob] = signedIn(server, 'ROLE_CUSTOMER', 'ROLE_CUSTOMER')
  let older: number
  let newer: number

  beforeAll(async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
    const productId = await addProduct(admin, { typeId: 6 })
    older = await addFirmware(admin, { productIds: [productId], versionName: '5.2' })
    newer = await addFirmware(admin, { productIds: [productId], versionName: '5.3' })
  })

  /** One second after the one before. */
  async function begin(userProductId: number, firmwareId = newer): Promise<number> {
    server.pass(1000)
    return (await ada.productUpdate.create({ body: { userProductId, firmwareId } })).id
  }
  const report = (id: number, said: { success?: boolean; errorType?: UpdateErrorType; firmwareAfter?: FirmwareAfterFailure }) =>
    ada.productUpdate.report({ params: { id }, body: { productUpdateId: id, ...said } })
  const erase = (id: number) => report(id, erased)
  const fail = (id: number, firmwareAfter: FirmwareAfterFailure) => report(id, { ...failed, firmwareAfter })
  const at = (ms: number) => new Date(server.context.clock().getTime() + ms).toISOString()
  const now = () => at(0)

  async function stateOf(userProductId: number, client = ada) {
    const owned = (await client.userProduct.getUserProductsForUser()).find(({ id }) => id === userProductId)
    return { state: owned?.firmwareState, current: owned?.currentFirmware?.versionName, last: owned?.lastUpdate?.firmware.versionName }
  }

  /** A detector whose last update succeeded. */
  async function installed(): Promise<number> {
    const mine = await connectDetector(ada)
    await report(await begin(mine, older), { success: true })
    return mine
  }

  describe('the firmware on a detector', () => {
    it('is unknown until an update has succeeded, then that of the last success', async () => {
      const mine = await connectDetector(ada)
      expect(await stateOf(mine)).toEqual({ ...unknown, last: undefined })
      await report(await begin(mine, older), { success: true })
      expect(await stateOf(mine)).toEqual(installedOf('5.2'))
      await report(await begin(mine), { success: true })
      expect(await stateOf(mine)).toEqual(installedOf('5.3'))
    })

    it('is none once an update has failed after its erase, and unknown while one runs', async () => {
      const mine = await installed()
      const id = await begin(mine)
      await erase(id)
      expect(await stateOf(mine)).toEqual({ ...unknown, last: '5.3' })
      await fail(id, 'none')
      expect(await stateOf(mine)).toEqual(none)
      const again = await begin(mine)
      expect(await stateOf(mine)).toEqual({ ...unknown, last: '5.3' })
      await fail(again, 'unchanged')
      expect(await stateOf(mine)).toEqual(none)
      await report(await begin(mine), { success: true })
      expect(await stateOf(mine)).toEqual(installedOf('5.3'))
    })

    it.each([
      ['unknown while a record says nothing', [], { ...unknown, last: '5.3' }],
      ['unknown once all is written', [erased, { firmwareAfter: 'unknown' }], { ...unknown, last: '5.3' }],
      ['the new one once the restart is answered', [erased, { firmwareAfter: 'unknown' }, { success: true }], installedOf('5.3')],
      ['unknown after a restart that failed', [erased, { success: false, errorType: 'REBOOT_ERROR' }], { ...unknown, last: '5.3' }],
      ['what it was where an update failed before its erase', [{ ...failed, firmwareAfter: 'unchanged' }], installedOf('5.2')],
      ['unknown after a failure that does not say', [failed], { ...unknown, last: '5.3' }],
      ['none after an erase and a failure of a page that does not say', [erased, failed], none],
    ] as const)('is %s', async (_, reports, state) => {
      const mine = await installed()
      const id = await begin(mine)
      for (const said of reports) await report(id, said)
      expect(await stateOf(mine)).toEqual(state)
    })

    it('follows from the update that began last, however late an earlier one is heard of', async () => {
      const mine = await connectDetector(ada)
      const early = now()
      await report(await begin(mine), { success: true })
      server.pass(1000)
      const body = { userProductId: mine, firmwareId: older, date: early, now: now() }
      const { id } = await ada.productUpdate.create({ body })
      await erase(id)
      await fail(id, 'none')
      expect(await stateOf(mine)).toEqual(installedOf('5.3'))
    })

    it('is not changed by an erase that is heard of after the end', async () => {
      const mine = await connectDetector(ada)
      const id = await begin(mine)
      await report(id, { success: true })
      await expect(erase(id)).resolves.toEqual({ id })
      expect((await stateOf(mine)).state).toBe('installed')
      expect(await server.context.db.select().from(productUpdates).where(eq(productUpdates.id, id))).toMatchObject([
        { success: true, firmwareAfter: null },
      ])
    })

    it('is each owner’s own: nothing of it crosses to another account', async () => {
      const serialNumber = newDetectorSerial()
      const hers = await connectDetector(ada, serialNumber)
      const his = await connectDetector(bob, serialNumber)
      await fail(await begin(hers), 'none')
      expect(await stateOf(hers)).toEqual(none)
      expect(await stateOf(his, bob)).toEqual({ ...unknown, last: undefined })
      await expect(confirm(bob, hers)).rejects.toMatchObject(notFound)
      expect(await stateOf(hers)).toEqual(none)
    })
  })

  it('saying that it works makes it unknown, also where its failure is heard of later, until the next erase [T183]', async () => {
    const mine = await installed()
    const id = await begin(mine)
    await erase(id)
    await confirm(ada, mine)
    expect(await stateOf(mine)).toEqual({ ...unknown, last: '5.3' })
    await fail(id, 'none')
    expect(await stateOf(mine)).toEqual({ ...unknown, last: '5.3' })
    await fail(await begin(mine), 'none')
    expect(await stateOf(mine)).toEqual(none)
  })

  it('a repair begins without a firmware where the last update left none, and also where nobody can tell which was the last', async () => {
    const mine = await installed()
    // Known to a day: it may have begun after the one that failed.
    server.pass(hour)
    await report((await ada.productUpdate.create({ body: { userProductId: mine, firmwareId: older, date: at(-hour) } })).id, {
      success: true,
    })
    await fail(
      (await ada.productUpdate.create({ body: { userProductId: mine, firmwareId: newer, date: at(-1000), now: now() } })).id,
      'none',
    )
    expect(await stateOf(mine)).toEqual({ ...unknown, last: '5.3' })
    server.pass(1000)
    await ada.productUpdate.create({
      body: { userProductId: mine, firmwareId: newer, date: at(0), now: now(), isStart: true, isErased: true },
    })
    const owned = (await ada.userProduct.getUserProductsForUser()).find(({ id }) => id === mine)
    expect(owned?.openUpdate).toMatchObject({ hasErased: true })
  })

  it('refuses reports that say nothing, or what cannot be', async () => {
    const id = await begin(await connectDetector(ada))
    const refused = [
      {},
      { firmwareAfter: 'unchanged' },
      { firmwareAfter: 'none', errorType: 'REBOOT_ERROR' },
      { success: true, firmwareAfter: 'none' },
    ] as const
    for (const said of refused) await expect(report(id, said)).rejects.toMatchObject({ code: 'request.invalid', status: 400 })
    await expect(confirm(ada, 999_999)).rejects.toMatchObject(notFound)
  })

  it('is shown to staff as to its owner', async () => {
    const mine = await installed()
    const id = await begin(mine)
    await erase(id)
    await fail(id, 'none')
    const admin = await server.signInAs('ROLE_ADMIN')
    const owner = await admin.user.get({ params: { id: ada.held.current?.id ?? 0 } })
    expect(owner.userProducts.find((detector) => detector.id === mine)).toMatchObject({ firmwareState: 'none', versionName: '5.3' })
    expect(owner.productUpdates.find((update) => update.id === id)).toMatchObject({ firmwareAfter: 'none' })
  })
})
