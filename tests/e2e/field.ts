/**
 * Fixtures for offline tests: the service worker, a server that can be stopped and restarted, and a connection to it that can break during
 * a call.
 */
import type { APIRequestContext, Page } from 'playwright/test'
import { type BreakingLine, type Moment, openBreakingLine } from '../support/breakingLine.ts'
import { type Deployment, startDeployment } from '../support/deployment.ts'
import { bearer, connectSimulated, setFaults, update } from './detector.ts'
import { startJourneyServer } from './journeyServer.ts'
import { expect, signInByForm, test as base } from './portal.ts'

type Network = {
  /** Stops the server and sets the browser offline. */
  readonly cut: () => Promise<void>
  /** Breaks the connection at this point of the next matching call; resolves once the browser has noticed. */
  readonly breakAt: (call: RegExp, moment: Moment) => Promise<void>
  readonly restore: () => Promise<void>
}

export const test = base.extend<{ network: Network }, { line: BreakingLine; deployment: Deployment }>({
  serviceWorkers: 'allow',

  line: [
    async ({ server }, use) => {
      const line = await openBreakingLine(server.url)
      await use(line)
      await line.close()
    },
    { scope: 'worker' },
  ],

  deployment: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the destructured first argument
    async ({}, use) => {
      const deployment = await startDeployment((build) => startJourneyServer({}, build))
      await use(deployment)
      await deployment.dispose()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  network: async ({ server, line, context, expectComplaint }, use) => {
    async function mend(): Promise<void> {
      if (!server.isRunning()) await server.start()
      await line.mend()
    }
    await use({
      async cut() {
        expectComplaint(noNetwork)
        await server.stop('SIGKILL')
        await context.setOffline(true)
      },
      async breakAt(call, moment) {
        expectComplaint(noNetwork)
        await line.breakAt(call, moment)
        await context.setOffline(true)
      },
      async restore() {
        await mend()
        await context.setOffline(false)
        await Promise.all(context.pages().map(reachesServer))
      },
    })
    // For the next test.
    await mend()
  },
})

/** Chromium needs a moment to notice that the network is back. Calls before that still fail. */
async function reachesServer(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return
  await expect.poll(() => page.evaluate(isLive)).toBe(true)
}

/** Runs in the page. */
function isLive(): Promise<boolean> {
  return fetch('/livez').then(
    ({ ok }) => ok,
    () => false,
  )
}

export { expect, update }

/** The console message of Chromium for each call while offline. */
export const noNetwork = /Failed to load resource|ERR_/

/** Signs in and waits until the service worker has cached the app and controls this page. */
export async function signInHere(page: Page, account = 'customer'): Promise<void> {
  await signInByForm(page, account)
  // By tag: behind the tutorial, which opens for users without updates, it has no role.
  await expect(page.locator('h1', { hasText: 'Product updates' })).toBeVisible()
  await settled(page)
}

export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

export const fieldCard = (page: Page) => page.getByRole('region', { name: 'Firmware saved on this computer' })

/** The list is folded at first. */
export async function openFieldCard(page: Page): Promise<void> {
  await fieldCard(page).getByText('Firmware saved on this computer', { exact: true }).click()
}

/** Unfolds the list, and waits until it has the whole firmware of this version. */
export async function expectReadyOffline(page: Page, versionName: string): Promise<void> {
  await openFieldCard(page)
  await expect(fieldCard(page).getByRole('listitem').filter({ hasText: versionName }).getByText('Ready offline')).toBeVisible()
}

export const pastUpdates = (page: Page) => page.getByRole('region', { name: 'Past updates' }).getByRole('listitem')

/** Connects a detector without latency. */
export async function connectQuick(page: Page): Promise<void> {
  await connectSimulated(page)
  await setFaults(page, { latencyMs: 0, eraseMs: 0 })
}

/** Waits for the rest of a running update, and confirms the restart. */
export async function seeItThrough(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Yes, it restarted' }).click()
  await expect(page.getByRole('dialog', { name: 'The update is complete' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
}

/** Expects the newest past update to be this one, with its result. */
export async function expectShown(page: Page, versionName: string): Promise<void> {
  await expect(pastUpdates(page).first()).toContainText(versionName)
  await expect(pastUpdates(page).first()).toContainText('Success')
}

/** The server's records of updates to this version. */
export async function recordsOf(request: APIRequestContext, versionName: string) {
  const answer = await request.get('/backend/productUpdate/getProductUpdatesForUser', { headers: await bearer(request, 'customer') })
  // The contract's response.
  const records = (await answer.json()) as { versionName: string; success: boolean | null; date: string }[]
  return records.filter((one) => one.versionName === versionName)
}

/** Expects one record of an update to this version, with its result and its own date (in ms, like Date.now). */
export async function expectOneSuccess(request: APIRequestContext, versionName: string, from: number, to: number): Promise<void> {
  const records = await recordsOf(request, versionName)
  expect(records).toEqual([expect.objectContaining({ success: true })])
  const date = Date.parse(records[0]?.date ?? '')
  expect(date).toBeGreaterThanOrEqual(from)
  expect(date).toBeLessThanOrEqual(to)
}
