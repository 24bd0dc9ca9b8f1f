/** What the tests of staff's lists have in common. */
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

/** The rows of the list that is shown, without its header. */
export const rows = (): Locator => page.getByRole('row').filter({ has: page.getByRole('cell') })

export const searchBox = (label = 'Search'): Locator => page.getByRole('searchbox', { name: label, exact: true })

/** A list is there, and what was asked for last has come. */
export async function listIsThere(): Promise<void> {
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
}

/** What stands in the first column, from top to bottom. */
export function names(): (string | null)[] {
  return rows()
    .elements()
    .map((row) => row.querySelector('td')?.textContent ?? null)
}
