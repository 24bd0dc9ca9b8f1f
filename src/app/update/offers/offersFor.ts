/**
 * Which firmwares of a model one detector is offered (docs/releases.md, "Three rights"). The list of the server has what concerns any detector of
 * this account; this decides by the server's own functions, without a network too. Knows no server and no interface texts.
 */
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import { isOffered, isOfferedTo, mayStart } from '../../../contract/releaseRights.ts'
import { findWay } from '../../../contract/requirements.ts'
import { conditionsOf, factsOf, isDraft, isRecalledOn, type OfferedDetector, stateOf } from './detectorFacts.ts'

/** What may be installed now. Keeps the order. */
export function offersFor(listed: readonly OfferedFirmware[], detector: OfferedDetector): readonly OfferedFirmware[] {
  return listed.filter((firmware) => mayBegin(firmware, detector))
}

/**
 * Only a detector without a firmware finishes something: what has ended since it was begun, or is held back, is offered to no other. It is finished
 * with the firmware of its interruption or repaired with the one that is safe; beside these it has what its owner is offered.
 */
function mayBegin(firmware: OfferedFirmware, detector: OfferedDetector): boolean {
  const { id, release } = firmware
  if (isRecalledOn(firmware, detector)) return false
  if (release === undefined) return true
  const { known, userProductId } = detector
  const facts = { ...factsOf(release, detector), ...conditionsOf(firmware) }
  const isInterrupted = known.state === 'none' && known.firmwareId === id
  if (!isOfferedTo(facts, detector) && !isInterrupted && !(known.state === 'none' && facts.isNewestSafe)) return false
  const hasBegun = known.state === 'none' && (isInterrupted || release.begunOn.includes(userProductId))
  return mayStart(facts, { ...stateOf(detector), serialNumber: detector.serialNumber, hasBegun })
}

/** Offered to no detector that has a firmware. */
export function isOnlyToFinish({ release }: OfferedFirmware): boolean {
  return release !== undefined && !isOffered(release)
}

/** Whether state and share offer it to this detector; what it requires, and a hold, may keep it from it. */
export function isOpenTo({ release }: OfferedFirmware, detector: OfferedDetector): boolean {
  return release === undefined || isOfferedTo(factsOf(release, detector), detector)
}

/**
 * The firmwares to install one after the other, each as an update of its own, until `target` is installed. Null where it is not offered, where
 * more than its minimum keeps it from the detector, or where no stepping stone leads to it.
 */
export function wayTo(
  target: OfferedFirmware,
  listed: readonly OfferedFirmware[],
  detector: OfferedDetector,
): readonly OfferedFirmware[] | null {
  if (mayBegin(target, detector)) return [target]
  if (!isOpenTo(target, detector) || isRecalledOn(target, detector)) return null
  // Nobody has to install a draft to come to what customers are offered.
  const stones = listed.filter((stone) => isOpenTo(stone, detector) && (isDraft(target) || !isDraft(stone)))
  return findWay(withConditions(target), stones.map(withConditions), stateOf(detector))?.map(({ firmware }) => firmware) ?? null
}

function withConditions(firmware: OfferedFirmware) {
  return { firmware, language: firmware.language, ...conditionsOf(firmware) }
}

/**
 * The firmware to finish an interrupted update with: the server lists it as long as it may be used. Without a list it is the one that this
 * computer has kept.
 */
export function interruptedOffer(listed: readonly OfferedFirmware[] | null, detector: OfferedDetector): OfferedFirmware | undefined {
  const { known } = detector
  if (known.state !== 'none') return undefined
  if (listed === null) return known.outcome?.row.firmware
  return offersFor(listed, detector).find(({ id }) => id === known.firmwareId)
}
