/** What of a model's list may be installed on the person's detectors, and what of it is fetched ahead. Knows no server and no interface texts. */
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import { isDraft, type OfferedDetector } from './detectorFacts.ts'
import { sortFor } from './nextOffer.ts'
import { interruptedOffer, isOnlyToFinish, offersFor, wayTo } from './offersFor.ts'

export type OfflineOffer = {
  readonly firmware: OfferedFirmware
  /**
   * For one of the detectors: `newest`, or a `step` on the way to it; `unfinished` where it has no firmware and needs this one. `draft` and
   * `older` are not fetched ahead.
   */
  readonly role: 'newest' | 'step' | 'unfinished' | 'draft' | 'older'
}

/** Keeps the order, newest first. */
export function offlineOffers(
  listed: readonly OfferedFirmware[],
  detectors: readonly OfferedDetector[],
  personLanguage: string,
): readonly OfflineOffer[] {
  const each = detectors.map((detector) => needsOf(listed, detector, personLanguage))
  const isIn = (firmware: OfferedFirmware, need: keyof Needs) => each.some((needs) => needs[need].includes(firmware))
  function roleOf(firmware: OfferedFirmware): OfflineOffer['role'] | null {
    if (isIn(firmware, 'newest')) return 'newest'
    if (isIn(firmware, 'unfinished')) return 'unfinished'
    if (isIn(firmware, 'steps')) return 'step'
    if (!isIn(firmware, 'offered')) return null
    return isDraft(firmware) ? 'draft' : 'older'
  }
  return listed.flatMap((firmware) => {
    const role = roleOf(firmware)
    return role === null ? [] : [{ firmware, role }]
  })
}

type Needs = Readonly<Record<'newest' | 'steps' | 'unfinished' | 'offered', readonly OfferedFirmware[]>>

function needsOf(listed: readonly OfferedFirmware[], detector: OfferedDetector, personLanguage: string): Needs {
  const offered = offersFor(listed, detector)
  const interrupted = interruptedOffer(listed, detector)
  // Which language the detector reports is known only while it is connected.
  const sorted = sortFor(listed, { ...detector, detectorLanguage: null }, personLanguage)
  const way = sorted
    .filter((firmware) => !isDraft(firmware) && !isOnlyToFinish(firmware))
    .map((firmware) => wayTo(firmware, listed, detector))
    .find((found) => found !== null)
  return {
    newest: way?.slice(-1) ?? [],
    steps: way?.slice(0, -1) ?? [],
    unfinished: offered.filter((firmware) => firmware === interrupted || isOnlyToFinish(firmware)),
    offered,
  }
}
