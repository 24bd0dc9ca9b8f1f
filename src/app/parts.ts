/**
 * A page left open over a deploy may ask for a part of the app that the server has no more. Reloading once gets the newer version; while an
 * update runs the browser asks first (updateGuards.ts).
 */
const key = 'fieldport.reloadedAt'
/** Parts that are missing again so soon are missing from the new version too: reloading would go on for ever. */
const pauseMs = 60_000

export function watchStaleParts(): void {
  addEventListener('vite:preloadError', () => void reloadOnce())
}

async function reloadOnce(): Promise<void> {
  const reloadedAt = Number(sessionStorage.getItem(key) ?? 0)
  if (Date.now() - reloadedAt < pauseMs) return
  // Without a server it was the network that failed, and a reload might leave nothing on the screen.
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok !== true) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
