/**
 * Modules that load on first use, and the way to the server's version where this one's are gone. When the connection breaks, loading waits for
 * the server, and the page stays as it is. Knows no screen.
 */
import { loadAllTexts } from '../i18n/i18n.ts'
import { findReloadBlocker } from './reloadBlockers.ts'
import { sleep } from './sleep.ts'

const retryMs = 2_000
/** After this many failures while the server answers, the server does not have the module. */
const failuresOnlineMax = 3

/** Imports a module and the texts it may show, and retries while the server is away. Rejects when the server answers but does not have the module. */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let failuresOnline = 0; ;) {
    try {
      const [module] = await Promise.all([load(), loadAllTexts()])
      return module
    } catch (error) {
      if ((await newestEntrance()) !== null) failuresOnline += 1
      // In other words: those of the browser make the router reload the page, during an update too.
      if (failuresOnline === failuresOnlineMax) throw new Error(`Not loaded: ${String(error)}`, { cause: error })
      await sleep(retryMs)
    }
  }
}

/** How long a press of Reload waits for the server’s answer. */
const longestAnswerMs = 10_000

const reloadedAtKey = 'fieldport.reloadedAt'
/** A module that is missing again this soon after a reload is missing from the new version too: do not reload for ever. */
const reloadPauseMs = 60_000

/** After a deployment, an open page may ask for a module that the server no longer has. One reload gets the new version. */
export function reloadOnPreloadError(): void {
  addEventListener('vite:preloadError', () => void reloadToNewVersion())
}

async function reloadToNewVersion(): Promise<void> {
  const reloadedAt = Number(sessionStorage.getItem(reloadedAtKey) ?? 0)
  if (Date.now() - reloadedAt < reloadPauseMs) return
  // No reload without a server, or when the server has this very version: then the network failed, and a reload would lose what the user
  // has typed. Nor during an update, in any window.
  if (!(await isOutdated()) || (await findReloadBlocker()) === 'update') return
  sessionStorage.setItem(reloadedAtKey, String(Date.now()))
  await reloadToNewest()
}

/** Which version a page is: its first script, whose name no other version has. Null for a page of somebody else, such as a gateway's. */
function entranceOf(page: string): string | null {
  return / src="(\/assets\/entrance-[^"]+)"/.exec(page)?.[1] ?? null
}

function ownEntrance(): string | null {
  return document.querySelector('script[src^="/assets/entrance-"]')?.getAttribute('src') ?? null
}

/** The version of the server's page, past every cache; null without an answer of the portal's. */
async function newestEntrance(): Promise<string | null> {
  try {
    const answer = await fetch(`/?newest=${Date.now()}`, { cache: 'no-store', signal: AbortSignal.timeout(longestAnswerMs) })
    return answer.ok ? entranceOf(await answer.text()) : null
  } catch {
    return null
  }
}

/** Whether the server has another version than this page. False without an answer. */
export async function isOutdated(): Promise<boolean> {
  const newest = await newestEntrance()
  return newest !== null && newest !== ownEntrance()
}

/**
 * Reloads into the server's version. Where the service worker would answer with this page again, it is removed first; the new page registers
 * its own. Not while any window updates a detector: that one may still need its files.
 */
export async function reloadToNewest(): Promise<void> {
  if ((await isOutdated()) && (await isKept()) && (await findReloadBlocker()) !== 'update') await removeServiceWorker()
  location.reload()
}

/** Whether the service worker has kept this very version. */
async function isKept(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller === null) return false
  const page = await caches.match('/index.html', { ignoreSearch: true }).catch(() => undefined)
  return page !== undefined && entranceOf(await page.text()) === ownEntrance()
}

/** Unregisters the service worker and deletes its caches. Firmware and outbox stay. */
export async function removeServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('workbox-')).map((name) => caches.delete(name)))
}
