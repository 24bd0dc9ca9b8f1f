/** The user's language and its message catalog, which loads on demand if it is not English. Knows no screen and no server. */
import { i18n, type Messages } from '@lingui/core'
import { messages as english } from '../../../locales/en.po'
import { type Locale, locales } from '../../contract/rules.ts'

const key = 'fieldport.locale'

/** English is part of the first script: it is the default, and the first page does not wait for another file. */
const catalogs: Readonly<Record<Locale, () => Promise<{ messages: Messages }>>> = {
  en: () => Promise.resolve({ messages: english }),
  fr: () => import('../../../locales/fr.po'),
}

/** The language last chosen in this browser, or English (the specification, section 9). */
export function storedLocale(): Locale {
  const stored = localStorage.getItem(key)
  return locales.find((locale) => locale === stored) ?? 'en'
}

/** Switches the language now and for the next visits. */
export async function activateLocale(locale: Locale): Promise<void> {
  const { messages } = await catalogs[locale]()
  i18n.load(locale, messages)
  i18n.activate(locale)
  document.documentElement.lang = locale
  localStorage.setItem(key, locale)
}

export { i18n }
