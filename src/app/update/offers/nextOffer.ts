/** What one detector is offered next, and what is kept from it for a reason that its owner should read. Knows no server and no interface texts. */
import { isOrdered, isUpgrade } from '../../../contract/versionOrder.ts'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import { isSameName } from '../../../contract/languageNames.ts'
import { findUnmet, type Unmet } from '../../../contract/requirements.ts'
import { conditionsOf, isDraft, isHeldFor, isRecalledOn, type OfferedDetector, stateOf } from './detectorFacts.ts'
import { type Present, sortOffered } from './firmwareOffer.ts'
import { interruptedOffer, isOpenTo, wayTo } from './offersFor.ts'

export type PresentDetector = OfferedDetector & Present

/** What is for other hardware is another detector's: nothing is said of it. */
export type KeptBecause = Extract<Unmet, { kind: 'unordered' | 'hold' | 'appBuild' | 'minimum' }>
export type Kept = { readonly firmware: OfferedFirmware; readonly because: KeptBecause }

export type NextOffer = {
  /** What to install now, then what comes after it, each as an update of its own. Empty where nothing is offered. */
  readonly way: readonly OfferedFirmware[]
  /** A newer one that comes before it in display order, if one is kept from the detector; any other where the installed one was withdrawn. */
  readonly kept: Kept | null
}

/** `listed`: null while nobody has said what is offered. */
export function nextOffer(listed: readonly OfferedFirmware[] | null, detector: PresentDetector, personLanguage: string): NextOffer {
  const all = listed ?? []
  const sorted = sortFor(all, detector, personLanguage)
  const first = sorted.find((firmware) => wayTo(firmware, all, detector) !== null)
  const interrupted = interruptedOffer(listed, detector)
  if (interrupted !== undefined) return { way: wayToFinish(interrupted, sorted, all, detector), kept: null }
  const way = (first && wayTo(first, all, detector)) ?? []
  const before = first === undefined ? sorted : sorted.slice(0, sorted.indexOf(first))
  const [kept = null] = before.flatMap((firmware) => {
    const because = isWanted(firmware, detector) ? keptBecause(firmware, all, detector) : null
    return because === null ? [] : [{ firmware, because }]
  })
  return { way, kept }
}

/**
 * What a detector gets whose update was cut: the newest safe one in the language of that update, unless it needs the one that was cut before
 * it. Staff who test a draft go on with it. What is held back comes last.
 */
function wayToFinish(
  interrupted: OfferedFirmware,
  sorted: readonly OfferedFirmware[],
  all: readonly OfferedFirmware[],
  detector: PresentDetector,
): readonly OfferedFirmware[] {
  const isHeld = isHeldFor(interrupted, detector)
  if (isDraft(interrupted) && !isHeld) return [interrupted]
  const safe = sorted.filter((one) => !isHeldFor(one, detector) && !isDraft(one) && wayTo(one, all, detector) !== null)
  const newest = safe.find(({ language }) => isSameName(language, interrupted.language)) ?? (isHeld ? safe[0] : undefined)
  if (newest === undefined) return [interrupted]
  const asUnknown = { ...detector, known: { state: 'unknown', versionName: null } } as const
  const isStone = (wayTo(newest, all, asUnknown) ?? []).slice(0, -1).includes(interrupted)
  return isStone && !isHeld ? [interrupted] : (wayTo(newest, all, detector) ?? [interrupted])
}

/**
 * In display order: as `sortOffered`, but where a detector without a firmware may be repaired with what is held back, that comes after the rest.
 * Only drafts come later: nobody has to have one.
 */
export function sortFor(
  offered: readonly OfferedFirmware[],
  detector: PresentDetector,
  personLanguage: string,
): readonly OfferedFirmware[] {
  const isLate = (firmware: OfferedFirmware) => detector.known.state === 'none' && isHeldFor(firmware, detector)
  const ofCustomers = offered.filter((one) => !isDraft(one))
  return [ofCustomers.filter((one) => !isLate(one)), ofCustomers.filter(isLate), offered.filter(isDraft)].flatMap((some) =>
    sortOffered(some, detector, personLanguage),
  )
}

/** Why a firmware that the owner is offered is kept from this detector, the most lasting reason first. Null where there is a way to it. */
export function keptBecause(firmware: OfferedFirmware, listed: readonly OfferedFirmware[], detector: OfferedDetector): KeptBecause | null {
  if (!isOpenTo(firmware, detector) || isRecalledOn(firmware, detector) || wayTo(firmware, listed, detector) !== null) return null
  const unmet = findUnmet(conditionsOf(firmware), stateOf(detector))
  if (unmet.some(({ kind }) => kind === 'hardware')) return null
  return unmet.find(isTold) ?? null
}

function isTold(unmet: Unmet): unmet is KeptBecause {
  return unmet.kind === 'unordered' || unmet.kind === 'hold' || unmet.kind === 'appBuild' || unmet.kind === 'minimum'
}

/** Nothing is said of what is older than the installed version, unless that was withdrawn, or is installed. Of what has no order, nobody knows. */
function isWanted({ versionName }: OfferedFirmware, { known }: OfferedDetector): boolean {
  if (known.state !== 'installed' || known.isRecalled === true) return true
  return isOrdered(known.versionName) ? isUpgrade(known.versionName, versionName) : versionName !== known.versionName
}
