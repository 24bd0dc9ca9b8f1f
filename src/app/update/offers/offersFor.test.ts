import { describe, expect, it } from 'vitest'
import { holdOf, releaseOf, required } from '../../../../tests/support/releases.ts'
import { firmware as anyFirmware } from '../../../../tests/support/updateWorld.ts'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import type { SettledFirmware } from './knownFirmware.ts'
import type { LocalOutcome } from '../records/localOutcomes.ts'
import type { OfferedDetector } from './detectorFacts.ts'
import { interruptedOffer, offersFor, wayTo } from './offersFor.ts'

const userProductId = 12
const offer = (id: number, release?: OfferedFirmware['release']): OfferedFirmware => ({
  ...anyFirmware,
  id,
  ...(release !== undefined && { release }),
})
const installed: SettledFirmware = { state: 'installed', versionName: '5.1', language: 'fr' }
const erasedBy = (firmwareId: number, kept?: OfferedFirmware): SettledFirmware => ({
  state: 'none',
  firmwareId,
  versionName: '5.2',
  // Of an outcome, only the firmware counts here.
  outcome: kept === undefined ? null : ({ row: { firmware: kept } } as LocalOutcome),
})
const detector = (known: SettledFirmware): OfferedDetector => ({
  userProductId,
  serialNumber: '0A1B2C3D4E',
  hardwareVersion: 3,
  known,
  appBuild: 7,
})
const idsFor = (listed: readonly OfferedFirmware[], known: SettledFirmware) => offersFor(listed, detector(known)).map(({ id }) => id)

describe('a detector', () => {
  it('is offered all that a server lists which knows of no releases', () => {
    expect(idsFor([offer(3), offer(2)], installed)).toEqual([3, 2])
  })

  it('is offered what its owner is, and nothing that was halted, begun with it or not', () => {
    const listed = [
      offer(5, releaseOf('draft')),
      offer(4, releaseOf('halted', { begunOn: [userProductId], isNewestSafe: true })),
      offer(3, releaseOf('beta')),
      offer(2, releaseOf('staged')),
      offer(1, releaseOf('released', { isDeleted: true, begunOn: [userProductId] })),
    ]
    expect(idsFor(listed, installed)).toEqual([5, 3, 2])
    expect(idsFor(listed, { state: 'unknown', versionName: '5.2' })).toEqual([5, 3, 2])
  })

  it('without a firmware is offered to finish what was begun on it, as the server or this computer knows', () => {
    const begunOn = [userProductId]
    expect(idsFor([offer(4, releaseOf('halted', { begunOn }))], erasedBy(4))).toEqual([4])
    expect(idsFor([offer(4, releaseOf('halted'))], erasedBy(4))).toEqual([4])
    expect(idsFor([offer(4, releaseOf('halted', { begunOn: [13] }))], erasedBy(3))).toEqual([])
    expect(idsFor([offer(4, releaseOf('halted', { begunOn }))], erasedBy(3))).toEqual([])
    expect(idsFor([offer(4, releaseOf('withdrawn', { begunOn }))], erasedBy(4))).toEqual([])
  })

  it('without a firmware always has the safe one to be repaired with', () => {
    expect(idsFor([offer(4, releaseOf('halted', { isNewestSafe: true }))], erasedBy(9))).toEqual([4])
  })

  it('without a firmware is repaired with what is safe for its own hardware, not for another', () => {
    const [other, own] = [2, 3].map((hardwareVersion) => releaseOf('halted', { isNewestSafe: true, safeFor: [hardwareVersion] }))
    expect(idsFor([offer(5, other), offer(4, own)], erasedBy(9))).toEqual([4])
  })

  it('is not offered what is for other hardware, held back, needs a newer page or another version first', () => {
    const listed = [
      offer(6, releaseOf('released', { requirements: required({ hardwareVersions: [2] }) })),
      offer(5, releaseOf('released', { holds: [holdOf([3])], begunOn: [userProductId] })),
      offer(4, releaseOf('released', { requirements: required({ minimumAppBuild: 8 }) })),
      offer(3, releaseOf('released', { requirements: required({ minimumInstalledVersion: '5.2' }) })),
      offer(2, releaseOf('released', { requirements: required({ hardwareVersions: [2, 3], minimumAppBuild: 7 }), holds: [holdOf([2])] })),
      offer(
        1,
        releaseOf('released', { requirements: required({ minimumInstalledVersion: '5.1', minimumBatteryPercent: 90, needsCoil: true }) }),
      ),
    ]
    expect(idsFor(listed, installed)).toEqual([2, 1])
    expect(idsFor(listed, { state: 'unknown', versionName: '5.1' })).toEqual([2])
    expect(idsFor(listed, erasedBy(9))).toEqual([5, 4, 3, 2, 1])
  })
})

const stone = (id: number, versionName: string, others: Parameters<typeof releaseOf>[1] = {}) => ({
  ...offer(id, releaseOf('released', others)),
  versionName,
})
const after = (version: string) => ({ requirements: required({ steppingStone: version }) })

describe('the way to a firmware', () => {
  const target = stone(9, '5.5', after('5.0'))
  const old: SettledFirmware = { state: 'installed', versionName: '4.0', language: 'fr' }
  const way = (listed: readonly OfferedFirmware[], known: SettledFirmware = old) =>
    wayTo(target, [target, ...listed], detector(known))?.map(({ id }) => id) ?? null

  it('goes over its stepping stone, from an unknown version too', () => {
    expect(way([stone(1, '5.0')])).toEqual([1, 9])
    expect(way([stone(1, '5.0')], { state: 'unknown', versionName: '5.5' })).toEqual([1, 9])
    expect(way([stone(1, '5.0')], { state: 'installed', versionName: '5.0', language: 'fr' })).toEqual([9])
    expect(way([stone(2, '5.0', after('4.5')), stone(1, '4.5')])).toEqual([1, 2, 9])
  })

  it('is open to a detector without a firmware at once', () => {
    expect(way([stone(1, '5.0')], erasedBy(1))).toEqual([9])
  })

  it('does not exist over a stone that is missing, halted, held back or a draft', () => {
    expect(way([])).toBeNull()
    expect(way([{ ...offer(1, releaseOf('halted', { begunOn: [userProductId] })), versionName: '5.0' }])).toBeNull()
    expect(way([stone(1, '5.0', { holds: [holdOf()] })])).toBeNull()
    expect(way([{ ...offer(1, releaseOf('draft')), versionName: '5.0' }])).toBeNull()
  })
})

describe('an interrupted update', () => {
  const kept = offer(4)

  it('is finished with the firmware of the list, or without a list with that which this computer has kept', () => {
    expect(interruptedOffer([offer(5), offer(4)], detector(erasedBy(4)))?.id).toBe(4)
    expect(interruptedOffer(null, detector(erasedBy(4, kept)))).toBe(kept)
    for (const listed of [[], [offer(5)]]) expect(interruptedOffer(listed, detector(erasedBy(4, kept)))).toBeUndefined()
    expect(interruptedOffer([offer(4)], detector(installed))).toBeUndefined()
    expect(interruptedOffer(null, detector(erasedBy(4)))).toBeUndefined()
  })

  it('is not finished with a firmware that was withdrawn', () => {
    expect(interruptedOffer([offer(5, releaseOf('released'))], detector(erasedBy(4, kept)))).toBeUndefined()
    const withdrawn = offer(4, releaseOf('withdrawn', { begunOn: [userProductId] }))
    expect(interruptedOffer([withdrawn], detector(erasedBy(4, kept)))).toBeUndefined()
  })
})
