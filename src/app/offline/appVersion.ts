/**
 * The app's version on this page, and the newer one that waits. Registers the service worker. Nothing here reloads a page unless the user has
 * asked for it. Knows no screen.
 */
import { useSelector } from '@tanstack/react-store'
import { Store } from '@tanstack/store'
import { Workbox } from 'workbox-window'
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
  workbox.addEventListener('waiting', () => version.setState(() => 'waiting'))
  await workbox.register().catch(() => undefined)
  setInterval(checkForNewVersion, checkEveryMs)
  addEventListener('online', checkForNewVersion)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkForNewVersion()
  })
}

/** Unregisters the service worker and deletes its caches, after the server has switched it off. Firmware and outbox stay. */
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
 * Waits until the outbox has been sent, then reloads into the newer version and returns null. If an update or a form in any tab blocks that,
 * returns the blocker and does nothing.
 */
export async function applyNewVersion(): Promise<ReloadBlocker | null> {
  const blocker = await findReloadBlockerAfterSending()
  if (blocker !== null) return blocker
  // Another tab may have activated it since.
  if (version.state === 'replaced') {
    location.reload()
  } else {
    version.setState(() => 'applying')
    workbox?.messageSkipWaiting()
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
