/** What nobody should type into a form of an account and somebody will, and how the form answers. */
import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'
import type { PhonePrefix } from '../../src/contract/register.ts'

export const awkwardTexts = {
  tooLong: 'x'.repeat(251),
  emoji: '🦊🪙',
  rightToLeft: 'עִבְרִית',
  /** Reads from right to left what it stands before. */
  turned: '\u202Emoc.live',
  script: '<script>alert(1)</script>',
  nul: 'a\0b',
} as const

export const phonePrefixes: readonly PhonePrefix[] = [
  { country: 'BE', prefix: '+32' },
  { country: 'FR', prefix: '+33' },
  { country: 'GB', prefix: '+44' },
]

/** Fills a field, sends the form, and reads what stands beneath the field then. */
export async function errorOf(field: Locator, typed: string, send: Locator): Promise<string> {
  await field.fill(typed)
  await send.click()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  const described = field.element().getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''
  return document.getElementById(described)?.textContent ?? ''
}

/** A page that scrolls sideways has lost its shape. */
export function expectNoOverflow(): void {
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
}
