import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type JSHandle, type Locator, type Page } from 'playwright/test'
import * as v from 'valibot'
import { chromiumArgs, findChromium } from '../support/chromium.ts'
import { connectSimulated, firmwareFile, publish, setFaults } from './detector.ts'
import { expect, expectShown, noNetwork, seeItThrough, settled, signInHere, test, update } from './field.ts'
import { signIn } from './portal.ts'

const files = v.pipe(v.array(v.object({ src: v.string() })), v.minLength(1))
const namedByManifest = v.object({
  icons: files,
  screenshots: files,
  shortcuts: v.pipe(v.array(v.object({ url: v.string() })), v.minLength(1)),
  launch_handler: v.object({ client_mode: v.literal('focus-existing') }),
})

const prompt = (page: Page) => page.getByRole('region', { name: 'New version' })
/** The marker of a version in the page. */
const release = (page: Page, name: string) => page.locator(`meta[name="release"][content="${name}"]`)

/** The page has detected a newer version, and the browser has cached it completely. */
async function findNewVersion(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting !== null)
}

type Held = JSHandle<() => void>
const letGo = (held: Held) => held.evaluate((end) => end())

/** Holds the Web Lock of a reload blocker (app/browser/reloadBlockers.ts) until it is released. */
function hold(page: Page, lock: string): Promise<Held> {
  return page.evaluateHandle(
    (name) =>
      new Promise<() => void>((begun) => {
        void navigator.locks.request(name, () => new Promise<void>((end) => begun(end)))
      }),
    lock,
  )
}

/** Between two polls of the prompt, which still shows no blocker. */
function pressAsSendingBegins(button: Locator): Promise<Held> {
  return button.evaluateHandle(
    (element: HTMLElement) =>
      new Promise<() => void>((begun) => {
        void navigator.locks.request('fieldport-outbox', () => {
          element.click()
          return new Promise<void>((end) => begun(end))
        })
      }),
  )
}

test('the browser accepts the app as installable, and finds everything that its manifest names', async ({ server }) => {
  // Playwright's pages use an incognito profile, which cannot install apps. This one has a temporary profile.
  const context = await chromium.launchPersistentContext('', {
    executablePath: findChromium('whole'),
    args: chromiumArgs,
    baseURL: server.url,
    headless: true,
  })
  const page = await context.newPage()
  await signInHere(page)
  const devtools = await context.newCDPSession(page)
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  const { url, errors, data = '' } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toBe(`${server.url}/manifest.webmanifest`)

  const manifest = v.parse(namedByManifest, JSON.parse(data))
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    expect((await page.request.get(src)).headers()['content-type'], src).toBe('image/png')
  }
  for (const shortcut of manifest.shortcuts) {
    await page.goto(shortcut.url)
    await expect(page.getByRole('heading', { name: 'Product updates' })).toBeVisible()
  }
  await context.close()
})

/** As Chromium's own, which its headless shell does not send. Notes how often it was shown. */
async function offerToInstall(page: Page, outcome: 'accepted' | 'dismissed' | 'failed'): Promise<boolean> {
  return page.evaluate((chosen) => {
    const show = () => {
      sessionStorage.setItem('prompts', `${sessionStorage.getItem('prompts') ?? ''} ${chosen}`)
      if (chosen === 'accepted') dispatchEvent(new Event('appinstalled'))
      return chosen === 'failed' ? Promise.reject(new DOMException('no', 'NotAllowedError')) : Promise.resolve({ outcome: chosen })
    }
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: show })
    dispatchEvent(event)
    return event.defaultPrevented
  }, outcome)
}

test('the app is installed from the account menu; who refuses is not asked again, and finds there how to do it by hand', async ({
  page,
}) => {
  const standalone = '(display-mode: standalone)'
  await page.addInitScript((query) => {
    const { matchMedia } = window
    // Chromium moves the tab into the app's window, which the headless shell has not.
    const installed = Object.assign(new EventTarget(), { matches: false })
    addEventListener('appinstalled', () => {
      installed.matches = true
      installed.dispatchEvent(new Event('change'))
    })
    window.matchMedia = (asked) => (asked === query ? (installed as MediaQueryList) : matchMedia.call(window, asked))
  }, standalone)
  await signInHere(page)
  const item = page.getByRole('menuitem', { name: 'Install the app' })
  const byHand = page.getByRole('dialog', { name: 'Install the app' })
  const shown = () => page.evaluate(() => sessionStorage.getItem('prompts')?.trim().split(' ') ?? [])
  async function choose(): Promise<void> {
    await page.getByRole('button', { name: 'Your account' }).click()
    await item.click()
  }
  expect(await offerToInstall(page, 'dismissed')).toBe(true)
  expect(await shown()).toEqual([])
  await choose()
  expect(await shown()).toEqual(['dismissed'])
  await expect(byHand).toBeHidden()
  await choose()
  await byHand.getByRole('button', { name: 'Close' }).last().click()
  expect(await shown()).toEqual(['dismissed'])

  await offerToInstall(page, 'failed')
  await choose()
  await byHand.getByRole('button', { name: 'Close' }).last().click()

  await offerToInstall(page, 'accepted')
  await choose()
  expect(await shown()).toEqual(['dismissed', 'failed', 'accepted'])
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expect(item).toHaveCount(0)
})

const isOfEditor = (path: string) => path.startsWith('/assets/ArticleEditor-')

test('the whole app is cached, below 2.5 MB, except the editor of articles, which customers never need', async ({ page }) => {
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await settled(page)
  const kept = await page.evaluate(async () => {
    const name = (await caches.keys()).find((known) => known.startsWith('workbox-precache')) ?? ''
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
  })
  const isCompressed = /\.(?:br|gz)$/
  const assets = (await readdir('dist/app/assets')).filter((name) => !isCompressed.test(name)).map((name) => `/assets/${name}`)
  expect(assets.filter((path) => !kept.includes(path))).toEqual(assets.filter(isOfEditor))
  expect(assets.filter(isOfEditor).length).toBeGreaterThan(0)
  expect(kept).toEqual(expect.arrayContaining(['/index.html', '/beforePaint.js', '/favicon.svg']))
  const sizes = await Promise.all(kept.map(async (path) => (await stat(join('dist/app', path))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_500_000)
})

test('the app opens offline, at any address and in both languages, and calls are never answered from a cache', async ({
  page,
  network,
}) => {
  await signInHere(page)
  await network.cut()

  await page.reload()
  await expect(page.getByRole('button', { name: 'Connect my detector', exact: true })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.goto('/productUpdate/index')
  await expect(page.getByRole('region', { name: 'How to connect your detector' }).getByRole('img').first()).toBeVisible()
  // Its dialog is a part of the app that this browser has not shown yet.
  await page.setViewportSize({ width: 1024, height: 720 })
  await page.getByRole('button', { name: 'How to connect my detector' }).click()
  const tutorial = page.getByRole('dialog', { name: 'How to connect your detector' })
  await expect(tutorial.getByRole('img').first()).toBeVisible()
  await tutorial.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Français' }).click()
  await expect(page.getByRole('heading', { name: 'Mises à jour produit' })).toBeVisible()

  const calls = await page.evaluate(async () => {
    const urls = (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))).flat()
    const answer = await fetch('/backend/configuration').catch(() => 'no answer')
    // Images of firmware are no calls.
    const kept = urls.map(({ url }) => url).filter((url) => url.includes('/backend/') && !url.includes('/backend/image/'))
    return { kept, answer: String(answer) }
  })
  expect(calls).toEqual({ kept: [], answer: 'no answer' })
})

test.describe('a new version', () => {
  test.use({ baseURL: async ({ deployment }, use) => use(deployment.url) })

  test('asks, waits for a running update, and loads after one click; other tabs keep working', async ({
    page,
    context,
    request,
    deployment,
    expectComplaint,
  }) => {
    // Caches two versions completely and reloads two tabs.
    // After the click the other tab's old chunks are gone.
    expectComplaint(/Failed to (?:load resource|fetch dynamically)/)
    await publish(request, '9.1', firmwareFile(2_000).file)
    await signInHere(page)
    const other = await context.newPage()
    await other.goto('/profile')
    await expect(other.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await connectSimulated(page)
    // Longer than the rest of this test.
    await setFaults(page, { latencyMs: 0, eraseMs: 600_000 })
    await update(page).click()
    await expect(page.getByRole('dialog', { name: 'Erasing' })).toBeVisible()

    await deployment.release('two')
    await findNewVersion(other)
    await expect(prompt(other)).toContainText('A new version is ready')
    await expect(prompt(other)).toContainText('as soon as the update of your detector has finished')
    await expect(prompt(other).getByRole('button', { name: 'Reload' })).toBeDisabled()
    await expect(release(page, 'two')).toHaveCount(0)
    // A page of the old version still finds its cached chunks, though the server no longer has them.
    await other.getByRole('button', { name: 'Your account' }).click()
    await other.getByRole('menuitem', { name: 'Change password' }).click()
    await other.getByRole('dialog', { name: 'Change password' }).getByRole('button', { name: 'Close' }).click()

    await setFaults(page, { eraseMs: 0 })
    await seeItThrough(page)
    await expectShown(page, '9.1')
    await prompt(other).getByRole('button', { name: 'Reload' }).click()
    await expect(release(other, 'two')).toHaveCount(1)
    await expect(other.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await expect(prompt(other)).toBeHidden()

    await expect(prompt(page)).toContainText('A newer version is open in another tab')
    await expect(release(page, 'two')).toHaveCount(0)
    await prompt(page).getByRole('button', { name: 'Reload' }).click()
    await expect(release(page, 'two')).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Product updates' })).toBeVisible()
  })

  test('loads after a send that began just before the click, but not while a form has unsaved changes', async ({ page, deployment }) => {
    await signInHere(page)
    await deployment.release('three')
    await findNewVersion(page)
    const reload = prompt(page).getByRole('button', { name: 'Reload' })
    await expect(reload).toBeEnabled()

    const overtaken = await pressAsSendingBegins(reload)
    await expect(prompt(page)).toContainText('data is being sent')
    await expect(reload).toHaveAttribute('aria-busy', 'true')
    const form = await hold(page, 'fieldport-form')
    await letGo(overtaken)
    await expect(prompt(page)).toContainText('once you have saved or closed the open form')
    await expect(reload).not.toHaveAttribute('aria-busy')
    await expect(reload).toBeDisabled()
    await letGo(form)
    await expect(reload).toBeEnabled()

    const sending = await pressAsSendingBegins(reload)
    await expect(prompt(page)).toContainText('data is being sent')
    await expect(release(page, 'three')).toHaveCount(0)
    await letGo(sending)
    await expect(release(page, 'three')).toHaveCount(1)
  })

  test('is reached by one reload if a page without a service worker misses its old chunks', async ({ openElsewhere, deployment }) => {
    // The browser of the other tests has one.
    const page = await openElsewhere('customer')
    await expect(page.locator('h1', { hasText: 'Product updates' })).toBeVisible()
    // Modules that it has started to load are of one version; only later ones are gone.
    await page.waitForLoadState('networkidle')
    await deployment.release('four')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect(release(page, 'four')).toHaveCount(1)
    await expect(page.getByRole('heading').first()).toBeVisible()
  })
})

test('the server can remove the service worker, and the app still works', async ({ page, server, expectComplaint }) => {
  expectComplaint(noNetwork)
  await signInHere(page)
  await server.stop('SIGKILL')
  await server.start({ SERVICE_WORKER: 'false' })
  await page.reload()
  await expect
    .poll(() =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).filter((name) => name.startsWith('workbox-')).length,
      ]),
    )
    .toEqual([0, 0])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Connect my detector', exact: true })).toBeVisible()
  // At once: Chromium may keep idle connections open.
  await server.stop('SIGKILL')
  await server.start()
})
