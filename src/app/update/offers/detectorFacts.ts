/** What the shared rules (contract/releaseRights.ts, requirements.ts) decide by: a listed firmware, and a detector as this page knows it. */
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import type { ReleaseFacts } from '../../../contract/releaseRights.ts'
import { type DetectorState, isHeld, judgedVersion, noRequirements, type Target } from '../../../contract/requirements.ts'
import type { UserProduct } from '../../../contract/userProduct.ts'
import { compareVersions } from '../../../contract/versionOrder.ts'
import { type Knowledge, type SettledFirmware, settledHere } from './knownFirmware.ts'

export type OfferedDetector = {
  readonly userProductId: number
  /** 10 upper-case hexadecimal digits. */
  readonly serialNumber: string
  /** Its `materialVersion`. */
  readonly hardwareVersion: number
  readonly known: SettledFirmware
  /** The number of this page's build. */
  readonly appBuild: number
}

/** One of the account's, whether it is connected or not. */
export function detectorOf(product: UserProduct, knowledge: Knowledge): OfferedDetector {
  const { id: userProductId, serialNumber, materialVersion: hardwareVersion } = product
  return { userProductId, serialNumber, hardwareVersion, known: settledHere(product, knowledge), appBuild: builtNumber }
}

type Release = NonNullable<OfferedFirmware['release']>

/** Without battery and coil: they are checked before the erase, and keep no offer back. */
export function stateOf({ hardwareVersion, known, appBuild }: OfferedDetector): DetectorState {
  const installedVersion = known.state === 'installed' ? judgedVersion(known) : null
  return { hardwareVersion, isErased: known.state === 'none', installedVersion, batteryPercent: null, hasCoil: null, appBuild }
}

export function conditionsOf({ versionName, release }: OfferedFirmware): Target {
  return { versionName, requirements: release?.requirements ?? noRequirements, holds: release?.holds ?? [] }
}

export function isHeldFor(firmware: OfferedFirmware, { hardwareVersion }: OfferedDetector): boolean {
  return conditionsOf(firmware).holds.some((hold) => isHeld(hold, hardwareVersion))
}

/** Whether it is the version on the detector that the maker has withdrawn. A list may be older than the recall. */
export function isRecalledOn({ versionName }: OfferedFirmware, { known }: OfferedDetector): boolean {
  return known.state === 'installed' && known.isRecalled === true && compareVersions(versionName, known.versionName) === 'same'
}

/** A release's rights for this detector. */
export function factsOf(release: Release, { hardwareVersion }: OfferedDetector): ReleaseFacts {
  return { ...release, isNewestSafe: release.safeFor.includes(hardwareVersion) }
}

/** Offered to staff only, for their tests. */
export function isDraft({ release }: OfferedFirmware): boolean {
  return release?.state === 'draft'
}
