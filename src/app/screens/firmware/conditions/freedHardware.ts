import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { isForHardware, isHeld } from '../../../../contract/requirements.ts'

type Release = Pick<ShownRelease, 'requirements' | 'holds' | 'hardware'>

/** The hardware versions that only this hold keeps a release from, and how many detectors are known of them. `isEach`: of all detectors. */
export function freedHardware(hold: ShownRelease['holds'][number], { requirements, holds, hardware }: Release) {
  const others = holds.filter(({ id }) => id !== hold.id)
  const known = [...new Set([...hardware.map(({ version }) => version), ...requirements.hardwareVersions])]
  const held = hold.hardwareVersions.length === 0 ? known : hold.hardwareVersions
  const versions = held.filter((version) => isForHardware(requirements, version) && !others.some((other) => isHeld(other, version)))
  return {
    versions: versions.toSorted((one, other) => one - other),
    detectors: hardware.filter(({ version }) => versions.includes(version)).reduce((sum, { detectors }) => sum + detectors, 0),
    isEach: [hold, requirements, ...others].every(({ hardwareVersions }) => hardwareVersions.length === 0) && others.length === 0,
  }
}
