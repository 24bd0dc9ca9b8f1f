/** Several tabs on one session, tabs that are killed, and a server that goes away in the middle of a sign-in. */
import type { Page, Route } from 'playwright/test'
import { startBuiltServer } from '../support/builtServer.ts'
import { expect, openNowhere, signIn, test } from './portal.ts'
import { words } from './words.ts'

const w = words.en
const spoiltToken = 'a.token.too.old'
const refreshCall = '**/backend/oauth/access_token'

/** As if its quarter of an hour were over: the server refuses it. */
async function spoilAccessToken(page: Page): Promise<void> {
  await page.evaluate((token) => {
    const key = 'fieldport.user'
    const session: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...Object(session), access_token: token }))
  }, spoiltToken)
}

test('ten tabs renew an expired token together, share one session and stay signed in', async ({ page, context, expectComplaint }) => {
  test.slow()
  expectComplaint('status of 401')
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await expect(page.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()).toBeVisible()
  const renewals: Promise<unknown>[] = []
  let refused = 0
  context.on('response', (response) => {
    if (response.url().endsWith('/backend/oauth/access_token')) renewals.push(response.json())
    else if (response.status() === 401) refused += 1
  })
  // Held until ten have been asked with it: a quick server would have renewed it before the slowest tab asks.
  const held: Route[] = []
  await context.route('**/backend/**', async (route) => {
    if (held.length === 10 || route.request().headers()['authorization'] !== `Bearer ${spoiltToken}`) return route.continue()
    held.push(route)
    if (held.length === 10) await Promise.all(held.map((each) => each.continue()))
  })
  await spoilAccessToken(page)
  const tabs = await Promise.all(Array.from({ length: 10 }, () => context.newPage()))
  // What a tab shows at first is what this browser has seen before.
  const answered = tabs.map((tab) => tab.waitForResponse((answer) => answer.url().endsWith('/getProductUpdatesForUser') && answer.ok()))
  await Promise.all(tabs.map((tab) => tab.goto('/productUpdate/index')))
  await Promise.all(answered)
  for (const tab of tabs) {
    await expect(tab.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()).toBeVisible()
    await expect(tab).toHaveURL(/\/productUpdate\/index$/)
  }
  expect(refused).toBeGreaterThanOrEqual(10)
  // Tabs take turns, but a tab of another process may read the store a moment late and ask again: it gets the same session then.
  const renewed = (await Promise.all(renewals)).map((session) => (session as { refresh_token: string }).refresh_token)
  expect(renewed.length).toBeGreaterThan(0)
  expect(new Set(renewed).size).toBe(1)
})

test('a tab that is killed while it renews the token leaves the others signed in', async ({ page, context, expectComplaint }) => {
  expectComplaint(/status of 401|ERR_/)
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  const killed = await context.newPage()
  // So that it is the other tab that renews: spoilt where nothing of the app runs.
  await page.goto('about:blank')
  await openNowhere(killed)
  await spoilAccessToken(killed)
  // The server has given new tokens, and the tab dies before it hears of them.
  const renewed = new Promise<void>((resolve) => {
    void killed.route(refreshCall, async (route) => {
      await route.fetch()
      resolve()
    })
  })
  await killed.goto('/productUpdate/index')
  await renewed
  await killed.close()
  await page.goto('/profile')
  await expect(page.getByText(w.thisBrowser)).toBeVisible()
})

test('somebody else who signs in in another tab is who every tab then shows, with nothing left of the first', async ({ page, context }) => {
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await expect(page.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()).toBeVisible()
  const other = await context.newPage()
  await signIn(other, 'newcustomer', /\/productUpdate\/index$/)
  // Whoever has no update yet is shown the tutorial, here too.
  await page.getByRole('dialog').waitFor()
  await page.bringToFront()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Past updates' }).getByText('No update yet')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByLabel(w.email, { exact: true })).toHaveValue('newcustomer@example.com')
})

test('a server that goes away in the middle of a sign-in is said in words, and the same form works once it is back', async ({
  page,
  expectComplaint,
}) => {
  test.slow()
  // What comes after the sign-in is fetched while the server checks, and is missed too.
  expectComplaint(/Failed to load resource|Failed to fetch|ERR_/)
  const own = await startBuiltServer()
  try {
    await page.goto(`${own.url}/login`)
    await page.getByLabel(w.email, { exact: true }).fill('customer@example.com')
    await page.getByLabel(w.password, { exact: true }).fill('demo-Fieldport-2026')
    await page.route('**/backend/api/login', async (route) => {
      await own.stop('SIGKILL')
      await route.continue()
    })
    await page.getByRole('button', { name: w.signIn }).click()
    await expect(page.getByRole('alert')).toContainText(w.unreachable)
    await expect(page.getByLabel(w.email, { exact: true })).toHaveValue('customer@example.com')
    await page.unroute('**/backend/api/login')
    await own.start()
    await page.getByRole('button', { name: w.signIn }).click()
    await expect(page).toHaveURL(/\/productUpdate\/index$/)
  } finally {
    await own.dispose()
  }
})
