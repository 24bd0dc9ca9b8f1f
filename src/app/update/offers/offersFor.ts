/**
 * Which firmwares of a model one detector is offered (docs/releases.md, "Three rights"). The list of the server has what anybody of this account
 * may begin on any detector; this decides by the server's own functions, without a network too. Knows no server and no interface texts.
 */
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import { isOffered, mayStart } from '../../../contract/releaseRights.ts'
import type { SettledFirmware } from './knownFirmware.ts'

export type OfferedDetector = { readonly userProductId: number; readonly known: SettledFirmware }

/** Keeps the order. Lists of older servers, and those persisted by older apps, have no `release`: all in them is offered. */
export function offersFor(listed: readonly OfferedFirmware[], detector: OfferedDetector): readonly OfferedFirmware[] {
  return listed.filter((firmware) => !isOnlyToFinish(firmware) || isToFinish(firmware, detector))
}

/** Offered to nobody who has not begun with it, and to no detector that has a firmware. */
function isOnlyToFinish({ release }: OfferedFirmware): boolean {
  return release !== undefined && !isOffered(release)
}

/** An update is finished with the firmware of its interruption, or the detector is repaired with the one that is safe: nothing else is offered. */
function isToFinish({ id, release }: OfferedFirmware, { userProductId, known }: OfferedDetector): boolean {
  if (known.state !== 'none' || release === undefined) return false
  const isInterrupted = known.firmwareId === id
  if (!isInterrupted && !release.isNewestSafe) return false
  return mayStart(release, { hasBegun: isInterrupted || release.begunOn.includes(userProductId), isErased: true })
}

/**
 * The firmware to finish an interrupted update with. Where no list says otherwise, it is the one that this computer has kept, even if it is not
 * offered any more: a server that knows of releases lists it as long as it may be used.
 */
export function interruptedOffer(
  listed: readonly OfferedFirmware[] | null,
  { userProductId, known }: OfferedDetector,
): OfferedFirmware | undefined {
  if (known.state !== 'none') return undefined
  const found = offersFor(listed ?? [], { userProductId, known }).find(({ id }) => id === known.firmwareId)
  const isListTheLastWord = listed?.some(({ release }) => release !== undefined) === true
  return found ?? (isListTheLastWord ? undefined : known.outcome?.row.firmware)
}

/** Offered to staff only, for their tests. */
export function isDraft({ release }: OfferedFirmware): boolean {
  return release?.state === 'draft'
}

export type OfflineOffer = {
  readonly firmware: OfferedFirmware
  /** `unfinished`: one of these detectors has no firmware, and needs this one. `draft` and `older` are not fetched ahead. */
  readonly role: 'newest' | 'unfinished' | 'draft' | 'older'
}

/** What of a model's list can be installed on the person's detectors of that model. Keeps the order, newest first. */
export function offlineOffers(listed: readonly OfferedFirmware[], detectors: readonly OfferedDetector[]): readonly OfflineOffer[] {
  const newest = listed.find((firmware) => !isOnlyToFinish(firmware) && !isDraft(firmware))
  function roleOf(firmware: OfferedFirmware): OfflineOffer['role'] | null {
    if (firmware === newest) return 'newest'
    if (detectors.some((detector) => isNeeded(firmware, detector))) return 'unfinished'
    if (isOnlyToFinish(firmware)) return null
    return isDraft(firmware) ? 'draft' : 'older'
  }
  return listed.flatMap((firmware) => {
    const role = roleOf(firmware)
    return role === null ? [] : [{ firmware, role }]
  })
}

function isNeeded(firmware: OfferedFirmware, detector: OfferedDetector): boolean {
  if (isOnlyToFinish(firmware)) return isToFinish(firmware, detector)
  return detector.known.state === 'none' && detector.known.firmwareId === firmware.id
}
