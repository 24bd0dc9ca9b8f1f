/** Which of our languages a reader prefers. */
import { parseAccept } from 'hono/utils/accept'
import { matchLocale } from '../../contract/matchLocale.ts'
import type { Locale } from '../../contract/rules.ts'

/** From an Accept-Language header. undefined if it names none of ours. */
export function readLocale(header = ''): Locale | undefined {
  return matchLocale(parseAccept(header).map(({ type }) => type))
}
