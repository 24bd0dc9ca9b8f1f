/** An administrator views the portal as a customer, in one tab of several. */
import { locales } from '../../src/contract/rules.ts'
import { expect, signIn, test } from './portal.ts'
import { rowsOf, searchFor } from './staff.ts'
import { readIn } from './words.ts'

const texts = {
  en: {
    search: 'Search',
    view: 'View as customer',
    banner: 'View as a customer',
    end: 'Stop viewing',
    detectors: 'My equipment',
    menu: 'Main menu',
    more: 'More actions',
    log: 'Security log of this account',
    events: ['Viewing as this customer started', 'Viewing as this customer ended'],
  },
  fr: {
    search: 'Rechercher',
    view: 'Voir en tant que client',
    banner: 'Vue en tant que client',
    end: 'Quitter cette vue',
    detectors: 'Mon matériel',
    menu: 'Menu principal',
    more: 'Autres actions',
    log: 'Journal de sécurité de ce compte',
    events: ['Début d’une consultation en tant que ce client', 'Fin d’une consultation en tant que ce client'],
  },
} as const

for (const locale of locales)
  test(`shows what the customer sees, leaves other tabs alone, and is in the security log (${locale})`, async ({ page, context }) => {
    const w = texts[locale]
    await readIn(page, locale)
    await signIn(page, 'admin')
    const other = await context.newPage()
    await other.goto('/user/index')
    await expect(other.getByRole('navigation', { name: w.menu })).toBeVisible()

    await page.goto('/user/index')
    await searchFor(page, 'customer@example.com', w.search)
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
    await expect(page.getByRole('region', { name: w.detectors })).toContainText('WS6 Master')
    await page.reload()
    await expect(banner).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(banner).toBeInViewport()

    await other.reload()
    await expect(other.getByRole('navigation', { name: w.menu })).toBeVisible()
    await expect(other.getByRole('complementary', { name: w.banner })).not.toBeVisible()

    await banner.getByRole('button', { name: w.end }).click()
    await expect(page).toHaveURL(record)
    await page.getByRole('button', { name: w.more, exact: true }).click()
    await page.getByRole('menuitem', { name: w.log }).click()
    for (const event of w.events) await expect(rowsOf(page).filter({ hasText: event }).first()).toBeVisible()
  })
