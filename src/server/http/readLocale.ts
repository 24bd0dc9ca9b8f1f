/** Which of our languages a reader prefers. */
import { parseAccept } from 'hono/utils/accept'
import { type Locale, locales } from '../../contract/rules.ts'

/** From an Accept-Language header, in which "fr-CA" counts as French. undefined if it names none of ours. */
export function readLocale(header = ''): Locale | undefined {
  const wanted = parseAccept(header).map(({ type }) => type.split('-')[0]?.toLowerCase())
  return wanted.flatMap((language) => locales.filter((locale) => locale === language))[0]
}
