/** What makes the portal installable, and what takes its service worker back. Knows no calls. */
import type { Hono } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { type Locale, locales } from '../../../contract/rules.ts'
import type { Config } from '../../config/readConfig.ts'
import { webManifest } from './webManifest.ts'

/**
 * Takes the place of the app's service worker where it is switched off: a browser that has the other one fetches this at its next check,
 * and is as if there had never been one. What the page itself keeps (firmware, reports) stays; no page is reloaded.
 */
const unregisterScript = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('workbox-')) await caches.delete(name)
  await registration.unregister()
})()))
`

export function serveInstallable(app: Hono, config: Pick<Config, 'brand' | 'isServiceWorkerAllowed'>): void {
  app.get('/manifest.webmanifest', (c) => {
    return c.body(JSON.stringify(webManifest(config, preferredLocale(c.req.header('accept-language')))), 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Language',
    })
  })
  if (config.isServiceWorkerAllowed) return
  app.get('/serviceWorker.js', (c) => c.body(unregisterScript, 200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' }))
}

/** The first of the reader's languages that we speak, the most wanted first; "fr-CA" is French. */
function preferredLocale(header = ''): Locale {
  const wanted = parseAccept(header).map(({ type }) => type.split('-')[0])
  return wanted.flatMap((language) => locales.filter((locale) => locale === language))[0] ?? 'en'
}
