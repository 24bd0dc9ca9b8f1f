/** The guards in a real browser, where the server answers every address with the app; `routes.spec.tsx` has all of the table. */
import { expect, signInByForm, test } from './portal.ts'

test('a guest is redirected to sign-in, and then to the requested page [T117]', { tag: '@convincing' }, async ({ page }) => {
  await page.goto('/product/show/1')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.getByLabel('Email').fill('backoffice@example.com')
  await page.getByLabel('Password', { exact: true }).fill('demo-Fieldport-2026')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/product\/show\/1$/)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/$/)
})

test('a customer who opens a staff screen is redirected home [T119]', async ({ page }) => {
  await signInByForm(page, 'customer', /\/productUpdate\/index$/)
  await page.goto('/user/index')
  await expect(page).toHaveURL(/\/productUpdate\/index$/)
  await expect(page.locator('main')).toBeVisible()
})
