/** The reader's language: which it is, and its catalog, loaded when needed. Knows no screen and no server. */
import { i18n, type Messages } from '@lingui/core'
import { type Locale, locales } from '../../contract/rules.ts'

const key = 'fieldport.locale'

const catalogs: Readonly<Record<Locale, () => Promise<{ messages: Messages }>>> = {
  en: () => import('../../../locales/en.po'),
  fr: () => import('../../../locales/fr.po'),
}

/** The language last chosen in this browser, else English (section 9). */
export function storedLocale(): Locale {
  const stored = localStorage.getItem(key)
  return locales.find((locale) => locale === stored) ?? 'en'
}

/** Shows the app in a language from now on, here and at the next visit. */
export async function activateLocale(locale: Locale): Promise<void> {
  const { messages } = await catalogs[locale]()
  i18n.load(locale, messages)
  i18n.activate(locale)
  document.documentElement.lang = locale
  localStorage.setItem(key, locale)
}

export { i18n }
