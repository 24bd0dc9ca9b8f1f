/**
 * The version of the app that this page runs, and the one that waits. The service worker is registered here; nothing here ever reloads a page
 * whose user did not ask for it. Knows no screen.
 */
import { useSelector } from '@tanstack/react-store'
import { Store } from '@tanstack/store'
import { Workbox } from 'workbox-window'
import { findReloadBlockerAfterSending, type ReloadBlocker } from '../browser/reloadBlockers.ts'

export type AppVersion =
  | 'current'
  /** A newer one is here in full and waits to be asked for. */
  | 'waiting'
  | 'applying'
  /** Another tab has asked for it: this page still runs the one before, whose parts may be gone. */
  | 'replaced'

const checkEveryMs = 60 * 60 * 1000
const version = new Store<AppVersion>('current')
let workbox: Workbox | undefined

/** Registers the service worker, once. The app does without where the browser refuses: a private window, a policy, plain http. */
export async function startServiceWorker(): Promise<void> {
  if (workbox !== undefined || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  workbox = new Workbox('/serviceWorker.js')
  let wasControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (version.state === 'applying') void reloadUnlessBlocked()
    // The very first one takes charge of a page that is of its own version.
    else if (wasControlled) version.setState(() => 'replaced')
    wasControlled = true
  })
  workbox.addEventListener('waiting', () => version.setState(() => 'waiting'))
  await workbox.register().catch(() => undefined)
  setInterval(checkForNewVersion, checkEveryMs)
  addEventListener('online', checkForNewVersion)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkForNewVersion()
  })
}

/** Takes the service worker and what it has put aside away again: the server has switched it off. Firmware and reports stay. */
export async function removeServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('workbox-')).map((name) => caches.delete(name)))
}

function checkForNewVersion(): void {
  workbox?.update().catch(() => undefined)
}

/**
 * Reloads this page into the newer version, after what is being sent to the server; null then. Not where an update or a form in some tab
 * would be cut off: it says so, and has to be asked for again.
 */
export async function applyNewVersion(): Promise<ReloadBlocker | null> {
  const blocker = await findReloadBlockerAfterSending()
  if (blocker !== null) return blocker
  // Another tab may have asked for it in the meantime.
  if (version.state === 'replaced') {
    location.reload()
  } else {
    version.setState(() => 'applying')
    workbox?.messageSkipWaiting()
  }
  return null
}

/** The newer version is in charge. What was begun since it was asked for is not cut off either. */
async function reloadUnlessBlocked(): Promise<void> {
  if ((await findReloadBlockerAfterSending()) === null) location.reload()
  else version.setState(() => 'replaced')
}

export function useAppVersion(): AppVersion {
  return useSelector(version)
}
