/** The browser deletes what this site has stored: to make room, or because somebody clears it. Each ends by the page alone (docs/installed-app.md). */
import type { Page } from 'playwright/test'
import { connectSimulated, firmwareFile, publish, readFlash, setFaults } from './detector.ts'
import { connectQuick, expect, expectOneSuccess, expectReadyOffline, seeItThrough, settled, signInHere, test, update } from './field.ts'
import { signInByForm } from './portal.ts'

/** As the browser does it, some of Chromium's storage types. */
async function evict(page: Page, types: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: types })
  await devtools.detach()
}

const title = (page: Page) => page.locator('h1', { hasText: 'Product updates' })

/** The service worker has all that the app needs for a start without a network. */
const isWhole = (page: Page) =>
  page.waitForFunction(async () => {
    if (navigator.serviceWorker.controller?.state !== 'activated') return false
    const script = document.querySelector('script[src^="/assets/entrance-"]')?.getAttribute('src') ?? ''
    const [kept, start] = await Promise.all([caches.match(script), caches.match('/index.html', { ignoreSearch: true })])
    return kept !== undefined && start !== undefined
  })

/** While no page of the site is open. */
async function evictBetweenVisits(page: Page, types: string): Promise<void> {
  const { origin } = new URL(page.url())
  await page.goto('about:blank')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: types })
  await devtools.detach()
  await page.goto(`${origin}/productUpdate/index`)
}

for (const [types, what, versionName] of [
  ['cache_storage', 'the files of the app', '9.5'],
  ['service_workers', 'the service worker', '9.6'],
  ['indexeddb', 'the databases', '9.7'],
] as const)
  test(`when the browser has deleted ${what}, the next visit brings them back, and the one after works offline`, async ({
    page,
    network,
    request,
  }) => {
    await publish(request, versionName, firmwareFile(2_000, Number(versionName) * 10).file)
    await signInHere(page)
    await evictBetweenVisits(page, types)
    await expect(title(page)).toBeVisible()
    await isWhole(page)
    await expectReadyOffline(page, versionName)
    await network.cut()
    await page.reload()
    await connectQuick(page)
    await update(page).click()
    await seeItThrough(page)
  })

test('when the browser has deleted everything, the next visit asks to sign in, and all is there again', async ({ page }) => {
  await signInHere(page)
  await evictBetweenVisits(page, 'cache_storage,cookies,indexeddb,local_storage,service_workers')
  await expect(page).toHaveURL(/\/login/)
  await signInByForm(page, 'customer')
  await expect(title(page)).toBeVisible()
  await isWhole(page)
})

test('an update whose storage the browser deletes meanwhile ends as any other', async ({ page, request }) => {
  const { file, image } = firmwareFile(20_000, 98)
  await publish(request, '9.8', file)
  await signInHere(page)
  await connectSimulated(page)
  await setFaults(page, { latencyMs: 0, eraseMs: 600_000 })
  const startedAt = Date.now()
  await update(page).click()
  await expect(page.getByRole('dialog', { name: 'Erasing' })).toBeVisible()
  await evict(page, 'cache_storage,indexeddb,service_workers')
  await setFaults(page, { eraseMs: 0 })
  await seeItThrough(page)
  expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
  await expect(page.getByText('waiting to be sent')).toHaveCount(0)
  await expectOneSuccess(request, '9.8', startedAt, Date.now())
})

test('where the browser has deleted the firmware and there is no network, the update says so before it erases anything', async ({
  page,
  network,
  request,
}) => {
  const { file, image } = firmwareFile(20_000, 94)
  await publish(request, '9.91', file)
  await signInHere(page)
  await expectReadyOffline(page, '9.91')
  await connectQuick(page)
  const before = await readFlash(page)
  await network.cut()
  await evict(page, 'cache_storage')
  await update(page).click()
  const stopped = page.getByRole('dialog', { name: 'The update did not start' })
  await expect(stopped).toContainText('The server cannot be reached.')
  expect(Buffer.from(await readFlash(page)).equals(Buffer.from(before))).toBe(true)
  await stopped.getByRole('button', { name: 'Back to the update' }).click()
  await network.restore()
  await update(page).click()
  await seeItThrough(page)
  expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
  await settled(page)
})
