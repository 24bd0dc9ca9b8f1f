import { bearer } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { listIsThere, rowsOf, searchFor } from './staff.ts'

const w = {
  account: 'customer',
  name: 'Marc Delaunay',
  typed: 'marc delaunay',
  title: 'Security log',
  search: 'Search',
  event: 'Event',
  refused: 'Access refused',
  why: 'Not allowed for this role',
  unlocked: 'Account unlocked',
  more: 'More actions',
  ofAccount: 'Security log of this account',
  nothing: 'No results',
} as const

test('an administrator sees in the security log who was refused and what colleagues did', async ({ page, request }) => {
  // Three calls that customers may not make, and one for administrators.
  const asCustomer = await bearer(request, w.account)
  for (let call = 0; call < 3; call += 1) {
    const answer = await request.get('/backend/user/initB122Table', { headers: asCustomer })
    expect(answer.status()).toBe(403)
  }
  const form = { userId: '5' }
  const unlocked = await request.post('/backend/user/unlockAccount', { headers: await bearer(request, 'admin'), form })
  expect(unlocked.status()).toBe(200)

  await signIn(page, 'admin')
  await page.getByRole('link', { name: w.title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.title)
  await listIsThere(page)
  await expect(page.getByRole('columnheader').first()).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('dialog', { name: 'Filter' }).getByLabel(w.event, { exact: true }).click()
  await page.getByRole('option', { name: w.refused }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/accessRefused/)
  await searchFor(page, 'nobody-at-all', w.search)
  await expect(page.getByText(w.nothing)).toBeVisible()
  await searchFor(page, w.typed, w.search)
  await expect(rowsOf(page)).toHaveCount(1)
  for (const text of [w.name, w.refused, w.why, '127.0.0.1']) await expect(rowsOf(page)).toContainText(text)
  await expect(rowsOf(page).getByRole('cell', { name: '3', exact: true })).toBeVisible()
  await rowsOf(page).getByRole('link', { name: w.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.name)

  await page.goto('/user/show/5')
  await page.getByRole('button', { name: w.more }).click()
  await page.getByRole('menuitem', { name: w.ofAccount }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.title)
  await expect(page.getByRole('searchbox', { name: w.search })).toHaveValue('newcustomer@example.com')
  await expect(rowsOf(page).filter({ hasText: w.unlocked }).first()).toBeVisible()
  await expect(rowsOf(page).getByRole('button')).toHaveCount(0)
})
