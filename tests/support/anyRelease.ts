/** Releases in every state, with all that they may require of a detector. */
import * as fc from 'fast-check'
import type { OfferedFirmware } from '../../src/contract/firmware.ts'
import { releaseStates } from '../../src/contract/releaseStates.ts'
import { holdOf, releaseOf, required } from './releases.ts'

type Release = NonNullable<OfferedFirmware['release']>

const hardwareVersions = fc.constantFrom<number[]>([], [], [], [3], [2], [2, 3])

/** What a release of this place in a row of versions may require: stones and minima are older than it. */
export function anyRelease(version: number): fc.Arbitrary<Release> {
  const older = version === 0 ? fc.constant(null) : fc.option(fc.integer({ min: 0, max: version - 1 }).map(versionOf))
  return fc
    .record({
      state: fc.constantFrom(...releaseStates, 'released' as const, 'released' as const, 'released' as const),
      isDeleted: fc.constantFrom(true, false, false, false),
      isInGroup: fc.boolean(),
      isStaff: fc.boolean(),
      share: fc.constantFrom(0, 0.5, 1),
      begunOn: fc.constantFrom<number[]>([], [12], [13]),
      steppingStone: older,
      minimumInstalledVersion: older,
      hardwareVersions,
      minimumAppBuild: fc.constantFrom(null, null, null, 5, 10),
      minimumBatteryPercent: fc.constantFrom(null, 40),
      needsCoil: fc.boolean(),
      held: fc.option(hardwareVersions, { freq: 2 }),
    })
    .map(({ held, state, isDeleted, isInGroup, isStaff, share, begunOn, ...requirements }) => {
      const { steppingStone, minimumInstalledVersion: minimum } = requirements
      // The server refuses a minimum that is newer than the stepping stone.
      const isFitting = steppingStone === null || minimum === null || minimum <= steppingStone
      return releaseOf(state, {
        id: version,
        share,
        isDeleted,
        isInGroup,
        isStaff,
        begunOn,
        requirements: required({ ...requirements, minimumInstalledVersion: isFitting ? minimum : steppingStone }),
        holds: held === null ? [] : [holdOf(held)],
      })
    })
}

/** "5.0" to "5.9". */
export function versionOf(index: number): string {
  return `5.${index}`
}
