/** Tests in each language: in English in `npm test`, in all others in the rest of `npm run test:all`. */
import { describe, it } from 'vitest'
import { type Locale, locales } from '../../src/contract/rules.ts'

/** `title` has `%s` for the language. */
export function describeInEachLanguage(title: string, suite: (locale: Locale) => void): void {
  for (const locale of locales) describe(title.replace('%s', locale), { tags: restIfTranslated(locale) }, () => suite(locale))
}

/** Like `describeInEachLanguage`. */
export function itInEachLanguage(title: string, test: (locale: Locale) => Promise<void>): void {
  for (const locale of locales) it(title.replace('%s', locale), { tags: restIfTranslated(locale) }, () => test(locale))
}

function restIfTranslated(locale: Locale): 'rest'[] {
  return locale === 'en' ? [] : ['rest']
}
