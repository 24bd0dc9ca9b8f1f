/**
 * Serves the built app (`dist/app`) beside the API: hashed assets are cached forever, everything else is revalidated, and every address
 * that a person can navigate to gets the same page. Knows no calls.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { compress } from 'hono/compress'
import { basePath } from '../../../contract/contract.ts'

/** Vite adds a hash to the name of every file in here. */
const hashedFolder = '/assets/'

/** Call this last: it handles every GET that nothing else did. */
export function serveBuiltApp(app: Hono, folder: string): void {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`There is no built app in ${folder}. Run: npm run build`)
  const files = serveStatic({ root: folder, precompressed: true })
  const page = serveStatic({ root: folder, path: 'index.html', precompressed: true })
  app.use('*', compress())
  app.get('*', async (c) => {
    if (c.req.path === basePath || c.req.path.startsWith(`${basePath}/`)) return c.notFound()
    const file = await files(c, noFallback)
    const found = file ?? (isNavigation(c.req.path, c.req.header('accept')) ? await page(c, noFallback) : undefined)
    if (found === undefined) return c.notFound()
    const isForEver = file !== undefined && c.req.path.startsWith(hashedFolder)
    found.headers.set('Cache-Control', isForEver ? 'public, max-age=31536000, immutable' : 'no-cache')
    return found
  })
}

/** The handler below decides what to do about a missing file. */
async function noFallback(): Promise<void> {}

/** A browser that opens an address accepts HTML. A missing script or image must not get a page instead. */
function isNavigation(path: string, accept = ''): boolean {
  return accept.includes('text/html') && !path.startsWith(hashedFolder)
}
