import { type Locale, locales } from './rules.ts'

/** The first of our languages among those a reader prefers, in their order; "fr-CA" counts as French. undefined if there is none. */
export function matchLocale(languages: readonly string[]): Locale | undefined {
  const wanted = languages.map((language) => language.split('-')[0]?.toLowerCase())
  return wanted.flatMap((language) => locales.filter((locale) => locale === language))[0]
}
