/**
 * The user's language and its message catalog: first the texts of the entrance (locales/entrance.ts), all others beside the first screen that
 * loads lazily. Knows no screen and no server.
 */
import { i18n, type Messages } from '@lingui/core'
import { messages as english } from '../../../locales/en.po?entrance'
import { matchLocale } from '../../contract/matchLocale.ts'
import { type Locale, locales } from '../../contract/rules.ts'
import { loadErrorMessages } from './errorMessageOf.ts'

const key = 'fieldport.locale'

type Catalogs = Readonly<Record<Locale, () => Promise<{ messages: Messages }>>>
/** English is part of the first script: it is the fallback, and its first page does not wait for another file. */
const entranceCatalogs: Catalogs = {
  en: () => Promise.resolve({ messages: english }),
  fr: () => import('../../../locales/fr.po?entrance'),
}
const allCatalogs: Catalogs = { en: () => import('../../../locales/en.po'), fr: () => import('../../../locales/fr.po') }
let catalogs = entranceCatalogs
const loaded = new Set<Messages>()

/** The language to start in: what the reader chose in this browser, else the account's language, else the browser's, else English. */
export function preferredLocale(ofAccount: Locale | undefined): Locale {
  const chosen = localStorage.getItem(key)
  return locales.find((locale) => locale === chosen) ?? ofAccount ?? matchLocale(navigator.languages) ?? 'en'
}

/** The language that is shown. */
export function shownLocale(): Locale {
  return locales.find((locale) => locale === i18n.locale) ?? 'en'
}

let lastWanted: Locale = 'en'

/**
 * Switches the language. Resolves with false where another was wanted before these texts were there: the last wish counts, not the last to
 * arrive.
 */
export async function activateLocale(locale: Locale): Promise<boolean> {
  lastWanted = locale
  await loadTexts(locale)
  if (lastWanted !== locale) return false
  i18n.activate(locale)
  document.documentElement.lang = locale
  return true
}

/** Starts in the preferred language, or in English if its texts do not arrive: nothing is shown before this resolves. */
export async function activatePreferredLocale(ofAccount: Locale | undefined): Promise<void> {
  await activateLocale(preferredLocale(ofAccount)).catch(() => activateLocale('en'))
}

/** Switches to what the reader chose, now and for the next visits of this browser. Resolves as `activateLocale` does. */
export async function chooseLocale(locale: Locale): Promise<boolean> {
  const isShown = await activateLocale(locale)
  if (isShown) localStorage.setItem(key, locale)
  return isShown
}

/** Resolves when the texts of every screen and error are there, and lets languages chosen later come with all of theirs. */
export async function loadAllTexts(): Promise<void> {
  catalogs = allCatalogs
  await Promise.all([loadTexts(shownLocale()), loadErrorMessages()])
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
