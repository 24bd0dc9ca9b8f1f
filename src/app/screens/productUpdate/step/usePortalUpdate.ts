import { useEffect, useState } from 'react'
import { findReloadBlockerAfterSending } from '../../../browser/reloadBlockers.ts'
import { applyNewVersion, useAppVersion } from '../../../offline/appVersion.ts'

/**
 * Reloads the page into the portal's newest version, as the app's own banner does; that also says what blocks it. Where none is known yet, looks
 * for one first.
 */
export function usePortalUpdate(): { readonly isPending: boolean; readonly update: () => void } {
  const version = useAppVersion()
  const [isPending, setPending] = useState(false)
  const isReady = version === 'waiting' || version === 'replaced'

  useEffect(() => {
    if (!isPending || !isReady) return
    void applyNewVersion().then((blocker) => blocker !== null && setPending(false))
  }, [isPending, isReady])

  async function update(): Promise<void> {
    setPending(true)
    if (isReady || (await isNewVersionComing())) return
    if ((await findReloadBlockerAfterSending()) === null) location.reload()
    setPending(false)
  }
  return { isPending, update: () => void update() }
}

/** Whether the browser has found a newer version. Once that is installed, it is the app's version that waits. */
async function isNewVersionComing(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.update().catch(() => undefined)
  return registration !== undefined && (registration.installing !== null || registration.waiting !== null)
}
