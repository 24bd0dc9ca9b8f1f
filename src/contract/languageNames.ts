/**
 * Compares languages. Staff name a firmware's language freely ("Français", "French", "fr"); people and detectors have a BCP 47 tag. Knows no
 * detector.
 */
import { foldText } from './foldText.ts'
import type { Locale } from './rules.ts'

/**
 * Whether a name such as "Français" means the language of a BCP 47 tag such as "fr". Accepts the tag, and the language's name in English, in
 * French or in the language itself. Ignores case, accents and the region ("fr-CA").
 */
export function isLanguage(name: string, tag: string): boolean {
  const primary = foldText(tag).split('-')[0] ?? ''
  const wanted = foldText(name)
  if (wanted.split('-')[0] === primary) return true
  return [tag, 'en' satisfies Locale, 'fr' satisfies Locale].some((reader) => foldText(nameOf(tag, reader)) === wanted)
}

function nameOf(tag: string, reader: string): string {
  try {
    return new Intl.DisplayNames([reader], { type: 'language' }).of(tag) ?? tag
  } catch {
    // Not a valid tag: it matches no language.
    return tag
  }
}

/** Whether two names that staff have written are the same. */
export function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

type WantedLanguage = {
  /** The tag that the detector reports, and that of the person; null where it is not known. */
  readonly detectorLanguage: string | null
  readonly personLanguage: string
  /** The name that the installed firmware's has; null if that is not known. */
  readonly installedLanguage: string | null
}

/** The detector's language first, or else the installed firmware's, or else the person's. Keeps the order otherwise. */
export function sortByLanguage<Offered extends { readonly language: string }>(
  offered: readonly Offered[],
  { detectorLanguage, installedLanguage, personLanguage }: WantedLanguage,
): readonly Offered[] {
  const speaks = (tag: string | null) => (one: Offered) => tag !== null && isLanguage(one.language, tag)
  const isInstalled = (one: Offered) => installedLanguage !== null && isSameName(one.language, installedLanguage)
  const isWanted = [speaks(detectorLanguage), isInstalled, speaks(personLanguage)].find((fits) => offered.some(fits))
  return isWanted === undefined ? offered : [...offered.filter(isWanted), ...offered.filter((one) => !isWanted(one))]
}
