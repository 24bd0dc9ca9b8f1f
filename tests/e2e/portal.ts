/**
 * The base of every browser test: a server for each file, and a page on which a console error, an uncaught exception or a violation of the
 * content security policy fails the test.
 */
import { test as base, type BrowserContext, expect, type Page } from 'playwright/test'
import type { BuiltServer } from '../support/builtServer.ts'
import { startJourneyServer } from './journeyServer.ts'

/**
 * SLOW=6 slows the processor of pages down six times, to find what only a busy machine shows. Not for offline tests: with a second debugger
 * Chromium forgets at each load that it is offline.
 */
const slowness = Number(process.env['SLOW'] ?? 1)

export const password = 'demo-Fieldport-2026'

type Watched = {
  /** Allows console errors that contain this text and that a test provokes: a refused call logs one in Chromium. */
  readonly expectComplaint: (part: string | RegExp) => void
  /** The page of another computer, where this account has signed in. */
  readonly openElsewhere: (account?: string) => Promise<Page>
}

export const test = base.extend<Watched, { environment: Record<string, string>; server: BuiltServer }>({
  environment: [{ BRAND_CONTACT_URL: 'https://support.example.com/' }, { scope: 'worker', option: true }],

  server: [
    async ({ environment }, use) => {
      const server = await startJourneyServer(environment)
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  baseURL: async ({ server }, use) => {
    await use(server.url)
  },

  expectComplaint: async ({ context }, use) => {
    const complaints: { readonly text: string; readonly address?: string }[] = []
    const expected: (string | RegExp)[] = []
    context.on('console', (message) => {
      // For an unknown header Chromium only logs a warning.
      if (message.type() === 'error' || /Permissions-Policy|Content-Security-Policy/i.test(message.text())) {
        // Of a refused call, the text names no address.
        complaints.push({ text: message.text(), address: message.location().url })
      }
    })
    context.on('weberror', (error) => complaints.push({ text: error.error().stack ?? String(error.error()) }))
    await context.exposeFunction('reportPolicyViolation', (text: string) => complaints.push({ text: `CSP: ${text}` }))
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        // Exposed above; the page's types do not have it.
        const { reportPolicyViolation } = window as unknown as { reportPolicyViolation: (text: string) => void }
        reportPolicyViolation(`${event.violatedDirective} ${event.blockedURI}`)
      })
    })
    await use((part) => {
      expected.push(part)
    })
    const isExpected = (text: string) => expected.some((part) => (typeof part === 'string' ? text.includes(part) : part.test(text)))
    expect(complaints.filter(({ text }) => !isExpected(text))).toEqual([])
  },

  openElsewhere: async ({ browser, baseURL }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (account) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' })
      contexts.push(context)
      const page = await context.newPage()
      if (account !== undefined) await signIn(page, account)
      return page
    })
    for (const context of contexts) await context.close()
  },

  page: async ({ page, context, server, expectComplaint }, use, testInfo) => {
    // `auto`, so that it is set up before the page opens in every test.
    void expectComplaint
    if (slowness > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowness })
    const logged = server.output().length
    await use(page)
    // Printed, because the list of results cuts attachments off.
    if (testInfo.status !== testInfo.expectedStatus) console.log(failuresIn(server.output().slice(logged)))
  },
})

/** The lines of its log that tell of a failure. */
function failuresIn(log: string): string {
  return log
    .split('\n')
    .filter((line) => /^\{"level":(?:40|50|60)/.test(line))
    .join('\n')
}

export { expect }

const home = /\/(?:productUpdate\/index)?$/

/** Signs in with the form, as a user does. */
export async function signInByForm(page: Page, account: string, landing: RegExp = home): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(`${account}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(landing)
}

/** An empty page of the portal's origin, without the app. */
export async function openNowhere(page: Page): Promise<void> {
  const nowhere = '**/nowhere'
  await page.route(nowhere, (route) => route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }))
  await page.goto('/nowhere')
  await page.unroute(nowhere)
}

/** Signs in by API, which is faster, for tests of other things. */
export async function signIn(page: Page, account: string, landing: RegExp = home): Promise<void> {
  const answer = await page.request.post('/backend/api/login', { data: { username: `${account}@example.com`, password } })
  expect(answer.status(), await answer.text()).toBe(200)
  await openNowhere(page)
  await page.evaluate(
    (session) => {
      const { id: userId }: { id: number } = JSON.parse(session)
      localStorage.setItem('fieldport.user', session)
      localStorage.setItem('fieldport.proof', JSON.stringify({ userId, at: Date.now() }))
    },
    await answer.text(),
  )
  await page.goto('/')
  await expect(page).toHaveURL(landing)
}
