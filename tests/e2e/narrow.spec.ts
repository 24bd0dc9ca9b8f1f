import { expect, signIn, test } from './portal.ts'

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

test('on a phone no screen scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'admin')
  for (const path of screens) {
    await page.goto(path)
    // By tag: behind the tutorial, which opens for an administrator without updates, it has no role.
    await expect(page.locator('h1')).toBeVisible()
    await expect(page.locator('h1')).not.toHaveText('Loading')
    if (path.endsWith('index') && !path.startsWith('/productUpdate')) await expect(page.getByRole('table')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
  }
})
