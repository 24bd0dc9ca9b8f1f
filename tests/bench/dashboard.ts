/** What the dashboard costs to load beyond the shell, its chart included. Needs the build. */
import { gzipSync } from 'node:zlib'
import { startBuiltServer } from '../support/builtServer.ts'
import { startOrdinaryBrowser } from './ordinaryBrowser.ts'
import { signInAtProfile } from './signInAtProfile.ts'

/** Scripts and style sheets, gzipped. */
export async function dashboardBytes(): Promise<number> {
  const server = await startBuiltServer()
  const { context, close } = await startOrdinaryBrowser()
  try {
    const page = await context.newPage()
    await page.setViewportSize({ width: 1440, height: 900 })
    await signInAtProfile(page, server.url)
    const parts = new Map<string, Promise<Buffer>>()
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (/\.(?:js|css)$/.test(pathname)) parts.set(pathname, response.body())
    })
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByRole('slider').waitFor()
    const bodies = await Promise.all(parts.values())
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  } finally {
    await close()
    await server.dispose()
  }
}
