import { expect, it } from 'vitest'
import { activateLocale, storedLocale } from './i18n.ts'

it('starts in English unless the reader has chosen French [T57]', async () => {
  expect(storedLocale()).toBe('en')
  await activateLocale('fr')
  expect([storedLocale(), document.documentElement.lang]).toEqual(['fr', 'fr'])
  for (const [key, value] of Object.entries(localStorage)) if (value === 'fr') localStorage.setItem(key, 'de')
  expect(storedLocale()).toBe('en')
})
