import type { Page } from 'playwright/test'
import { connectSimulated, setFaults } from './detector.ts'
import { expect, signIn, test } from './portal.ts'

test.use({ serviceWorkers: 'allow' })

/** The whole way of a customer who is online. */
async function updateOnline(page: Page): Promise<void> {
  await connectSimulated(page)
  await setFaults(page, { latencyMs: 0, eraseMs: 0 })
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, it restarted' }).click({ timeout: 45_000 })
  await expect(page.getByRole('dialog', { name: 'Your detector is up to date' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()).toContainText('Success')
}

const field = (page: Page) => page.getByRole('region', { name: 'Ready for the field' })

test('with a full disk an update goes on, and it is said that nothing could be kept', async ({ page }) => {
  await page.addInitScript(() => {
    Cache.prototype.put = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'))
  })
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await expect(field(page).getByText('There is no room left on this computer')).toBeVisible()
  await updateOnline(page)
})

test('in a browser that keeps nothing an update goes on, and what is missing is said', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('no', 'SecurityError')
    }
    CacheStorage.prototype.open = () => Promise.reject(new DOMException('no', 'SecurityError'))
  })
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await expect(field(page).getByText('This browser keeps nothing for this page')).toBeVisible()
  await updateOnline(page)
})

test('what the browser has deleted is fetched anew at the next visit', async ({ page }) => {
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await expect(field(page).getByText('Ready offline').first()).toBeVisible()
  await page.evaluate(async () => {
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  })
  await page.reload()
  await expect(field(page).getByText('Ready offline').first()).toBeVisible()
  await updateOnline(page)
})
