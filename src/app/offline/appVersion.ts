/**
 * The app's version on this page, and the newer one that waits. Registers the service worker. Nothing here reloads a page unless the user has
 * asked for it. Knows no screen.
 */
import { useSelector } from '@tanstack/react-store'
import { Store } from '@tanstack/store'
import { Workbox } from 'workbox-window'
import { isOutdated, reloadToNewest } from '../browser/lazyModule.ts'
import { findReloadBlockerAfterSending, type ReloadBlocker } from '../browser/reloadBlockers.ts'

export type AppVersion =
  | 'current'
  /** A newer version is installed and waits. */
  | 'waiting'
  | 'applying'
  /** Another tab has activated the newer version. This page still runs the old one, whose files may be gone. */
  | 'replaced'

const checkEveryMs = 60 * 60 * 1000
const version = new Store<AppVersion>('current')
let workbox: Workbox | undefined
const check = () => void findNewVersion()

/** Registers the service worker, once. The app works without one when the browser refuses: private window, policy, plain http. */
export async function startServiceWorker(): Promise<void> {
  if (workbox !== undefined || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  workbox = new Workbox('/serviceWorker.js')
  let wasControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (version.state === 'applying') void reloadUnlessBlocked()
    // The first service worker takes control of a page of its own version.
    else if (wasControlled) version.setState(() => 'replaced')
    wasControlled = true
  })
  workbox.addEventListener('waiting', noteNewVersion)
  await workbox.register().catch(() => undefined)
  if (wasControlled) check()
  setInterval(check, checkEveryMs)
  addEventListener('online', check)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
  })
}

/**
 * Asks the server for a newer version, and returns whether there is one. The service worker may stay old: its script comes from a cache, the
 * newer one could not be installed, or there is none. Then only the server's page tells.
 */
export async function findNewVersion(): Promise<boolean> {
  const registration = await findRegistration()
  await registration?.update().catch(() => undefined)
  const installing = registration?.installing ?? null
  if (installing !== null) await isSettled(installing)
  if ((registration?.waiting ?? null) !== null || (await isOutdated())) noteNewVersion()
  return version.state !== 'current'
}

function noteNewVersion(): void {
  version.setState((state) => (state === 'current' ? 'waiting' : state))
}

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined
}

/** Resolves once the worker is installed, or could not be. */
function isSettled(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => resolve(), { once: true })
  })
}

/**
 * Waits until the outbox has been sent, then reloads into the newer version and returns null. If an update or a form in any tab blocks that,
 * returns the blocker and does nothing.
 */
export async function applyNewVersion(): Promise<ReloadBlocker | null> {
  const blocker = await findReloadBlockerAfterSending()
  if (blocker !== null) return blocker
  const waiting = (await findRegistration())?.waiting ?? null
  // Nothing waits where another tab has activated it since, or findNewVersion has found it by the server's page alone.
  if (waiting === null) {
    await reloadToNewest()
  } else {
    version.setState(() => 'applying')
    waiting.postMessage({ type: 'SKIP_WAITING' }, [])
  }
  return null
}

/** The newer version has control. Work that started after the user's click must not be interrupted either. */
async function reloadUnlessBlocked(): Promise<void> {
  if ((await findReloadBlockerAfterSending()) === null) location.reload()
  else version.setState(() => 'replaced')
}

export function useAppVersion(): AppVersion {
  return useSelector(version)
}
