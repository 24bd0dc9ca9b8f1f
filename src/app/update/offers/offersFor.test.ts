import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { releaseOf } from '../../../../tests/support/releases.ts'
import { firmware as anyFirmware } from '../../../../tests/support/updateWorld.ts'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import { isOffered, mayStart } from '../../../contract/releaseRights.ts'
import { releaseStates } from '../../../contract/releaseStates.ts'
import type { SettledFirmware } from './knownFirmware.ts'
import type { LocalOutcome } from '../records/localOutcomes.ts'
import { interruptedOffer, type OfferedDetector, offersFor, offlineOffers } from './offersFor.ts'

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
const detector = (known: SettledFirmware): OfferedDetector => ({ userProductId, known })
const idsFor = (listed: readonly OfferedFirmware[], known: SettledFirmware) => offersFor(listed, detector(known)).map(({ id }) => id)

const anyRelease: fc.Arbitrary<NonNullable<OfferedFirmware['release']>> = fc.record({
  id: fc.constant(1),
  state: fc.constantFrom(...releaseStates),
  isDeleted: fc.boolean(),
  isInGroup: fc.boolean(),
  isStaff: fc.boolean(),
  isNewestSafe: fc.boolean(),
  begunOn: fc.constantFrom<number[]>([], [userProductId], [13]),
})

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

  it('is never offered what the server would refuse, and always what customers are', () => {
    const known = fc.constantFrom(installed, erasedBy(1), erasedBy(2))
    const cases = fc.sample(fc.record({ release: anyRelease, known }), { seed: 1, numRuns: 2_000 })
    const offered = cases.filter((one) => idsFor([offer(1, one.release)], one.known).length > 0)
    const refused = offered.filter(({ release, known: its }) => {
      const hasBegun = release.begunOn.includes(userProductId) || (its.state === 'none' && its.firmwareId === 1)
      return !mayStart(release, { hasBegun, isErased: its.state === 'none' })
    })
    expect(refused).toEqual([])
    expect(cases.filter((one) => isOffered(one.release) && !offered.includes(one))).toEqual([])
    expect(new Set(offered.map(({ release }) => release.state))).toEqual(new Set(['draft', 'beta', 'staged', 'released', 'halted']))
  })
})

describe('an interrupted update', () => {
  const kept = offer(4)

  it('is finished with the firmware of the list, or else with that which this computer has kept', () => {
    expect(interruptedOffer([offer(5), offer(4)], detector(erasedBy(4)))?.id).toBe(4)
    for (const listed of [null, [], [offer(5)]]) expect(interruptedOffer(listed, detector(erasedBy(4, kept)))).toBe(kept)
    expect(interruptedOffer([offer(4)], detector(installed))).toBeUndefined()
    expect(interruptedOffer(null, detector(erasedBy(4)))).toBeUndefined()
  })

  it('is not finished with a firmware that was withdrawn', () => {
    expect(interruptedOffer([offer(5, releaseOf('released'))], detector(erasedBy(4, kept)))).toBeUndefined()
    const withdrawn = offer(4, releaseOf('withdrawn', { begunOn: [userProductId] }))
    expect(interruptedOffer([withdrawn], detector(erasedBy(4, kept)))).toBeUndefined()
  })
})

describe('of a model’s firmware, what is fetched ahead', () => {
  const listed = [
    offer(9, releaseOf('draft')),
    offer(8, releaseOf('halted', { begunOn: [userProductId] })),
    offer(7, releaseOf('released')),
    offer(6, releaseOf('released')),
  ]
  const rolesFor = (...known: SettledFirmware[]) =>
    offlineOffers(listed, known.map(detector)).map(({ firmware: { id }, role }) => `${id} ${role}`)

  it('is the newest that customers are offered, neither a draft nor what is only for finishing', () => {
    expect(rolesFor(installed)).toEqual(['9 draft', '7 newest', '6 older'])
    expect(rolesFor()).toEqual(['9 draft', '7 newest', '6 older'])
  })

  it('is also what one of the detectors needs that has no firmware', () => {
    expect(rolesFor(installed, erasedBy(8))).toEqual(['9 draft', '8 unfinished', '7 newest', '6 older'])
    expect(rolesFor(erasedBy(6))).toEqual(['9 draft', '7 newest', '6 unfinished'])
    expect(rolesFor(erasedBy(9))).toEqual(['9 unfinished', '7 newest', '6 older'])
  })
})
