/** Firmwares name their language as staff wrote it ("Français", "French", "fr"), detectors as a number. Knows no detector and no firmware. */
import type { Locale } from '../../../../contract/rules.ts'

/**
 * Whether a name such as "Français" means the language of a BCP 47 tag such as "fr": the tag itself, or the language's name in its own or in
 * one of the portal's languages. Case, accents and what follows the language ("fr-CA") do not matter.
 */
export function isLanguage(name: string, tag: string): boolean {
  const primary = folded(tag).split('-')[0] ?? ''
  const wanted = folded(name)
  if (wanted.split('-')[0] === primary) return true
  return [tag, 'en' satisfies Locale, 'fr' satisfies Locale].some((reader) => folded(nameOf(tag, reader)) === wanted)
}

/** Of the language byte of a detector; null where the installation does not say what it means. */
export function languageOfByte(table: Readonly<Record<string, string>>, byte: number): string | null {
  return table[String(byte)] ?? null
}

function nameOf(tag: string, reader: string): string {
  try {
    return new Intl.DisplayNames([reader], { type: 'language' }).of(tag) ?? tag
  } catch {
    // No tag: then it is nobody's language.
    return tag
  }
}

function folded(text: string): string {
  return text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
