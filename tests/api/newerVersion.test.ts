/** Which version is newer (contract/versionOrder.ts), through the calls: what is refused, offered, counted and kept. */
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { firmwareProducts, firmwares, releases } from '../../src/server/db/tables.ts'
import { renewVersionKeys, storedVersionKey, versionColumns } from '../../src/server/db/versionKeys.ts'
import type { ReleaseStep } from '../../src/contract/releaseStates.ts'
import { addBetaGroup, addProduct, besidesProof, firmwareBody, keptFileBody } from '../support/catalogue.ts'
import { refused } from '../support/refusals.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { listBody } from '../support/lists.ts'
import { serverOnPostgres } from '../support/servers.ts'

const older = (name: string) => [{ kind: 'older', isRefused: false, name, customers: null }]
const refusal = (code: string, invalidField = 'versionName') => refused(code, invalidField)

type Desk = Awaited<ReturnType<typeof openReleaseDesk>>

/** Besides missing proof from real hardware. */
async function obstaclesOf({ admin, releaseOf }: Desk, firmwareId: number, step: ReleaseStep, betaGroupIds: number[] = []) {
  const params = { id: (await releaseOf(firmwareId)).id, step }
  return besidesProof((await admin.release.getStep({ params, query: { betaGroupIds } })).obstacles)
}

const versionOf = async ({ admin }: Desk, id: number) => (await admin.firmware.get({ params: { id } })).version

serverOnPostgres((server) => {
  /** The owner's detector has this version; `available` is what is newer for it. */
  async function ownerOf(versionName: string) {
    const desk = await openReleaseDesk(server)
    const installed = await desk.release({ versionName })
    const detector = await desk.connect()
    await desk.install(detector, installed)
    const available = async () =>
      (await desk.owner.userProduct.getUserProductsForUser()).find(({ id }) => id === detector)?.available?.versionName ?? null
    return { ...desk, installed, detector, available }
  }

  describe.each(['5.2 bis', '5.2a', '5.2 SP1', '5.2p1', '5.2 R2', '5.2-1', 'Version 5.3', 'ver 5.3', 'FW 5.3', 'R5.3', '5,3'])(
    'a release that is called %s',
    (versionName) => {
      it('is an update for owners of 5.2, and listed as newer [T1101]', async () => {
        const desk = await ownerOf('5.2')
        const id = await desk.release({ versionName })
        expect(await desk.available()).toBe(versionName)
        expect((await desk.listed())[0]?.id).toBe(id)
        const { items } = await desk.admin.firmware.getB122TableResults({
          body: listBody({ sortBy: 'versionName', sortDesc: true, filters: [{ position: 0, selectedValue: String(desk.productId) }] }),
        })
        expect(items.map((row) => row.versionName)).toEqual([versionName, '5.2'])
        expect(await desk.admin.firmware.getVersions({ query: { selectedProductIds: [desk.productId] } })).toEqual([
          { releaseId: (await desk.releaseOf(id)).id, versionName, wasOffered: true, languages: null },
          { releaseId: (await desk.releaseOf(desk.installed)).id, versionName: '5.2', wasOffered: true, languages: null },
        ])
      })
    },
  )

  it('is known with the languages of a draft that another one joins: of these very products, not deleted', async () => {
    const desk = await openReleaseDesk(server)
    const both = [desk.productId, await addProduct(desk.admin)]
    const [old, id] = [await desk.draft({ versionName: '5.2' }), await desk.draft({ versionName: '5.3' })]
    const { id: french } = await desk.admin.firmware.create({
      body: { ...firmwareBody({ versionName: '5.3', productIds: [desk.productId], isActive: false }), language: 'fr' },
    })
    await desk.draft({ versionName: '5.4', productIds: both })
    await desk.admin.firmware.remove({ params: { id: old } })
    const known = async (selectedProductIds: number[]) =>
      (await desk.admin.firmware.getVersions({ query: { selectedProductIds } })).map((one) => [one.versionName, one.languages])
    expect(await known([desk.productId])).toEqual([
      ['5.4', null],
      ['5.3', ['en', 'fr']],
    ])
    expect(await known(both)).toEqual([
      ['5.4', ['en']],
      ['5.3', null],
    ])
    await desk.admin.firmware.remove({ params: { id: french } })
    expect(await known([desk.productId])).toContainEqual(['5.3', ['en']])
    await desk.take(id, 'released')
    expect(await known([desk.productId])).toContainEqual(['5.3', null])
  })

  it('refuses what nobody could order: a new version, another name of a draft, what a release requires [T1102]', async () => {
    const desk = await ownerOf('5.2')
    await expect(desk.draft({ versionName: '5.3 field' })).rejects.toMatchObject(refusal('version.unordered.error'))
    const id = await desk.draft({ versionName: '5.3' })
    const body = {
      ...keptFileBody({ versionName: 'field', productIds: [desk.productId], isActive: false }),
      version: await versionOf(desk, id),
    }
    await expect(desk.admin.firmware.update({ params: { id }, body })).rejects.toMatchObject(refusal('version.unordered.error'))
    const params = { id: (await desk.releaseOf(id)).id }
    for (const field of ['minimumInstalledVersion', 'steppingStone'] as const) {
      const requiring = desk.admin.release.setRequirements({ params, body: { [field]: 'field', hardwareVersions: [], needsCoil: false } })
      await expect(requiring).rejects.toMatchObject(refusal('version.unordered.error', field))
    }
  })

  it('refuses the same version in another spelling, and one that follows the same one in another way [T1103]', async () => {
    const desk = await ownerOf('5.2')
    await expect(desk.release({ versionName: '5.02' })).rejects.toMatchObject({ code: expect.stringMatching(/exists|obstacle/) })
    await desk.release({ versionName: '5.2a' })
    await expect(desk.draft({ versionName: '5.2 bis' })).rejects.toMatchObject(refusal('version.words.error'))
    await desk.draft({ versionName: '5.2b' })
  })

  describe('a stored version without an order', () => {
    it('is edited and kept as it is, but offered to nobody any more', async () => {
      const desk = await ownerOf('5.2')
      const id = await desk.draft({ versionName: '5.3' })
      await server.context.db.update(firmwares).set(versionColumns('field')).where(eq(firmwares.id, id))
      const body = {
        ...keptFileBody({ versionName: 'field', productIds: [desk.productId], isActive: false }),
        changeLog: 'New',
        version: await versionOf(desk, id),
      }
      await desk.admin.firmware.update({ params: { id }, body })
      await expect(desk.take(id, 'released')).rejects.toMatchObject({ code: 'release.obstacle.error' })
      const active = { ...body, isActive: true, version: await versionOf(desk, id) }
      await expect(desk.admin.firmware.update({ params: { id }, body: active })).rejects.toMatchObject(refusal('version.unordered.error'))
    })

    it('is named before each step that would offer it to more people [T1106]', async () => {
      const desk = await ownerOf('5.2')
      const id = await desk.draft({ versionName: '5.3' })
      await server.context.db.update(firmwares).set(versionColumns('field')).where(eq(firmwares.id, id))
      const unordered = { kind: 'unordered', isRefused: true, name: null, customers: null }
      const betaGroupIds = [await addBetaGroup(server, [])]
      for (const step of ['beta', 'staged', 'released'] as const)
        expect(await obstaclesOf(desk, id, step, betaGroupIds)).toEqual([unordered])
      await server.context.db.update(firmwares).set(versionColumns('5.3')).where(eq(firmwares.id, id))
      await desk.take(id, 'released')
      await server.context.db.update(firmwares).set(versionColumns('field')).where(eq(firmwares.id, id))
      for (const step of ['halt', 'withdraw'] as const) expect(await obstaclesOf(desk, id, step)).toEqual([])
      await desk.take(id, 'halt')
      expect(await obstaclesOf(desk, id, 'resume')).toEqual([unordered])
    })

    it('is offered to no detector, counted for none, and sorted last [T1104]', async () => {
      const desk = await ownerOf('5.2')
      const id = await desk.release({ versionName: '5.3' })
      await server.context.db.update(firmwares).set(versionColumns('field')).where(eq(firmwares.id, id))
      expect(await desk.available()).toBeNull()
      expect((await desk.listed()).map((one) => one.versionName)).toEqual(['5.2', 'field'])
      expect(await desk.start(desk.detector, id)).toBe('release.not.offered.error')
      const { audience } = await desk.releaseOf(id)
      expect(audience).toMatchObject({ customers: 0, detectors: 0 })
    })

    it('can be deleted and restored, and its other requirements be saved', async () => {
      const desk = await ownerOf('5.2')
      const { db } = server.context
      const [stays, draft] = [await desk.release({ versionName: '5.3' }), await desk.draft({ versionName: '5.4' })]
      await db.update(firmwares).set(versionColumns('field')).where(eq(firmwares.id, stays))
      await db.update(firmwares).set(versionColumns('test')).where(eq(firmwares.id, draft))
      for (const id of [stays, draft]) {
        await desk.admin.firmware.remove({ params: { id } })
        await expect(desk.admin.firmware.restore({ params: { id } })).resolves.toEqual({ id })
      }
      const params = { id: (await desk.releaseOf(draft)).id }
      const body = { minimumBatteryPercent: 50, hardwareVersions: [] }
      await expect(desk.admin.release.setRequirements({ params, body })).resolves.toEqual(params)
    })

    it('is replaced where it was withdrawn', async () => {
      const desk = await ownerOf('5.2')
      await server.context.db.update(firmwares).set(versionColumns('field')).where(eq(firmwares.id, desk.installed))
      const id = await desk.release({ versionName: '5.3' })
      await desk.take(desk.installed, 'withdraw')
      expect(await desk.available()).toBe('5.3')
      expect((await desk.releaseOf(id)).audience).toMatchObject({ customers: 1, detectors: 1 })
      expect(await desk.start(desk.detector, id)).toEqual(expect.any(Number))
    })

    it('leaves its owner without an offer [T1105]', async () => {
      const desk = await ownerOf('5.2')
      await server.context.db.update(firmwares).set(versionColumns('field')).where(eq(firmwares.id, desk.installed))
      const id = await desk.release({ versionName: '5.3' })
      expect(await desk.available()).toBeNull()
      expect(await desk.start(desk.detector, id)).toBe('release.not.offered.error')
      expect((await desk.releaseOf(id)).audience).toMatchObject({ customers: 0, detectors: 0 })
    })
  })

  describe('a version older than one that is offered', () => {
    it('is confirmed, with the newest that people get instead; resuming it asks nothing [T1107]', async () => {
      const desk = await openReleaseDesk(server)
      for (const versionName of ['5.0', '5.1', '5.2']) await desk.release({ versionName })
      await desk.draft({ versionName: '5.4' })
      const id = await desk.draft({ versionName: '5.2-EU' })
      for (const step of ['staged', 'released'] as const) expect(await obstaclesOf(desk, id, step)).toEqual(older('5.2'))
      expect(await obstaclesOf(desk, id, 'beta', [await addBetaGroup(server, [])])).toEqual(older('5.2'))
      await expect(desk.take(id, 'released')).rejects.toMatchObject({ code: 'release.obstacle.error' })
      await desk.take(id, 'released', { confirmed: ['older'] })
      await desk.take(id, 'halt')
      expect(await obstaclesOf(desk, id, 'resume')).toEqual([])
      await desk.take(id, 'resume')
    })

    it('is confirmed as a beta where its testers have a newer one', async () => {
      const desk = await openReleaseDesk(server)
      const [one, other] = [await addBetaGroup(server, []), await addBetaGroup(server, [])]
      const newer = await desk.draft({ versionName: '5.3-beta2', betaGroupIds: [one] })
      await desk.take(newer, 'beta')
      const id = await desk.draft({ versionName: '5.3-beta1' })
      expect(await obstaclesOf(desk, id, 'beta', [one])).toEqual(older('5.3-beta2'))
      expect(await obstaclesOf(desk, id, 'beta', [one, other])).toEqual([])
      expect(await obstaclesOf(desk, id, 'released')).toEqual([])
    })

    type Newer = { readonly desk: Desk; readonly id: number; readonly releaseId: number; readonly olderId: number }
    const setRelease = ({ releaseId }: Newer, values: Partial<typeof releases.$inferInsert>) =>
      server.context.db.update(releases).set(values).where(eq(releases.id, releaseId))
    const reason = { reasonEn: 'It restarts', reasonFr: 'Il redémarre' }

    it.each<readonly [says: string, leaveOut: (newer: Newer) => Promise<unknown>]>([
      ['wants a version first', (newer) => setRelease(newer, { minimumInstalledVersion: '5.1' })],
      ['wants this one first', (newer) => setRelease(newer, { steppingStone: '5.1.9' })],
      ['is for less hardware', (newer) => setRelease(newer, { hardwareVersions: [5] })],
      ['is staged', (newer) => setRelease(newer, { state: 'staged', reach: 'staged', share: 0.5 })],
      ['is halted', ({ desk, id }) => desk.take(id, 'halt')],
      ['is deleted', ({ desk, id }) => desk.admin.firmware.remove({ params: { id } })],
      ['is held', ({ desk, releaseId: id }) => desk.admin.release.hold({ params: { id }, body: { hardwareVersions: [3], ...reason } })],
      ['has another language', ({ id }) => server.context.db.update(firmwares).set({ language: 'de' }).where(eq(firmwares.id, id))],
      [
        'is for fewer products',
        async ({ desk: { admin }, olderId }) =>
          server.context.db.insert(firmwareProducts).values({ firmwareId: olderId, productId: await addProduct(admin) }),
      ],
    ])('is not asked about where the newer one %s', async (_, leaveOut) => {
      const desk = await openReleaseDesk(server)
      const id = await desk.release({ versionName: '5.2' })
      const olderId = await desk.draft({ versionName: '5.1.9' })
      expect(await obstaclesOf(desk, olderId, 'released')).toEqual(older('5.2'))
      await leaveOut({ desk, id, releaseId: (await desk.releaseOf(id)).id, olderId })
      expect(await obstaclesOf(desk, olderId, 'released')).toEqual([])
    })

    it('is not asked about where a draft wants it first', async () => {
      const desk = await openReleaseDesk(server)
      await desk.release({ versionName: '5.2' })
      const id = await desk.draft({ versionName: '5.1.9' })
      const params = { id: (await desk.releaseOf(await desk.draft({ versionName: '6.0' }))).id }
      await desk.admin.release.setRequirements({ params, body: { steppingStone: '5.1.9', hardwareVersions: [], needsCoil: false } })
      expect(await obstaclesOf(desk, id, 'released')).toEqual([])
    })
  })

  it('restores one of two that followed a version in two ways before there was a rule', async () => {
    const desk = await ownerOf('5.2a')
    const id = await desk.release({ versionName: '5.3' })
    await server.context.db.update(firmwares).set(versionColumns('5.2 bis')).where(eq(firmwares.id, id))
    await desk.admin.firmware.remove({ params: { id } })
    await expect(desk.admin.firmware.restore({ params: { id } })).resolves.toEqual({ id })
  })

  it('computes the keys of another order anew', async () => {
    const { db } = server.context
    const desk = await ownerOf('5.2')
    await db.update(firmwares).set({ versionKey: '.000000000005.000000000002#' }).where(eq(firmwares.id, desk.installed))
    await renewVersionKeys(db)
    const [row] = await db.select({ key: firmwares.versionKey }).from(firmwares).where(eq(firmwares.id, desk.installed))
    expect(row?.key).toBe(storedVersionKey('5.2'))
  })
})
