import { expect, it, vi } from 'vitest'
import { activateLocale, chooseLocale, preferredLocale } from './i18n.ts'

const browserReads = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)

it('starts in the language chosen here, else the account’s, else the browser’s, else English [T57]', async () => {
  browserReads('de-DE', 'fr-CA', 'en')
  expect(preferredLocale(undefined)).toBe('fr')
  expect(preferredLocale('en')).toBe('en')
  browserReads('de-DE')
  expect(preferredLocale(undefined)).toBe('en')
  await chooseLocale('fr')
  expect([preferredLocale('en'), document.documentElement.lang]).toEqual(['fr', 'fr'])
  for (const [key, value] of Object.entries(localStorage)) if (value === 'fr') localStorage.setItem(key, 'de')
  expect(preferredLocale('en')).toBe('en')
})

it('keeps no language that the reader has not chosen', async () => {
  await activateLocale('fr')
  expect(document.documentElement.lang).toBe('fr')
  expect(preferredLocale('en')).toBe('en')
})
