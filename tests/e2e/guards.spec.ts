/** The guards in a real browser, where the server answers every address with the app; `routes.spec.tsx` has all of the table. */
import { fillSignIn } from './accountsPortal.ts'
import { expect, password, signInByForm, test } from './portal.ts'
import { words } from './words.ts'

test('a guest is redirected to sign-in, and then to the requested page [T117]', { tag: '@convincing' }, async ({ page }) => {
  await page.goto('/product/show/1')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await fillSignIn(page, words.en, 'backoffice@example.com', password)
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
