/** Steps on the lists, forms and record screens of staff. */
import type { Locator, Page } from 'playwright/test'
import { expect } from './portal.ts'

/** The rows of the current list, without its header. */
export function rowsOf(page: Page): Locator {
  return page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
}

/** Waits until the list and its last request have loaded. */
export async function listIsThere(page: Page): Promise<void> {
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
}

/** Types into the search and waits until the address has it, so that later steps do not race with it. */
export async function searchFor(page: Page, text: string, label = 'Search'): Promise<void> {
  await page.getByRole('searchbox', { name: label, exact: true }).fill(text)
  await expect(page).toHaveURL((url) => url.search.includes(encodeURIComponent(text).replaceAll('%20', '+')))
}

/** Chooses in the list's menu of filters, and closes it. */
export async function filterBy(page: Page, label: string, option: string): Promise<void> {
  // With filters chosen its name also says how many; a list without results has another button "Clear search and filters".
  await page.getByRole('button', { name: /^Filter(?: ?\(.*\))?$/ }).click()
  await page.getByRole('dialog', { name: 'Filter' }).getByLabel(label, { exact: true }).selectOption({ label: option })
  await page.keyboard.press('Escape')
  await expect(page.getByText(new RegExp(`^${label}\\s?: ${option}$`))).toBeVisible()
}

/** Waits for the sign-out to finish: leaving the page earlier would send requests of an ended session. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
}

/** Ends the session of this browser: the next call is refused, and so is the renewal. */
export async function expireSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('fieldport.user') ?? '{}')
    localStorage.setItem('fieldport.user', JSON.stringify({ ...session, access_token: 'x.y.z', refresh_token: 'x'.repeat(43) }))
  })
}
