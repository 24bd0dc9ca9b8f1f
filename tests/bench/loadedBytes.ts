import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'

/** Counts from now on: the gzipped bytes of all files that the page has loaded whose paths end so, each once; or of those chosen among them. */
export function countLoaded(page: Page, ending: RegExp): (isCounted?: (path: string) => boolean) => Promise<number> {
  const bodies = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (ending.test(pathname)) bodies.set(pathname, response.body())
  })
  return async (isCounted = () => true) => {
    const chosen = [...bodies].filter(([path]) => isCounted(path)).map(([, body]) => body)
    return gzipBytes(await Promise.all(chosen))
  }
}

/** As a server would send them. */
export function gzipBytes(bodies: readonly Buffer[]): number {
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
}
