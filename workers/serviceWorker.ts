/**
 * Lets the app start without a network: page, code, both languages, tutorials and the device worker are put aside when a version is
 * installed. A new version waits until somebody asks for it (app/offline/appVersion.ts). Calls go past it, always; firmware is the page's to
 * keep (app/offline/firmwareStore.ts), which has the token, the published hash and words for a full disk. Knows no screen and no user.
 */
import { cacheNames, clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, getCacheKeyForURL, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { basePath } from '../src/contract/basePath.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: { readonly url: string; readonly revision: string | null }[] }

const page = '/index.html'
/** What the server answers itself, though a person may type it into the address bar. */
const notScreens = [new RegExp(`^${basePath}(?:/|$)`), /^\/(?:assets|icons|screenshots)\//, /^\/(?:livez|readyz|metrics)$/]

// oxlint-disable-next-line eslint/no-underscore-dangle -- the build finds its place by this name
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL(page), { denylist: notScreens }))
clientsClaim()

// A message may be anything; this is workbox-window's.
self.addEventListener('message', ({ data }: { readonly data: unknown }) => {
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.waitUntil(refreshHeaders())
})

/**
 * The same page may come under other headers: its content security policy names the brand's and the animations' addresses, which an
 * operator can change without a new version of the app.
 */
async function refreshHeaders(): Promise<void> {
  const key = getCacheKeyForURL(page)
  const kept = await matchPrecache(page)
  if (key === undefined || kept === undefined) return
  const fresh = await fetch(page, { cache: 'no-cache' }).catch(() => undefined)
  if (fresh?.ok !== true || (await fresh.clone().text()) !== (await kept.text())) return
  const cache = await caches.open(cacheNames.precache)
  await cache.put(key, fresh)
}
