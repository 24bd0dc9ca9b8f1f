import { locales } from '../../src/contract/rules.ts'
import { axeFindings } from './axe.ts'
import { expect, signIn, test } from './portal.ts'
import { listIsThere, rowsOf } from './staff.ts'
import { readIn } from './words.ts'

const texts = {
  en: {
    users: 'Users',
    subscriptions: 'App subscriptions',
    year: 'Year',
    result: 'Result',
    failed: 'Failed',
    table: 'Show as a table',
    total: 'Total',
    rates: 'Success rate by firmware',
    missing: 'Detectors without a firmware',
    retry: 'Try again',
    error: 'Error',
  },
  fr: {
    users: 'Utilisateurs',
    subscriptions: 'Abonnements à l’application',
    year: 'Année',
    result: 'Résultat',
    failed: 'Échouées',
    table: 'Afficher sous forme de tableau',
    total: 'Total',
    rates: 'Taux de réussite par firmware',
    missing: 'Détecteurs sans firmware',
    retry: 'Réessayer',
    error: 'Erreur',
  },
} as const

for (const locale of locales) {
  test(`staff read the chart by keyboard and as a table, and go from a card to its list (${locale})`, async ({ page }) => {
    const w = texts[locale]
    await readIn(page, locale)
    await signIn(page, 'backoffice')
    const chart = page.getByRole('slider')
    await expect(chart).toBeVisible()
    await page.getByRole('button', { name: w.year, exact: true }).click()
    await expect(chart).toHaveAttribute('aria-valuemax', /^36[56]$/)
    await chart.focus()
    await page.keyboard.press('Home')
    await expect(chart).toHaveAttribute('aria-valuetext', /^\d\d\/\d\d\/\d{4}, .+: \d+, .+: \d+, .+: \d+$/)
    await expect(page.getByRole('list', { name: w.rates }).getByRole('listitem').first()).toContainText('%')
    await expect(page.getByRole('list', { name: w.missing }).getByRole('listitem')).not.toHaveCount(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await axeFindings(page)).toEqual([])
    }

    await page.getByLabel(w.result).selectOption({ label: w.failed })
    await expect(page).toHaveURL((url) => url.searchParams.get('result') === 'error' && url.searchParams.get('period') === 'year')
    await page.getByRole('button', { name: w.table }).click()
    const total = page.getByRole('table').getByRole('row').last()
    await expect(total.getByRole('cell')).toHaveCount(1)
    await expect(total.getByRole('cell')).toHaveText(/^[1-9]/)

    const card = page.getByRole('main').getByRole('link', { name: new RegExp(`^${w.subscriptions}`) })
    const number = /\d+/.exec(await card.innerText())?.[0]
    await card.click()
    await listIsThere(page)
    await expect(rowsOf(page).first()).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`${number}`)
    await page.goBack()
    await expect(page).toHaveURL((url) => url.searchParams.get('result') === 'error')
    await expect(chart).toBeVisible()
  })

  test(`a chart that could not be loaded is tried again in its place (${locale})`, async ({ page, expectComplaint }) => {
    const w = texts[locale]
    expectComplaint('503')
    await readIn(page, locale)
    await page.route('**/dashboard/getChartData', (route) => route.fulfill({ status: 503, json: { message: 'service.unavailable.error' } }))
    await signIn(page, 'marketing')
    await expect(page.getByRole('listitem').filter({ hasText: new RegExp(`^${w.error}$`) })).toBeVisible()
    await expect(page.getByRole('link', { name: new RegExp(`^${w.users}`) }).first()).toBeVisible()
    await page.unroute('**/dashboard/getChartData')
    await page.getByRole('alert').getByRole('button', { name: w.retry }).click()
    await expect(page.getByRole('slider')).toBeVisible()
  })
}
