/** What the installed app meets besides a plain new version: each ends by the page alone, and never during an update (docs/installed-app.md). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright/test'
import { chromiumArgs, findChromium } from '../support/chromium.ts'
import { connectSimulated, firmwareFile, publish, readFlash, setFaults } from './detector.ts'
import { expect, seeItThrough, settled, signInHere, test, update } from './field.ts'

test.use({ baseURL: async ({ deployment }, use) => use(deployment.url) })

const prompt = (page: Page) => page.getByRole('region', { name: 'New version' })
const release = (page: Page, name: string) => page.locator(`meta[name="release"][content="${name}"]`)
const crash = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page stopped working' })

/** Deletes the browser's own cache, and from the service worker's what `named` is a part of. */
async function loseFiles(page: Page, named = ''): Promise<void> {
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  await page.evaluate(async (part) => {
    if (navigator.serviceWorker.controller === null) return
    const name = (await caches.keys()).find((known) => known.startsWith('workbox-precache')) ?? ''
    const cache = await caches.open(name)
    for (const { url } of await cache.keys()) if (url.includes(part)) await cache.delete(url)
  }, named)
}

/** Marks the document: the mark is gone after a reload. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-marked', ''))
const expectNoReload = (page: Page) => expect(page.locator('body[data-marked]')).toHaveCount(1)

/** An update that erases until `setFaults` lets it go on. */
async function beginUpdate(page: Page): Promise<void> {
  await connectSimulated(page)
  await setFaults(page, { latencyMs: 0, eraseMs: 600_000 })
  await update(page).click()
  await expect(page.getByRole('dialog', { name: 'Erasing' })).toBeVisible()
}

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
}

const lookForNewVersion = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))

test('a service worker that a cache on the way keeps old is left behind by one click', async ({ page, deployment, expectComplaint }) => {
  // The old worker's files are gone, so it cannot be installed again.
  expectComplaint(/Failed to load resource|bad-precaching-response/)
  await signInHere(page)
  await deployment.release('stuck', 'old')
  await lookForNewVersion(page)
  await prompt(page).getByRole('button', { name: 'Reload' }).click()
  await expect(release(page, 'stuck')).toHaveCount(1)
  await expect(page.locator('h1', { hasText: 'Product updates' })).toBeVisible()
  await page.reload()
  await expect(release(page, 'stuck')).toHaveCount(1)
  // For the next test.
  await deployment.release('unstuck')
})

test('a new version loads although the browser has deleted the service worker that held it', async ({ page, deployment }) => {
  await signInHere(page)
  await deployment.release('deleted')
  await lookForNewVersion(page)
  await expect(prompt(page).getByRole('button', { name: 'Reload' })).toBeEnabled()
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister())
  await prompt(page).getByRole('button', { name: 'Reload' }).click()
  await expect(release(page, 'deleted')).toHaveCount(1)
})

test('a page that misses an old part does not reload while it updates a detector, and does so afterwards', async ({
  openElsewhere,
  request,
  deployment,
}) => {
  const { file, image } = firmwareFile(2_000)
  await publish(request, '9.1', file)
  const page = await openElsewhere('customer')
  await openProfile(page)
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.goBack()
  // Forgets the profile's part, but not the way forward to it.
  await page.reload()
  await beginUpdate(page)
  await page.waitForLoadState('networkidle')
  await deployment.release('during')
  await loseFiles(page)
  await mark(page)
  await page.goForward()
  await expect(page.getByText('The update of your detector goes on.')).toBeAttached()
  await expectNoReload(page)

  await setFaults(page, { eraseMs: 0 })
  await seeItThrough(page)
  expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
  await expectNoReload(page)
  await crash(page).getByRole('button', { name: 'Reload the page' }).click()
  await expect(release(page, 'during')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
})

test('a page whose old parts are nowhere any more reloads by itself, but not while another window updates a detector', async ({
  page,
  context,
  request,
  deployment,
  expectComplaint,
}) => {
  expectComplaint(/Failed to (?:load resource|fetch dynamically)|Refused to apply style/)
  await publish(request, '9.2', firmwareFile(2_000).file)
  await signInHere(page)
  const others = [await context.newPage(), await context.newPage()] as const
  for (const other of others) {
    await other.goto('/productUpdate/index')
    await expect(other.locator('h1', { hasText: 'Product updates' })).toBeVisible()
  }
  await beginUpdate(page)
  await deployment.release('nowhere')
  await loseFiles(page)
  const [during, after] = others
  await mark(during)
  await openProfile(during)
  await expect(crash(during)).toBeVisible()
  await expectNoReload(during)

  await setFaults(page, { eraseMs: 0 })
  await seeItThrough(page)
  await openProfile(after)
  for (const other of others) {
    if (other === during) await crash(other).getByRole('button').click()
    await expect(release(other, 'nowhere')).toHaveCount(1)
    await expect(other.getByRole('heading', { name: 'Profile' })).toBeVisible()
  }
})

test('a page whose own script is nowhere any more starts again from the server, but only after the update in another window', async ({
  page,
  context,
  request,
  deployment,
  expectComplaint,
}) => {
  expectComplaint(/Failed to (?:load resource|fetch dynamically)|Refused to apply style/)
  await publish(request, '9.3', firmwareFile(2_000).file)
  await signInHere(page)
  await beginUpdate(page)
  await deployment.release('white')
  await loseFiles(page, '/assets/entrance-')
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: 'Your detector is being updated in another window' })).toBeVisible()
  await setFaults(page, { eraseMs: 0 })
  await seeItThrough(page)
  await expect(release(other, 'white')).toHaveCount(1)
  await expect(other.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.reload()
  await expect(release(page, 'white')).toHaveCount(1)
})

for (const [locale, title, button] of [
  ['en', 'This page could not be loaded', 'Reload the page'],
  ['fr', 'Cette page n’a pas pu être chargée', 'Actualiser la page'],
] as const)
  test.describe(`a page whose own script the server does not have, in ${locale}`, () => {
    test.use({ locale })
    test('reloads once by itself, then says so, and opens when the script is there', async ({ page, deployment, expectComplaint }) => {
      expectComplaint('Failed to load resource')
      let opened = 0
      await page.route(/\/login$/, (route) => {
        opened += 1
        return route.fallback()
      })
      const script = /\/assets\/entrance-[^/]*\.js$/
      await page.route(script, (route) => route.fulfill({ status: 404 }))
      await page.goto(`${deployment.url}/login`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      expect(opened).toBe(2)
      await page.unroute(script)
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('button', { name: /^(?:Sign in|Se connecter)$/, exact: true })).toBeVisible()
    })
  })

test('after a release the old version starts in a browser that is opened offline, and the new one is there once it is online', async ({
  deployment,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'fieldport-profile-'))
  const open = () =>
    chromium.launchPersistentContext(profile, {
      executablePath: findChromium(),
      args: chromiumArgs,
      baseURL: deployment.url,
      headless: true,
    })
  const before = await open()
  await signInHere(await before.newPage())
  await before.close()
  await deployment.release('cold')
  await deployment.stop('SIGKILL')

  const context = await open()
  await context.setOffline(true)
  const page = await context.newPage()
  await page.goto('/productUpdate/index')
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page.locator('h1', { hasText: 'Product updates' })).toBeVisible()
  await expect(release(page, 'cold')).toHaveCount(0)
  await deployment.start()
  // The browser tells the page.
  await context.setOffline(false)
  await prompt(page).getByRole('button', { name: 'Reload' }).click()
  await expect(release(page, 'cold')).toHaveCount(1)
  await settled(page)
  await context.close()
  await rm(profile, { recursive: true })
})
