import { axeFindings } from './axe.ts'
import { expect, signIn, test } from './portal.ts'
import { listIsThere, rowsOf } from './staff.ts'

test('staff read the chart by keyboard and as a table, and go from a card to its list', async ({ page }) => {
  await signIn(page, 'backoffice')
  const chart = page.getByRole('slider')
  await expect(chart).toBeVisible()
  await page.getByRole('button', { name: 'Year', exact: true }).click()
  await expect(chart).toHaveAttribute('aria-valuemax', /^36[56]$/)
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuetext', /^\d\d\/\d\d\/\d{4}, .+: \d+, .+: \d+, .+: \d+$/)
  await expect(page.getByRole('list', { name: 'Success rate by firmware' }).getByRole('listitem').first()).toContainText('%')
  await expect(page.getByRole('list', { name: 'Detectors without a firmware' }).getByRole('listitem')).not.toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeFindings(page)).toEqual([])
  }

  await page.getByLabel('Result').selectOption({ label: 'Failed' })
  await expect(page).toHaveURL((url) => url.searchParams.get('result') === 'error' && url.searchParams.get('period') === 'year')
  await page.getByRole('button', { name: 'Show as a table' }).click()
  const total = page.getByRole('table').getByRole('row').last()
  await expect(total.getByRole('cell')).toHaveCount(1)
  await expect(total.getByRole('cell')).toHaveText(/^[1-9]/)

  const card = page.getByRole('main').getByRole('link', { name: /^App subscriptions/ })
  const number = /\d+/.exec(await card.innerText())?.[0]
  await card.click()
  await listIsThere(page)
  await expect(rowsOf(page).first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`${number}`)
  await page.goBack()
  await expect(page).toHaveURL((url) => url.searchParams.get('result') === 'error')
  await expect(chart).toBeVisible()
})
