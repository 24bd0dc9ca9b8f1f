/** An administrator views the portal as a customer, in one tab of several. */
import { expect, signIn, test } from './portal.ts'
import { rowsOf, searchFor } from './staff.ts'

const w = {
  view: 'View as customer',
  banner: 'View as a customer',
  menu: 'Main menu',
  events: ['Viewing as this customer started', 'Viewing as this customer ended'],
} as const

test('shows what the customer sees, leaves other tabs alone, and is in the security log', async ({ page, context }) => {
  await signIn(page, 'admin')
  const other = await context.newPage()
  await other.goto('/user/index')
  await expect(other.getByRole('navigation', { name: w.menu })).toBeVisible()

  await page.goto('/user/index')
  await searchFor(page, 'customer@example.com')
  await expect(rowsOf(page).first()).toContainText('customer@example.com')
  await rowsOf(page)
    .filter({ hasText: /(?<!new)customer@example\.com/ })
    .getByRole('link')
    .first()
    .click()
  const record = /\/user\/show\/\d+$/
  await expect(page).toHaveURL(record)
  await page.getByRole('main').getByRole('button', { name: w.view, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: w.view }).click()

  const banner = page.getByRole('complementary', { name: w.banner })
  await expect(page).toHaveURL(/\/productUpdate\/index$/)
  await expect(page.getByRole('region', { name: 'My equipment' })).toContainText('WS6 Master')
  await page.reload()
  await expect(banner).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(banner).toBeInViewport()

  await other.reload()
  await expect(other.getByRole('navigation', { name: w.menu })).toBeVisible()
  await expect(other.getByRole('complementary', { name: w.banner })).not.toBeVisible()

  await banner.getByRole('button', { name: 'Stop viewing' }).click()
  await expect(page).toHaveURL(record)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Security log of this account' }).click()
  for (const event of w.events) await expect(rowsOf(page).filter({ hasText: event }).first()).toBeVisible()
})
