// @module-tag rest
/** What releases require, and whom they are held back from: decided by the server with the function of the update page. */
import { beforeEach, expect, it } from 'vitest'
import type { Parts } from '../../src/contract/endpoint.ts'
import type { contract } from '../../src/contract/contract.ts'
import { firmwareBody } from '../support/catalogue.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { notFound, refused } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

type Requirements = Partial<Parts<typeof contract.release.setRequirements>['body']>
const refusedStart = 'release.not.offered.error'

serverOnPostgres((server) => {
  let desk: Awaited<ReturnType<typeof openReleaseDesk>>
  beforeEach(async () => {
    desk = await openReleaseDesk(server)
  })

  async function require(firmwareId: number, requirements: Requirements): Promise<void> {
    const { id } = await desk.releaseOf(firmwareId)
    await desk.backOffice.release.setRequirements({ params: { id }, body: { needsCoil: false, hardwareVersions: [], ...requirements } })
  }

  async function release(versionName: string, requirements: Requirements = {}): Promise<number> {
    const id = await desk.draft({ versionName })
    await require(id, requirements)
    server.pass(1000)
    await desk.take(id, 'released')
    return id
  }

  async function hold(firmwareId: number, hardwareVersions: number[]) {
    const { id } = await desk.releaseOf(firmwareId)
    await desk.backOffice.release.hold({ params: { id }, body: { hardwareVersions, reasonEn: 'It restarts', reasonFr: 'Il redémarre' } })
    const [newest] = (await desk.releaseOf(firmwareId)).holds
    return { params: { id }, body: { holdId: newest?.id ?? 0 } }
  }

  const idsOf = async (asked: Parameters<typeof desk.listed>[0] = {}) => (await desk.listed(asked)).map(({ id }) => id)

  it('require what was set while it was a draft, with an entry in the history, and nothing else afterwards [T607]', async () => {
    const id = await desk.draft({ versionName: '5.5' })
    const { fingerprint } = await desk.releaseOf(id)
    const requirements = { minimumInstalledVersion: '4.9', steppingStone: '5.0', hardwareVersions: [5, 3, 3], minimumBatteryPercent: 40 }
    await require(id, { ...requirements, needsCoil: true, minimumAppBuild: 12 })
    const after = await desk.releaseOf(id)
    expect(after.requirements).toEqual({ ...requirements, hardwareVersions: [3, 5], needsCoil: true, minimumAppBuild: 12 })
    expect(after.fingerprint).not.toBe(fingerprint)
    const [entry] = await desk.admin.audit.getForRecord({ params: { entity: 'firmware', id } })
    expect(entry).toMatchObject({ before: { requirements: [] }, after: { requirements: expect.arrayContaining(['steppingStone 5.0']) } })
    await desk.take(id, 'released')
    await expect(require(id, {})).rejects.toMatchObject({ code: 'release.fixed.error', status: 403 })
  })

  it('take only versions that are older, and a minimum that its stepping stone meets', async () => {
    const id = await desk.draft({ versionName: '5.5' })
    for (const steppingStone of ['5.5', '5.5.0', '6.0'])
      await expect(require(id, { steppingStone })).rejects.toMatchObject(refused('version.older.error', 'steppingStone'))
    for (const asked of [{ minimumInstalledVersion: '5.6' }, { minimumInstalledVersion: '5.1', steppingStone: '5.0' }])
      await expect(require(id, asked)).rejects.toMatchObject(refused('version.older.error', 'minimumInstalledVersion'))
    await expect(require(id, { minimumBatteryPercent: 101 })).rejects.toMatchObject(
      refused('number.invalid.error', 'minimumBatteryPercent'),
    )
  })

  it('offer the older versions of its products as stepping stones, in the order of their numbers', async () => {
    await release('5.9')
    await release('5.10')
    await desk.draft({ versionName: '5.1' })
    await release('6.1')
    const id = await desk.draft({ versionName: '6.0' })
    expect((await desk.releaseOf(id)).olderVersions).toEqual(['5.10', '5.9'])
  })

  it('are for pages to decide: other programs get only what every detector of theirs may have', async () => {
    await desk.connect({ hardware: 3 })
    const [free, coil, forThree, held] = [
      await release('5.0'),
      await release('5.1', { needsCoil: true }),
      await release('5.2', { hardwareVersions: [3, 4] }),
      await release('5.3'),
    ]
    await hold(held, [5])
    expect(await idsOf()).toEqual([held, forThree, coil, free])
    expect(await idsOf({ build: null })).toEqual([held, free])
    await desk.connect({ hardware: 5 })
    expect(await idsOf({ build: null })).toEqual([free])
    expect(await idsOf()).toEqual([held, forThree, coil, free])
    const [first] = await desk.listed()
    expect(first?.release).toMatchObject({ holds: [{ hardwareVersions: [5], reason: { en: 'It restarts', fr: 'Il redémarre' } }] })
  })

  it('of hardware, build and holds keep an update from beginning', async () => {
    const [three, five] = [await desk.connect({ hardware: 3 }), await desk.connect({ hardware: 5 })]
    const id = await release('5.0', { hardwareVersions: [3], minimumAppBuild: 8 })
    expect(await desk.start(five, id, { build: 8 })).toBe(refusedStart)
    expect(await desk.start(three, id)).toBe(refusedStart)
    expect(await desk.start(three, id, { build: null })).toBe(refusedStart)
    const held = await hold(id, [3])
    expect(await desk.start(three, id, { build: 8 })).toBe(refusedStart)
    await desk.admin.release.lift(held)
    await expect(desk.admin.release.lift(held)).rejects.toMatchObject(notFound)
    expect(await desk.start(three, id, { build: 8 })).toEqual(expect.any(Number))
    expect(await desk.start(five, id, { isErased: true, build: 8 })).toBe(refusedStart)
  })

  it('of an installed version are met by the stepping stone, and unmet while nothing is known', async () => {
    const detector = await desk.connect()
    const [stone, target] = [await release('5.0'), await release('5.5', { steppingStone: '5.0' })]
    expect(await desk.start(detector, target)).toBe(refusedStart)
    await desk.install(detector, stone)
    expect(await desk.start(detector, target)).toEqual(expect.any(Number))
  })

  it('of hardware alone count for a detector without a firmware, which always has a way to one [T608]', async () => {
    const [three, five] = [await desk.connect({ hardware: 3 }), await desk.connect({ hardware: 5 })]
    const [old, last] = [await release('5.0'), await release('5.5', { minimumInstalledVersion: '5.0', minimumAppBuild: 99 })]
    await hold(last, [3])
    const safeFor = async () => (await desk.listed()).map(({ id, release: its }) => [id, its?.safeFor])
    expect(await safeFor()).toEqual([
      [last, [5]],
      [old, [3]],
    ])
    for (const detector of [three, five]) expect(await desk.start(detector, last, { isErased: true })).toEqual(expect.any(Number))
    for (const id of [old, last]) await desk.take(id, 'halt')
    expect(await safeFor()).toEqual([[last, [3, 5]]])
    for (const detector of [three, five]) expect(await desk.start(detector, last, { isErased: true })).toEqual(expect.any(Number))
  })

  it('say that a withdrawal leaves detectors of one hardware version without a way', async () => {
    const before = await release('5.0', { hardwareVersions: [3] })
    const last = await release('5.5')
    await desk.connect({ hardware: 3 })
    const { id } = await desk.releaseOf(last)
    const obstacles = async () =>
      (await desk.admin.release.getStep({ params: { id, step: 'withdraw' }, query: { betaGroupIds: [] } })).obstacles
    expect(await obstacles()).toEqual([])
    await desk.connect({ hardware: 5 })
    expect(await obstacles()).toMatchObject([{ kind: 'noSafeRelease' }])
    expect((await desk.releaseOf(before)).hardware).toEqual([
      { version: 3, detectors: 1 },
      { version: 5, detectors: 1 },
    ])
  })

  it('take no hold once it is withdrawn', async () => {
    const id = await release('5.0')
    await hold(id, [])
    await desk.take(id, 'withdraw', { confirmed: ['noSafeRelease'] })
    await expect(hold(id, [3])).rejects.toMatchObject({ code: 'release.step.error' })
  })

  it('go along with a language that comes back as a release of its own', async () => {
    const en = await desk.draft({ versionName: '5.0' })
    const french = { ...firmwareBody({ versionName: '5.0', productIds: [desk.productId], isActive: false }), language: 'Français' }
    const { id: fr } = await desk.admin.firmware.create({ body: french })
    await require(en, { hardwareVersions: [3] })
    await hold(en, [4])
    await desk.admin.firmware.remove({ params: { id: fr } })
    server.pass(1000)
    await desk.take(en, 'released', { confirmed: ['languageMissing'] })
    await desk.admin.firmware.restore({ params: { id: fr } })
    const [its, own] = [await desk.releaseOf(en), await desk.releaseOf(fr)]
    expect([its.id === own.id, own.state]).toEqual([false, 'draft'])
    expect(own).toMatchObject({ requirements: its.requirements, holds: [{ hardwareVersions: [4] }] })
  })
})
