import type { Page } from 'playwright/test'
import { firmwareFile, publish } from './detector.ts'
import { connectQuick, expect, fieldCard, pastUpdates, seeItThrough, test, update, openFieldCard } from './field.ts'
import { password, signIn } from './portal.ts'

/** A customer's whole update while online. */
async function updateOnline(page: Page): Promise<void> {
  await connectQuick(page)
  await update(page).click()
  await seeItThrough(page)
  await expect(pastUpdates(page).first()).toContainText('Success')
}

test('with a full disk an update works, and the page says that nothing could be saved', async ({ page, request }) => {
  await publish(request, '9.1', firmwareFile(2_000).file)
  await page.addInitScript(() => {
    Cache.prototype.put = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'))
  })
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await expect(fieldCard(page).getByText('This computer is out of storage space')).toBeVisible()
  await updateOnline(page)
})

test('in a browser without storage an update works, and the page says what is missing', async ({ page, request }) => {
  await publish(request, '9.2', firmwareFile(2_000).file)
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('no', 'SecurityError')
    }
    CacheStorage.prototype.open = () => Promise.reject(new DOMException('no', 'SecurityError'))
  })
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await expect(fieldCard(page).getByText('This browser does not allow this page to store data')).toBeVisible()
  await updateOnline(page)
})

test('a firmware that the browser has deleted is downloaded again at the next visit', async ({ page, request }) => {
  await publish(request, '9.3', firmwareFile(2_000).file)
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await openFieldCard(page)
  await expect(fieldCard(page).getByText('Ready offline').first()).toBeVisible()
  await page.evaluate(async () => {
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  })
  await page.reload()
  await openFieldCard(page)
  await expect(fieldCard(page).getByText('Ready offline').first()).toBeVisible()
  await updateOnline(page)
})

for (const [locale, title, button] of [
  ['en', 'Your browser blocks this site’s cookies', 'Reload the page'],
  ['fr', 'Votre navigateur bloque les cookies de ce site', 'Actualiser la page'],
] as const)
  test.describe(`where cookies are blocked, in ${locale}`, () => {
    test.use({ locale })
    test('the page says what to allow, and starts once it is allowed', async ({ page, expectComplaint }) => {
      expectComplaint('SecurityError')
      let isBlocked = true
      await page.route(/\/login$/, async (route) => {
        const response = await route.fetch()
        const denied = `Object.defineProperty(window, 'localStorage', { get() { throw new Error('SecurityError') } })`
        const headers = { ...response.headers(), 'content-security-policy': "script-src 'self' 'unsafe-inline'" }
        const body = (await response.text()).replace('<head>', `<head><script>${denied}</script>`)
        await route.fulfill(isBlocked ? { response, headers, body } : { response })
      })
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.locator('main')).toContainText(new URL(page.url()).hostname)
      isBlocked = false
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('button', { name: /^(?:Sign in|Se connecter)$/ })).toBeVisible()
    })
  })

test('where storage has no room, signing in says so', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill('customer@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('This browser does not allow this page to store data')).toBeVisible()
})
