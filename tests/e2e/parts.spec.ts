/** Chunks of the app that cannot be loaded when needed: without a service worker, on a connection that breaks. */
import type { Page } from 'playwright/test'
import { connectSimulated, update } from './detector.ts'
import { expect, signIn, test } from './portal.ts'

/** What Chromium logs for each call, and React for a missing chunk. */
const noNetwork = /Failed to load resource|ERR_|Failed to fetch|network\.offline\.error/
const title = (page: Page) => page.locator('h1', { hasText: 'Product updates' })

async function openPage(page: Page): Promise<void> {
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await expect(title(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** What the page asks for with itself, by the chunks' names. */
const askedWithPage = (page: Page) =>
  page
    .locator('link[rel=modulepreload]')
    .evaluateAll((links) => links.map((link) => /assets\/(\w+)-/.exec(link.getAttribute('href') ?? '')?.[1]))

test('who is signed in gets frame, screen and texts with the page, and a guest none of them [T1038]', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(await askedWithPage(page)).not.toContain('signedIn')
  await openPage(page)
  const asked = await askedWithPage(page)
  expect(asked).toEqual(expect.arrayContaining(['Shell', 'signedIn', 'ProductUpdateScreen', 'equipment', 'contract', 'en']))
  expect(asked).not.toContain('fr')
})

test('a dialog that cannot be loaded is reported in a toast, and opens on the next click', async ({ page, context, expectComplaint }) => {
  expectComplaint(noNetwork)
  await openPage(page)
  await context.setOffline(true)
  const press = page.getByRole('button', { name: 'Register a coil' })
  await press.click()
  await expect(page.getByRole('listitem').filter({ hasText: 'The server cannot be reached' })).toBeVisible()
  await expect(title(page)).toBeVisible()
  await context.setOffline(false)
  await press.click()
  await expect(page.getByRole('dialog', { name: 'Register a coil' })).toBeVisible()
})

test('screens and components that need no click load by themselves once the connection is back, and the rest stays usable', async ({
  page,
  context,
  expectComplaint,
}) => {
  expectComplaint(noNetwork)
  await openPage(page)
  await page.route('**/assets/SimulatorPanel-*.js', (route) => route.abort())
  await connectSimulated(page)
  await expect(update(page)).toBeVisible()
  await context.setOffline(true)
  await page.unroute('**/assets/SimulatorPanel-*.js')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByText('stopped working')).toBeHidden()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Simulated detector: faults')).toBeVisible()
})

test.describe('in a French browser', () => {
  test.use({ locale: 'fr-FR' })

  test('a first visit whose French texts do not arrive shows the sign-in in English', async ({ page, expectComplaint }) => {
    expectComplaint(noNetwork)
    await page.route('**/assets/fr-*.js', (route) => route.abort())
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  })
})
