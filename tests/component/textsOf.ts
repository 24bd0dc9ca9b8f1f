import type { Locator } from 'vitest/browser'

/** The texts of all elements that a locator finds, in their order. */
export function textsOf(found: Locator): string[] {
  return found.elements().map(({ textContent }) => textContent)
}
