/**
 * The reader's language: which it is, its catalogues loaded when needed. The entrance's words come with the first screen, the portal's with the
 * layouts. Knows no screen and no server.
 */
import { i18n, type Messages } from '@lingui/core'
import { type Locale, locales } from '../contract/rules.ts'

const key = 'fieldport.locale'

type Catalogue = () => Promise<{ messages: Messages }>
const entrance: Readonly<Record<Locale, Catalogue>> = {
  en: () => import('../../locales/entrance.en.po'),
  fr: () => import('../../locales/entrance.fr.po'),
}
const portal: Readonly<Record<Locale, Catalogue>> = {
  en: () => import('../../locales/en.po'),
  fr: () => import('../../locales/fr.po'),
}

const wanted = new Set([entrance])

/** The language last chosen in this browser, else English (section 9). */
export function storedLocale(): Locale {
  const stored = localStorage.getItem(key)
  return locales.find((locale) => locale === stored) ?? 'en'
}

/** Shows the app in a language from now on, here and at the next visit. */
export async function activateLocale(locale: Locale): Promise<void> {
  const catalogues = await Promise.all([...wanted].map((catalogue) => catalogue[locale]()))
  for (const { messages } of catalogues) i18n.load(locale, messages)
  i18n.activate(locale)
  document.documentElement.lang = locale
  localStorage.setItem(key, locale)
}

let portalMessages: Promise<void> | undefined

/** Gets the words of the screens behind the sign-in, once; a failure is tried again at the next call. */
export function loadPortalMessages(): Promise<void> {
  wanted.add(portal)
  portalMessages ??= activateLocale(storedLocale()).catch((error: unknown) => {
    portalMessages = undefined
    throw error
  })
  return portalMessages
}

export { i18n }
