/** The texts of the entrance come first, all others with the first lazy screen: none is shown before it is there. */
import { i18n } from '@lingui/core'
import { beforeEach, expect, it, vi } from 'vitest'
import { messages as all } from '../../../locales/fr.po'
import { messages as ofEntrance } from '../../../locales/fr.po?entrance'

beforeEach(() => {
  vi.resetModules()
  // Lingui's own instance outlives that.
  for (const locale of ['fr', 'en']) i18n.loadAndActivate({ locale, messages: {} })
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('localStorage', { setItem: () => undefined })
})

const start = async () => ({ ...(await import('./i18n.ts')), ...(await import('../browser/lazyModule.ts')) })

it('starts with a small part of the catalogue, which the sign-in is in', async () => {
  const { activateLocale } = await start()
  await activateLocale('fr')
  expect(i18n.messages).toEqual(ofEntrance)
  expect(Object.values(ofEntrance).flat()).toContain('Se connecter')
  expect(Object.keys(ofEntrance).length * 5).toBeLessThan(Object.keys(all).length)
})

it('gives a lazy module only once its texts are there', async () => {
  const { activateLocale, importWithRetry } = await start()
  await activateLocale('fr')
  expect(await importWithRetry(() => Promise.resolve({ ...i18n.messages }))).toEqual(ofEntrance)
  expect(i18n.messages).toEqual(all)
})

it('switches to a language with all texts, once some screen needs them', async () => {
  const { activateLocale, loadAllTexts } = await start()
  await activateLocale('en')
  await loadAllTexts()
  await activateLocale('fr')
  expect(i18n.messages).toEqual(all)
})

it('does so too where the screen is asked for during the switch', async () => {
  const { activateLocale, loadAllTexts } = await start()
  await activateLocale('en')
  await Promise.all([activateLocale('fr'), loadAllTexts()])
  expect(i18n.locale).toBe('fr')
  expect(i18n.messages).toEqual(all)
})

it('keeps to the last choice when the texts of an earlier one come later', async () => {
  const { activateLocale } = await start()
  await activateLocale('en')
  expect(await Promise.all([activateLocale('fr'), activateLocale('en')])).toEqual([false, true])
  expect(i18n.locale).toBe('en')
})

it('starts in English when the texts of the browser’s language do not arrive', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('navigator', { languages: ['fr-FR'] })
  vi.doMock('../../../locales/fr.po?entrance', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  try {
    const { activatePreferredLocale } = await start()
    await activatePreferredLocale(undefined)
    expect(i18n.locale).toBe('en')
    expect(Object.values(i18n.messages).flat()).toContain('Sign in')
  } finally {
    vi.doUnmock('../../../locales/fr.po?entrance')
  }
})
