import type { Page } from 'playwright/test'
import { expect, password, signIn, test } from './portal.ts'

const screens = [
  '/',
  '/productUpdate/index',
  '/profile',
  '/product/index',
  '/product/show/1',
  '/product/edit/1',
  '/firmware/index',
  '/firmware/show/1',
  '/firmware/edit/1',
  '/user/index',
  '/user/show/4',
  '/user/edit/4',
  '/activity/index',
  '/securityEvent/index',
]

/** So that the activity has a row. */
async function changeSomething(page: Page): Promise<void> {
  const login = await page.request.post('/backend/api/login', { data: { username: 'admin@example.com', password } })
  const { access_token: token }: { access_token: string } = await login.json()
  const added = await page.request.post('/backend/betaGroup', { headers: { authorization: `Bearer ${token}` }, form: { name: 'Narrow' } })
  expect(added.status(), await added.text()).toBe(200)
}

test('on a phone no screen scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'admin')
  await changeSomething(page)
  for (const path of screens) {
    await page.goto(path)
    // By tag: behind the tutorial, which opens for an administrator without updates, it has no role.
    await expect(page.locator('h1')).toBeVisible()
    await expect(page.locator('h1')).not.toHaveText('Loading')
    if (path.endsWith('index') && !path.startsWith('/productUpdate')) await expect(page.getByRole('table')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
  }
})
