/** What holds for every detector, whatever its releases require and whatever is held back. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyRelease, versionOf } from '../../../../tests/support/anyRelease.ts'
import { firmware as anyFirmware } from '../../../../tests/support/updateWorld.ts'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import { isOfferedTo, mayStart, newestSafe } from '../../../contract/releaseRights.ts'
import { findUnmet } from '../../../contract/requirements.ts'
import { conditionsOf, stateOf } from './detectorFacts.ts'
import type { SettledFirmware } from './knownFirmware.ts'
import { keptBecause, nextOffer, type PresentDetector } from './nextOffer.ts'
import { offersFor, wayTo } from './offersFor.ts'

const userProductId = 12
const versions = [0, 1, 2, 3, 4]
const known: fc.Arbitrary<SettledFirmware> = fc.oneof(
  fc.constantFrom(...versions).map((one) => ({ state: 'installed' as const, versionName: versionOf(one), language: 'fr' })),
  fc.constantFrom(...versions).map((one) => ({
    state: 'none' as const,
    firmwareId: one + 1,
    versionName: versionOf(one),
    outcome: null,
  })),
  fc.constant<SettledFirmware>({ state: 'unknown', versionName: null }),
)
const detector: fc.Arbitrary<PresentDetector> = fc.record({
  userProductId: fc.constant(userProductId),
  serialNumber: fc.constantFrom('0A1B2C3D4E', '0A1B2C3D4F'),
  hardwareVersion: fc.constantFrom(2, 3),
  known,
  appBuild: fc.constantFrom(4, 7, 12),
  detectorLanguage: fc.constantFrom(null, 'fr'),
})

const { id: _, versionName: __, ...noNames } = anyFirmware

/** A model's list as the server gives it, newest first: what was ever released and is the newest safe one is marked for its hardware. */
const listed: fc.Arbitrary<readonly OfferedFirmware[]> = fc
  .tuple(
    ...versions.map((version) =>
      fc.record({ release: anyRelease(version), wasReleased: fc.boolean(), isListed: fc.constantFrom(true, true, false) }),
    ),
  )
  .map((all) => {
    const some = all.filter(({ isListed }) => isListed).toReversed()
    const candidates = some.map(({ release, wasReleased }) => ({
      ...release,
      wasReleased: release.state === 'released' || (wasReleased && release.state !== 'draft'),
    }))
    const safe = [2, 3].map((hardwareVersion) => ({ hardwareVersion, id: newestSafe(candidates, hardwareVersion)?.id }))
    return some.map(({ release }): OfferedFirmware => {
      const safeFor = safe.flatMap(({ hardwareVersion, id }) => (id === release.id ? [hardwareVersion] : []))
      const named = { id: release.id + 1, versionName: versionOf(release.id) }
      return Object.assign(named, noNames, { release: Object.assign(release, { safeFor, isNewestSafe: safeFor.length > 0 }) })
    })
  })
const cases = fc.sample(fc.record({ listed, detector }), { seed: 11, numRuns: 8_000 })
const nextFor = (one: (typeof cases)[number]) => nextOffer(one.listed, one.detector, 'fr')

/** The server's answer to a start on this detector. */
function mayStartOn({ id, versionName, release }: OfferedFirmware, one: PresentDetector): boolean {
  if (release === undefined) return true
  const isInterrupted = one.known.state === 'none' && one.known.firmwareId === id
  const hasBegun = isInterrupted || release.begunOn.includes(userProductId)
  const isNewestSafe = release.safeFor.includes(one.hardwareVersion)
  return mayStart({ ...release, versionName, isNewestSafe }, { ...stateOf(one), serialNumber: one.serialNumber, hasBegun })
}

describe('every detector', () => {
  it('is offered nothing that the server would refuse to start, neither at once nor in its list', () => {
    const offered = cases.map((one) => ({ ...one, all: [...offersFor(one.listed, one.detector), ...nextFor(one).way.slice(0, 1)] }))
    expect(offered.filter(({ all }) => all.length > 0).length).toBeGreaterThan(1_000)
    expect(offered.filter((one) => one.all.some((firmware) => !mayStartOn(firmware, one.detector)))).toEqual([])
  })

  it('may install each step of a way once the steps before it are installed', () => {
    const ways = cases.flatMap((one) => one.listed.flatMap((target) => ({ ...one, way: wayTo(target, one.listed, one.detector) ?? [] })))
    expect(new Set(ways.map(({ way }) => way.length))).toEqual(new Set([0, 1, 2, 3]))
    const refused = ways.filter(({ way, detector: its }) =>
      way.slice(1).some((step, index) => {
        const before = way[index]
        const installed = { ...stateOf(its), installedVersion: before?.versionName ?? null }
        return findUnmet(conditionsOf(step), installed).length > 0
      }),
    )
    expect(refused).toEqual([])
  })

  it('reads a reason only for what it is not offered, and never one that is about other hardware', () => {
    const kept = cases.flatMap((one) => {
      const its = nextFor(one).kept
      return its === null ? [] : [{ ...one, ...its }]
    })
    expect(new Set(kept.map(({ because }) => because.kind))).toEqual(new Set(['hold', 'appBuild', 'minimum']))
    for (const { firmware, detector: its, listed: list, because } of kept) {
      expect(wayTo(firmware, list, its)).toBeNull()
      expect(because).toEqual(keptBecause(firmware, list, its))
      const { hardwareVersions } = conditionsOf(firmware).requirements
      expect(hardwareVersions.length === 0 || hardwareVersions.includes(its.hardwareVersion)).toBe(true)
      expect(its.known.state).not.toBe('none')
    }
  })
})

const isHeld = (firmware: OfferedFirmware, { hardwareVersion }: PresentDetector) =>
  conditionsOf(firmware).holds.some((hold) => hold.hardwareVersions.length === 0 || hold.hardwareVersions.includes(hardwareVersion))

describe('a detector without a firmware', () => {
  const erased = cases.filter(({ detector: its }) => its.known.state === 'none')

  it('always has an offer where anything was ever released for its hardware and is neither withdrawn nor deleted', () => {
    const repairable = erased.filter((one) =>
      one.listed.some(({ release }) => release?.safeFor?.includes(one.detector.hardwareVersion) === true),
    )
    expect(repairable.length).toBeGreaterThan(500)
    expect(repairable.filter((one) => nextFor(one).way.length === 0)).toEqual([])
  })

  it('has nothing before it in one step, whatever is required of an installed version or of the page', () => {
    for (const one of erased) {
      expect(nextFor(one).way.length).toBeLessThanOrEqual(1)
      const all = one.listed.filter(({ release }) => release !== undefined && isOfferedTo(release, one.detector))
      const isFor = (firmware: OfferedFirmware) => {
        const { hardwareVersions } = conditionsOf(firmware).requirements
        return hardwareVersions.length === 0 || hardwareVersions.includes(one.detector.hardwareVersion)
      }
      expect(all.filter(isFor).filter((firmware) => !offersFor(one.listed, one.detector).includes(firmware))).toEqual([])
    }
  })

  it('is first offered what is held back only if nothing else is there but drafts', () => {
    const held = erased.filter((one) => nextFor(one).way.some((firmware) => isHeld(firmware, one.detector)))
    expect(held.length).toBeGreaterThan(50)
    const free = held.filter((one) =>
      offersFor(one.listed, one.detector).some((firmware) => firmware.release?.state !== 'draft' && !isHeld(firmware, one.detector)),
    )
    expect(free).toEqual([])
  })
})
