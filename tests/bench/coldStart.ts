/** How long the installed app takes to open without a network: from the navigation to an update page that can be used. */
import { startBuiltServer } from '../support/builtServer.ts'
import { startOrdinaryBrowser } from './ordinaryBrowser.ts'

const turns = 3

/** In seconds, the fastest of several; each with a service worker that has to be started first, and a server that is gone. */
export async function coldStartOfflineSeconds(): Promise<number> {
  const server = await startBuiltServer()
  const { context, close } = await startOrdinaryBrowser()
  try {
    const first = await context.newPage()
    await first.goto(`${server.url}/login`)
    await first.getByLabel('Email').fill('customer@example.com')
    await first.getByLabel('Password', { exact: true }).fill('demo-Fieldport-2026')
    await first.getByRole('button', { name: 'Sign in', exact: true }).first().click()
    // By a timer: a page that the browser holds for hidden draws no frames.
    await first.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, { polling: 100 })
    // In a fold.
    await first.getByText('Ready offline').first().waitFor({ state: 'attached' })
    await first.close()
    await server.stop('SIGKILL')
    await context.setOffline(true)

    const times: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('ServiceWorker.enable')
      await devtools.send('ServiceWorker.stopAllWorkers')
      await page.goto(`${server.url}/productUpdate/index`, { waitUntil: 'commit' })
      await page.getByRole('button', { name: 'Connect my detector', exact: true }).waitFor()
      await page.getByText('Ready offline').first().waitFor({ state: 'attached' })
      times.push(await page.evaluate(() => performance.now()))
      await page.close()
    }
    return Math.min(...times) / 1000
  } finally {
    await close()
    await server.dispose()
  }
}
