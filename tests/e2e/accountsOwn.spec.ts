import type { Page } from 'playwright/test'
import { expect, password, signIn, test } from './portal.ts'
import { words } from './words.ts'

const w = words.en

async function openMenu(page: Page) {
  await page.getByRole('button', { name: w.account }).click()
}

test('after a password change the user stays signed in here, and is signed out elsewhere', async ({
  page,
  openElsewhere,
  expectComplaint,
}) => {
  expectComplaint(/status of 40[13]/)
  const fresh = 'neuf-cerises-au-miel'
  const otherPage = await openElsewhere('beta')
  await signIn(page, 'beta')
  await page.goto('/profile')
  await openMenu(page)
  await page.getByRole('menuitem', { name: w.changePassword }).click()
  const dialog = page.getByRole('dialog', { name: w.changePassword })
  const fill = async (old: string) => {
    await dialog.getByLabel(w.currentPassword).fill(old)
    await dialog.getByLabel(w.newPassword, { exact: true }).fill(fresh)
    await dialog.getByLabel(w.repeat).fill(fresh)
    await dialog.getByRole('button', { name: w.changePassword }).click()
  }
  await fill('not-my-password')
  await expect(dialog.getByText(w.wrongPassword)).toBeVisible()
  await expect(page.getByText(w.passwordFailed)).toBeVisible()
  await fill(password)
  await expect(page.getByText(w.changed)).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: w.profile })).toBeVisible()
  await expect(page.getByText(w.thisBrowser)).toBeVisible()

  await otherPage.goto('/profile')
  await expect(otherPage).toHaveURL(/\/login/)
})

test('a sign-out applies to other tabs at once, and signing out everywhere to other browsers', async ({
  page,
  context,
  openElsewhere,
  expectComplaint,
}) => {
  expectComplaint('status of 401')
  const otherPage = await openElsewhere('backoffice')
  await signIn(page, 'backoffice')
  const tab = await context.newPage()
  await tab.goto('/profile')
  await expect(tab.getByText(w.thisBrowser)).toBeVisible()
  await expect(tab.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(1)

  await tab.getByRole('button', { name: w.signOutEverywhere, exact: true }).click()
  await tab.getByRole('alertdialog').getByRole('button', { name: w.signOutEverywhere, exact: true }).click()
  await expect(tab).toHaveURL(/\/login/)
  await expect(page).toHaveURL(/\/login/)
  await otherPage.goto('/profile')
  await expect(otherPage).toHaveURL(/\/login/)
})

test('requests under way during a sign-out are answered, not refused', async ({ page }) => {
  const isLeaving = Promise.withResolvers<void>()
  await page.route('**/locale/setLocale', async (route) => {
    await isLeaving.promise
    await route.continue()
  })
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  const answer = page.waitForResponse('**/locale/setLocale')
  await page.getByRole('button', { name: 'English' }).click()
  await openMenu(page)
  await page.getByRole('menuitem', { name: w.signOut }).click()
  isLeaving.resolve()
  await expect(page.getByRole('button', { name: w.signIn, exact: true })).toBeVisible()
  expect((await answer).status()).toBe(200)
})
