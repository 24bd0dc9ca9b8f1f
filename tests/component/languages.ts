/** Tests in each language: in English in `npm test`, in all others in the rest of `npm run test:all`. */
import { describe, it } from 'vitest'
import { type Locale, locales } from '../../src/contract/rules.ts'

/** `title` has `%s` for the language. */
export function describeInEachLanguage(title: string, suite: (locale: Locale) => void): void {
  for (const locale of locales) describe(title.replace('%s', locale), { tags: [tagOf(locale)] }, () => suite(locale))
}

/** Like `describeInEachLanguage`. */
export function itInEachLanguage(title: string, test: (locale: Locale) => Promise<void>): void {
  for (const locale of locales) it(title.replace('%s', locale), { tags: [tagOf(locale)] }, () => test(locale))
}

type Test = () => Promise<void>

/** In a suite for each language, a test whose subject is not language: in English alone. */
export function itOnce(locale: Locale, title: string, ...test: [Test] | [{ tags: 'rest' }, Test]): void {
  if (locale !== 'en') return
  if (test.length === 1) it(title, ...test)
  else it(title, ...test)
}

/** What is the same in every language is looked at whole in one: in French, whose texts are the longest. */
function tagOf(locale: Locale): 'translated' | 'rest' {
  return locale === 'en' ? 'translated' : 'rest'
}
