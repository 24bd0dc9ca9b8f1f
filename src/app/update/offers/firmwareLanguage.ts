/** Compares languages. Staff name a firmware's language freely ("Français", "French", "fr"); detectors report a number. Knows no detector. */
import type { Locale } from '../../../contract/rules.ts'

/**
 * Whether a name such as "Français" means the language of a BCP 47 tag such as "fr". Accepts the tag, and the language's name in English, in
 * French or in the language itself. Ignores case, accents and the region ("fr-CA").
 */
export function isLanguage(name: string, tag: string): boolean {
  const primary = folded(tag).split('-')[0] ?? ''
  const wanted = folded(name)
  if (wanted.split('-')[0] === primary) return true
  return [tag, 'en' satisfies Locale, 'fr' satisfies Locale].some((reader) => folded(nameOf(tag, reader)) === wanted)
}

/** The language of a detector's language byte; null when the configuration does not list it. */
export function languageOfByte(table: Readonly<Record<string, string>>, byte: number): string | null {
  return table[String(byte)] ?? null
}

function nameOf(tag: string, reader: string): string {
  try {
    return new Intl.DisplayNames([reader], { type: 'language' }).of(tag) ?? tag
  } catch {
    // Not a valid tag: it matches no language.
    return tag
  }
}

function folded(text: string): string {
  return text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
