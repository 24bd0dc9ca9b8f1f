/** In which order firmwares are offered, and what installing one of them changes. Knows no detector, no server and no words. */
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import { compareVersions } from './compareVersions.ts'
import { isLanguage } from './firmwareLanguage.ts'
import type { KnownFirmware } from './knownFirmware.ts'

/**
 * Those in the detector's language first, else in that of the firmware installed on it, else in the person's; each part as the server gave it,
 * newest first.
 */
export function sortOffered(
  offered: readonly OfferedFirmware[],
  { known, detectorLanguage }: Present,
  personLanguage: string,
): readonly OfferedFirmware[] {
  const isInstalled = ({ language }: OfferedFirmware) => known.state === 'installed' && isSameName(language, known.language)
  const isWanted = [speaks(detectorLanguage), isInstalled, speaks(personLanguage)].find((fits) => offered.some(fits))
  return isWanted === undefined ? offered : [...offered.filter(isWanted), ...offered.filter((one) => !isWanted(one))]
}

function speaks(tag: string | null) {
  return ({ language }: OfferedFirmware) => tag !== null && isLanguage(language, tag)
}

/** What the detector has: its own word for its language counts where nobody knows what was installed. */
export type Present = { readonly known: KnownFirmware; readonly detectorLanguage: string | null }

export type Change = {
  /** Unknown where nobody knows what is installed. */
  readonly version: 'newer' | 'same' | 'older' | 'unknown'
  /** The language that it replaces, as a name or a tag; null where it stays the same or nobody knows. */
  readonly languageBefore: string | null
  readonly isBeta: boolean
}

export function changeBy(firmware: OfferedFirmware, { known, detectorLanguage }: Present): Change {
  const version = known.state === 'installed' ? compareVersions(firmware.versionName, known.versionName) : 'unknown'
  return { version, languageBefore: languageBefore(firmware, known, detectorLanguage), isBeta: firmware.isBetaTest }
}

/** Nothing of it would change. */
export function isUpToDate({ version, languageBefore: before }: Change): boolean {
  return version === 'same' && before === null
}

/** What a person is asked about before it is done. */
export function mustAsk({ version, languageBefore: before, isBeta }: Change): boolean {
  return version === 'older' || before !== null || isBeta
}

function languageBefore({ language }: OfferedFirmware, known: KnownFirmware, detectorLanguage: string | null): string | null {
  if (known.state === 'installed') return isSameName(known.language, language) ? null : known.language
  return detectorLanguage === null || isLanguage(language, detectorLanguage) ? null : detectorLanguage
}

function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
