/** Several tabs with one session, tabs that are killed, and a server that is down during a sign-in. */
import type { Page, Route } from 'playwright/test'
import { fillSignIn } from './accountsPortal.ts'
import { expect, openNowhere, password, signIn, test } from './portal.ts'
import { words } from './words.ts'

const w = words.en
const spoiltToken = 'a.token.too.old'
const refreshCall = '**/backend/oauth/access_token'

/** Makes the server refuse the access token, as if it had expired. */
async function spoilAccessToken(page: Page): Promise<void> {
  await page.evaluate((token) => {
    const key = 'fieldport.user'
    const session: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...Object(session), access_token: token }))
  }, spoiltToken)
}

test('ten tabs renew an expired token together, share one session and stay signed in [T241]', async ({
  page,
  context,
  expectComplaint,
}) => {
  expectComplaint('status of 401')
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await expect(page.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()).toBeVisible()
  const renewals: Promise<unknown>[] = []
  let refused = 0
  context.on('response', (response) => {
    if (response.url().endsWith('/backend/oauth/access_token')) renewals.push(response.json())
    else if (response.status() === 401) refused += 1
  })
  // Holds the refusals until there are ten, because a fast server would renew the token before the slowest tab asks.
  const held: Route[] = []
  await context.route('**/backend/**', async (route) => {
    if (held.length === 10 || route.request().headers()['authorization'] !== `Bearer ${spoiltToken}`) return route.continue()
    held.push(route)
    if (held.length === 10) await Promise.all(held.map((each) => each.continue()))
  })
  await spoilAccessToken(page)
  const tabs = await Promise.all(Array.from({ length: 10 }, () => context.newPage()))
  // A tab first shows what this browser has cached.
  const answered = tabs.map((tab) => tab.waitForResponse((answer) => answer.url().endsWith('/getProductUpdatesForUser') && answer.ok()))
  await Promise.all(tabs.map((tab) => tab.goto('/productUpdate/index')))
  await Promise.all(answered)
  for (const tab of tabs) {
    await expect(tab.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()).toBeVisible()
    await expect(tab).toHaveURL(/\/productUpdate\/index$/)
  }
  expect(refused).toBeGreaterThanOrEqual(10)
  // Tabs take turns, but a tab in another process may read the store late and ask again: it then gets the same session.
  const renewed = (await Promise.all(renewals)).map((session) => (session as { refresh_token: string }).refresh_token)
  expect(renewed.length).toBeGreaterThan(0)
  expect(new Set(renewed).size).toBe(1)
})

test('a tab that is killed while it renews the token leaves the others signed in', async ({ page, context, expectComplaint }) => {
  expectComplaint(/status of 401|ERR_/)
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  const killed = await context.newPage()
  // On a page without the app, so that the other tab renews the token.
  await page.goto('about:blank')
  await openNowhere(killed)
  await spoilAccessToken(killed)
  // The server has issued new tokens, and the tab dies before it receives them.
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

test('after another user signs in in one tab, every tab shows that user and nothing of the first', async ({ page, context }) => {
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await expect(page.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()).toBeVisible()
  const other = await context.newPage()
  await signIn(other, 'newcustomer', /\/productUpdate\/index$/)
  await page.bringToFront()
  await expect(page.getByRole('region', { name: 'Past updates' }).getByText('No update yet')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByLabel(w.email, { exact: true })).toHaveValue('newcustomer@example.com')
})

test('the sign-in form reports a server that is down, and works once it is back', async ({ page, server, expectComplaint }) => {
  // The app loads what comes after the sign-in at the same time, which fails too.
  expectComplaint(/Failed to load resource|Failed to fetch|ERR_/)
  await page.goto('/login')
  await page.route('**/backend/api/login', async (route) => {
    await server.stop('SIGKILL')
    await route.continue()
  })
  await fillSignIn(page, w, 'customer@example.com', password)
  await expect(page.getByRole('alert')).toContainText(w.unreachable)
  await expect(page.getByLabel(w.email, { exact: true })).toHaveValue('customer@example.com')
  await page.unroute('**/backend/api/login')
  await server.start()
  await page.getByRole('button', { name: w.signIn, exact: true }).click()
  await expect(page).toHaveURL(/\/productUpdate\/index$/)
})
