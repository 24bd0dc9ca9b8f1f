/** What staff meet on many pages: what lists show whole and in words, and what a page says of a failure or of an unfinished day. */
import { coveredPoints } from '../support/coveredPoints.ts'
import { bearer } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { listIsThere, rowsOf } from './staff.ts'

const w = {
  rowsShown: (from: number, to: number, of: number) => `${from} to ${to} of ${of}`,
  delete: 'Delete',
  filter: 'Filter',
  ordered: ['Dominican Republic', 'Ecuador', 'Egypt', 'El Salvador', 'Equatorial Guinea', 'Eritrea', 'Estonia'],
  badges: { accountLocked: 'Blocked', accountValidated: 'Not verified', isBetaTester: 'Beta tester' },
  subscriptions: ['Free trial', 'Premium'],
  save: 'Save',
  mandatory: 'This field is required',
  today: /^\d\d\/\d\d\/\d{4} so far$/,
} as const

test('a page beyond the end of a list is its last one, also after a deletion, and the counts agree [T836]', async ({ page, request }) => {
  const headers = await bearer(request, 'admin')
  const answer = await request.get('/backend/betaGroup/initB122Table', { headers })
  // The contract's answer.
  const { totalCount } = (await answer.json()) as { totalCount: number }
  // One group stands alone on the last page.
  const full = Math.ceil(totalCount / 10) * 10
  for (let number = totalCount; number <= full; number += 1)
    expect((await request.post('/backend/betaGroup', { headers, form: { name: `Page ${number}` } })).status()).toBe(200)
  await signIn(page, 'admin')
  await page.goto('/betaGroup/index?perPage=10&currentPage=900')
  await listIsThere(page)
  await expect(page).toHaveURL((url) => url.searchParams.get('currentPage') === String(full / 10 + 1))
  await expect(page.getByText(w.rowsShown(full + 1, full + 1, full + 1), { exact: true })).toBeVisible()
  await expect(page.getByTitle('Total')).toHaveText(String(full + 1))
  await expect(rowsOf(page)).toHaveCount(1)

  await rowsOf(page)
    .getByRole('button', { name: new RegExp(`^${w.delete} `) })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: w.delete }).click()
  await expect(page.getByText('Beta group deleted')).toBeVisible()
  await expect(page.getByText(w.rowsShown(full - 9, full, full), { exact: true })).toBeVisible()
  await expect(page.getByTitle('Total')).toHaveText(String(full))
  await expect(rowsOf(page)).toHaveCount(10)
})

test('lists say in words what is special about a user, filter by countries in alphabetical order, and cut no code [T837]', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/user/index?perPage=100')
  await listIsThere(page)
  for (const words of w.subscriptions) await expect(page.getByRole('cell', { name: words, exact: true }).first()).toBeAttached()
  await expect(page.getByRole('cell', { name: /^(?:TRIAL|PREMIUM)$/ })).toHaveCount(0)

  await page.getByRole('button', { name: w.filter, exact: true }).click()
  const menu = page.getByRole('dialog', { name: w.filter })
  await expect(menu).toBeInViewport({ ratio: 1 })
  await menu.getByRole('combobox', { name: 'Country', exact: true }).click()
  const option = page.getByRole('dialog').last().getByRole('option')
  await expect(option.filter({ hasText: w.ordered[0] }).first()).toBeAttached()
  const names = (await option.allTextContents()).map((text) => text.trim())
  const first = names.indexOf(w.ordered[0])
  expect(names.slice(first, first + w.ordered.length)).toEqual(w.ordered)

  for (const [filter, badge] of Object.entries(w.badges)) {
    const value = String(filter !== 'accountValidated')
    await page.goto(`/user/index?filters=${encodeURIComponent(JSON.stringify({ [filter]: value }))}`)
    await listIsThere(page)
    await expect(rowsOf(page).first()).toBeVisible()
    await expect(rowsOf(page).filter({ has: page.getByText(badge, { exact: true }) })).toHaveCount(await rowsOf(page).count())
  }

  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await page.goto('/warrantyCode/index')
    await listIsThere(page)
    for (const row of (await rowsOf(page).all()).slice(0, 3)) {
      const code = row.getByRole('cell').first()
      await expect(code).toHaveText(/^(?:[A-Z\d]{3}-){5}[A-Z\d]{3}$/)
      expect(await code.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0)
      expect(await code.evaluate(coveredPoints)).toEqual([])
    }
  }

  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/firmware/index')
  await listIsThere(page)
  expect(await page.getByRole('columnheader', { name: 'Active' }).evaluate(coveredPoints)).toEqual([])
  expect(await rowsOf(page).first().getByRole('cell').nth(6).evaluate(coveredPoints)).toEqual([])
})

test('a release without a file names the field, and a failure of the server is said once [T838]', async ({ page, expectComplaint }) => {
  expectComplaint('500')
  await signIn(page, 'admin')
  await page.goto('/firmware/create')
  await page.getByLabel('Version', { exact: true }).fill('9.8')
  await page.getByRole('combobox', { name: 'Language', exact: true }).click()
  await page.getByRole('option', { name: 'English' }).click()
  await page.getByRole('combobox', { name: 'Products' }).click()
  await page.getByRole('option', { name: 'WS6 Master' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: w.save, exact: true }).click()
  const file = page.getByLabel('File', { exact: true })
  await expect(file).toHaveAccessibleDescription(new RegExp(w.mandatory))
  await expect(file).toBeFocused()
  await expect(page.getByText(w.mandatory)).toHaveCount(1)

  const said = page.getByText(/^Something went wrong on our side\. Please try again later/)
  const fails = '**/backend/product/**'
  await page.goto('/product/edit/1')
  await page.getByLabel('Name', { exact: true }).fill('Comet')
  await page.route(fails, (route) => route.fulfill({ status: 500, json: { message: 'internal.server.error', requestId: 'request-7' } }))
  await page.getByRole('button', { name: w.save, exact: true }).click()
  await expect(said).toBeVisible()
  await expect(said).toHaveCount(1)
  page.once('dialog', (dialog) => void dialog.accept())
  const failed = ['initB122Table', 'getB122TableResults'].map((call) => page.waitForResponse(`**/product/${call}`))
  await page.goto('/product/index')
  await Promise.all(failed)
  await expect(said).toBeVisible()
  await expect(said).toHaveCount(1)
  const retry = page.getByRole('button', { name: 'Try again' })
  // The screen asks again what its route has asked: that must fail too.
  await expect(retry).toBeEnabled()
  await page.unroute(fails)
  await retry.click()
  await listIsThere(page)
  await expect(rowsOf(page).first()).toBeVisible()
})

test('today is not over on the dashboard, and a link opened cold has its menu before its record [T839]', async ({ page }) => {
  await signIn(page, 'backoffice')
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', new RegExp(w.today.source.replace('$', ', ')))
  await page.getByRole('button', { name: 'Show as a table' }).click()
  await expect(page.getByRole('rowheader', { name: w.today })).toBeVisible()

  const isAnswered = Promise.withResolvers<void>()
  for (const call of ['**/backend/user/getProfile', '**/backend/user/4'])
    await page.route(call, async (route) => {
      await isAnswered.promise
      await route.continue()
    })
  await page.goto('/user/show/4')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const title = page.getByRole('heading', { level: 1 })
  await expect(menu.getByRole('link').first()).toBeVisible()
  await expect(title).toHaveText('Loading')
  isAnswered.resolve()
  await expect(title).toHaveText('Marc Delaunay')
})
