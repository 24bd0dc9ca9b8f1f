/**
 * Lets the app start without a network: when a version is installed, its page, code, languages, tutorials and device worker are cached. A new
 * version waits until the person starts it (app/offline/appVersion.ts). Images of firmware are answered from what is kept, and kept when they
 * come (images/keptImages.ts); the page lists and checks them, and says when the disk is full. So are images of articles
 * (images/articleImages.ts). Other calls never pass through here. Knows no screen and no user.
 */
import { cacheNames, clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, getCacheKeyForURL, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { basePath } from '../src/contract/basePath.ts'
import { answerArticleImage, isArticleImage } from '../src/images/articleImages.ts'
import { answerImage, imageNameOf } from '../src/images/keptImages.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: { readonly url: string; readonly revision: string | null }[] }

const page = '/index.html'
/** Addresses that the server answers itself, also if a person opens them. */
const notScreens = [new RegExp(`^${basePath}(?:/|$)`), /^\/(?:assets|icons|screenshots)\//, /^\/(?:livez|readyz|metrics)$/]

// oxlint-disable-next-line eslint/no-underscore-dangle -- the build replaces this name
const files = self.__WB_MANIFEST
precacheAndRoute(files)
cleanupOutdatedCaches()
const answerPage = createHandlerBoundToURL(page)
registerRoute(
  new NavigationRoute(
    (navigation) => {
      // Here, because what is answered reaches no other listener.
      navigation.event.waitUntil(refill().then(refreshHeaders))
      return answerPage(navigation)
    },
    { denylist: notScreens },
  ),
)
// Not those of another origin: a worker keeps the content security policy of the day on which it was installed.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode !== 'navigate' && imageNameOf(url.href) !== null,
  ({ request }) => answerImage(caches, request, (missing) => fetch(missing)),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isArticleImage(url.href),
  ({ request }) => answerArticleImage(caches, request, (missing) => fetch(missing)),
)
clientsClaim()

// A page can send any message; this one comes from workbox-window.
self.addEventListener('message', ({ data }: { readonly data: unknown }) => {
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING') void self.skipWaiting()
})

/**
 * Caches again what the person or a program that tidies up has deleted: once installed, a worker never does. All of it or nothing, because the
 * server may have another version by now. Only the page is without a version in its name, so where it is missing all files are asked for.
 */
async function refill(): Promise<void> {
  const cache = await caches.open(cacheNames.precache)
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  const keys = files.flatMap((file) => getCacheKeyForURL(typeof file === 'string' ? file : file.url) ?? [])
  const missing = kept.has(getCacheKeyForURL(page) ?? '') ? keys.filter((key) => !kept.has(key)) : keys
  await cache.addAll(missing.map((key) => new Request(key, { cache: 'no-cache' }))).catch(() => undefined)
}

/**
 * Caches the page again if only its headers have changed: its content security policy names addresses of the brand, animations and firmware, which
 * an operator can change without a new version of the app.
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
