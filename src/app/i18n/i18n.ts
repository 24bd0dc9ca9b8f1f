/**
 * The user's language and its message catalog: first the texts of the entrance (locales/entrance.ts), all others beside the first screen that
 * loads lazily. Knows no screen and no server.
 */
import { i18n, type Messages } from '@lingui/core'
import { messages as english } from '../../../locales/en.po?entrance'
import { type Locale, locales } from '../../contract/rules.ts'

const key = 'fieldport.locale'

type Catalogs = Readonly<Record<Locale, () => Promise<{ messages: Messages }>>>
/** English is part of the first script: it is the default, and the first page does not wait for another file. */
const entranceCatalogs: Catalogs = {
  en: () => Promise.resolve({ messages: english }),
  fr: () => import('../../../locales/fr.po?entrance'),
}
const allCatalogs: Catalogs = { en: () => import('../../../locales/en.po'), fr: () => import('../../../locales/fr.po') }
let catalogs = entranceCatalogs
const loaded = new Set<Messages>()

/** The language last chosen in this browser, or English (the specification, section 1). */
export function storedLocale(): Locale {
  const stored = localStorage.getItem(key)
  return locales.find((locale) => locale === stored) ?? 'en'
}

let lastChosen: Locale = 'en'

/**
 * Switches the language now and for the next visits. Resolves with false where another was chosen before these texts were there: the last
 * choice counts, not the last to arrive.
 */
export async function activateLocale(locale: Locale): Promise<boolean> {
  lastChosen = locale
  await loadTexts(locale)
  if (lastChosen !== locale) return false
  i18n.activate(locale)
  document.documentElement.lang = locale
  localStorage.setItem(key, locale)
  return true
}

/** Resolves when the texts of every screen are there, and lets languages chosen later come with all of theirs. */
export async function loadAllTexts(): Promise<void> {
  catalogs = allCatalogs
  await loadTexts(locales.find((locale) => locale === i18n.locale) ?? 'en')
}

async function loadTexts(locale: Locale): Promise<void> {
  const wanted = catalogs
  const { messages } = await wanted[locale]()
  if (!loaded.has(messages)) i18n.load(locale, messages)
  loaded.add(messages)
  // In the meantime a screen needed more than the entrance's.
  if (wanted !== catalogs) await loadTexts(locale)
}

export { i18n }
