/** Makes the portal installable, and removes its service worker if that is switched off. Knows no calls. */
import type { Hono } from 'hono'
import type { Config } from '../../config/readConfig.ts'
import { readLocale } from '../readLocale.ts'
import { webManifest } from './webManifest.ts'

/**
 * Replaces the app's service worker when it is switched off: browsers fetch this at their next check and unregister it. Data that the page
 * stores (firmware, reports) stays, and no page is reloaded.
 */
const unregisterScript = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('workbox-')) await caches.delete(name)
  await registration.unregister()
})()))
`

export function serveInstallable(app: Hono, config: Pick<Config, 'brand' | 'isServiceWorkerAllowed'>): void {
  app.get('/manifest.webmanifest', (c) => {
    return c.body(JSON.stringify(webManifest(config, readLocale(c.req.header('accept-language')) ?? 'en')), 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Language',
    })
  })
  if (config.isServiceWorkerAllowed) return
  app.get('/serviceWorker.js', (c) => c.body(unregisterScript, 200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' }))
}
