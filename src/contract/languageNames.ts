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
