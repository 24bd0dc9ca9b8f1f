/** The order in which firmware is offered, and what an installation changes. Knows no detector, no server and no interface texts. */
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import { compareVersions, newestFirst } from '../../../contract/versionOrder.ts'
import { isLanguage, isSameName, sortByLanguage } from '../../../contract/languageNames.ts'
import type { SettledFirmware } from './knownFirmware.ts'
import { isDraft } from './detectorFacts.ts'

/**
 * Sorts by language: the detector's language first, or else the installed firmware's, or else the user's. Newest first
 * within the two groups. Drafts come last, so that staff too are first offered what customers are.
 */
export function sortOffered(offered: readonly OfferedFirmware[], present: Present, personLanguage: string): readonly OfferedFirmware[] {
  const { known, detectorLanguage } = present
  const wanted = { detectorLanguage, installedLanguage: known.state === 'installed' ? known.language : null, personLanguage }
  const sorted = offered.toSorted(newestFirst)
  return [sorted.filter((one) => !isDraft(one)), sorted.filter(isDraft)].flatMap((some) => sortByLanguage(some, wanted))
}

/** The detector's firmware. Its own language counts when the installed firmware is unknown. */
export type Present = { readonly known: SettledFirmware; readonly detectorLanguage: string | null }

export type Change = {
  /** 'unknown' when the installed firmware is unknown. */
  readonly version: 'newer' | 'same' | 'older' | 'unknown'
  /** It replaces a version that the maker has withdrawn. */
  readonly isReplacement: boolean
  /** The language that would be replaced, as a name or a tag; null when it stays the same or is unknown. */
  readonly languageBefore: string | null
  readonly isBeta: boolean
  /** For tests by staff; then it is not called a beta. */
  readonly isDraft: boolean
}

export function changeBy(firmware: OfferedFirmware, { known, detectorLanguage }: Present): Change {
  const version = known.state === 'installed' ? compareVersions(firmware.versionName, known.versionName) : 'unknown'
  const marks = { isBeta: firmware.isBetaTest && !isDraft(firmware), isDraft: isDraft(firmware) }
  const isReplacement = known.state === 'installed' && known.isRecalled === true
  return { version, isReplacement, languageBefore: languageBefore(firmware, known, detectorLanguage), ...marks }
}

/** The installation would change nothing. */
export function isUpToDate({ version, languageBefore: before }: Change): boolean {
  return version === 'same' && before === null
}

/** The user has to confirm this change. */
export function mustAsk(change: Change): boolean {
  return isDoubtfullyOlder(change) || change.languageBefore !== null || change.isBeta || change.isDraft
}

/** An older version that the maker does not ask for. */
export function isDoubtfullyOlder({ version, isReplacement }: Change): boolean {
  return version === 'older' && !isReplacement
}

function languageBefore({ language }: OfferedFirmware, known: SettledFirmware, detectorLanguage: string | null): string | null {
  if (known.state === 'installed') return isSameName(known.language, language) ? null : known.language
  return detectorLanguage === null || isLanguage(language, detectorLanguage) ? null : detectorLanguage
}
