/** Awkward input for the account forms, and helpers that read how a form responds. */
import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { PhonePrefix } from '../../src/contract/register.ts'
import type { Locale } from '../../src/contract/rules.ts'
import { words } from '../e2e/words.ts'

export const awkwardTexts = {
  tooLong: 'x'.repeat(251),
  emoji: '🦊🪙',
  rightToLeft: 'עִבְרִית',
  /** A control character that reverses the text after it. */
  turned: '\u202Emoc.live',
  script: '<script>alert(1)</script>',
  nul: 'a\0b',
} as const

export const phonePrefixes: readonly PhonePrefix[] = [
  { country: 'BE', prefix: '+32' },
  { country: 'FR', prefix: '+33' },
  { country: 'GB', prefix: '+44' },
]

/** Fills a field, submits the form, and returns the error below the field. */
export async function errorOf(field: Locator, typed: string, send: Locator): Promise<string> {
  await field.fill(typed)
  await send.click()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  const described = field.element().getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''
  return document.getElementById(described)?.textContent ?? ''
}

/** Signs in at the form that is shown. */
export async function enterPassword(person = 'customer', locale: Locale = 'en'): Promise<void> {
  await page.getByLabelText(words[locale].email, { exact: true }).fill(`${person}@example.com`)
  await page.getByLabelText(words[locale].password, { exact: true }).fill('demo-Fieldport-2026')
  await userEvent.keyboard('{Enter}')
}

/** Fails if the page scrolls sideways. */
export function expectNoOverflow(): void {
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
}
