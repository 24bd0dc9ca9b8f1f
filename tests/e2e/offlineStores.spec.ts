import type { Page } from 'playwright/test'
import { firmwareFile, publish } from './detector.ts'
import { connectQuick, expect, fieldCard, pastUpdates, seeItThrough, test, update, openFieldCard } from './field.ts'
import { signIn } from './portal.ts'

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
