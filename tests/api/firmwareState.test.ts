import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FirmwareAfterFailure, UpdateErrorType } from '../../src/contract/rules.ts'
import { productUpdates } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { connectDetector, newDetectorSerial } from '../support/coils.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

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
  const erase = (id: number) => report(id, { firmwareAfter: 'none' })
  const fail = (id: number, firmwareAfter?: FirmwareAfterFailure) =>
    report(id, { success: false, errorType: 'REPROGRAMMATION_ERROR', ...(firmwareAfter !== undefined && { firmwareAfter }) })
  const now = () => server.context.clock().toISOString()

  async function stateOf(userProductId: number, client = ada) {
    const owned = (await client.userProduct.getUserProductsForUser()).find(({ id }) => id === userProductId)
    return { state: owned?.firmwareState, current: owned?.currentFirmware?.versionName, last: owned?.lastUpdate?.firmware.versionName }
  }
  const unknown = { state: 'unknown', current: undefined }
  const none = { state: 'none', current: undefined, last: '5.3' }

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
      expect(await stateOf(mine)).toEqual({ state: 'installed', current: '5.2', last: '5.2' })
      await report(await begin(mine), { success: true })
      expect(await stateOf(mine)).toEqual({ state: 'installed', current: '5.3', last: '5.3' })
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
      expect(await stateOf(mine)).toEqual({ state: 'installed', current: '5.3', last: '5.3' })
    })

    it('is unknown once all is written, until the restart is answered', async () => {
      const mine = await installed()
      const id = await begin(mine)
      await erase(id)
      await report(id, { firmwareAfter: 'unknown' })
      expect(await stateOf(mine)).toEqual({ ...unknown, last: '5.3' })
      await report(id, { success: true })
      expect(await stateOf(mine)).toEqual({ state: 'installed', current: '5.3', last: '5.3' })
    })

    it('stays what it was where an update failed before its erase', async () => {
      const mine = await installed()
      await fail(await begin(mine), 'unchanged')
      expect(await stateOf(mine)).toEqual({ state: 'installed', current: '5.2', last: '5.2' })
    })

    it('is unknown after a restart that failed, after a failure that does not say, and while a record says nothing', async () => {
      const afterRestart = await installed()
      const id = await begin(afterRestart)
      await erase(id)
      await report(id, { success: false, errorType: 'REBOOT_ERROR' })
      const silent = await installed()
      await fail(await begin(silent))
      const open = await installed()
      await begin(open)
      for (const mine of [afterRestart, silent, open]) expect(await stateOf(mine)).toEqual({ ...unknown, last: '5.3' })
    })

    it('is none after an erase whose failure was reported by a page that does not say', async () => {
      const mine = await installed()
      const id = await begin(mine)
      await erase(id)
      await fail(id)
      expect(await stateOf(mine)).toEqual(none)
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
      expect(await stateOf(mine)).toEqual({ state: 'installed', current: '5.3', last: '5.3' })
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

  describe('an owner who says that the detector works', () => {
    it('makes it unknown, also where its failure is heard of later, until the next erase [T183]', async () => {
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
    const { items } = await admin.user.getB122TableResults({
      body: { currentPage: 1, perPage: 50, sortBy: 'id', sortDesc: true, filters: [] },
    })
    const owner = (await Promise.all(items.map((user) => admin.user.get({ params: { id: user.id } })))).find(({ userProducts }) =>
      userProducts.some((detector) => detector.id === mine),
    )
    expect(owner?.userProducts.find((detector) => detector.id === mine)).toMatchObject({ firmwareState: 'none', versionName: '5.3' })
    expect(owner?.productUpdates.find((update) => update.id === id)).toMatchObject({ firmwareAfter: 'none' })
  })
})
