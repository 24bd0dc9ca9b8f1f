/** Helpers for tests of back-office lists. */
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { SeenCall } from './fakeApi.ts'

/** The rows of the list that is shown, without its header. */
export const rows = (): Locator => page.getByRole('row').filter({ has: page.getByRole('cell') })

export const searchBox = (label = 'Search'): Locator => page.getByRole('searchbox', { name: label, exact: true })

/** The button that opens a list's filters. */
export const filters = (): Locator => page.getByRole('button', { name: /^Filter/ })

/** Waits until a list is shown and its last request is answered. */
export async function listIsThere(): Promise<void> {
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
}

/** The texts of the first column besides that of the checkboxes, from top to bottom. */
export function names(): (string | null)[] {
  return rows()
    .elements()
    .map((row) => row.querySelector('td:not(:has([data-row-check]))')?.textContent ?? null)
}

/** What the list has asked for last. */
export function lastRequest(seen: readonly SeenCall[]): unknown {
  return seen.findLast(({ name }) => name.endsWith('.getB122TableResults'))?.parts
}
