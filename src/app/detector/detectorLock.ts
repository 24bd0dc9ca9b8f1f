/**
 * Who may send to a detector, over all tabs of this origin: one update alone, or short exchanges side by side. A command of another tab in
 * the middle of an update may end it, so everything that sends asks here first. Knows no detector.
 */

const lockName = 'fieldport-update'
/** How long an update waits for the exchanges of other tabs to end. */
const exchangeMaxMs = 20_000

/** Runs an update while nothing else sends; null where another tab's update is at work. */
export async function withUpdateLock<T>(work: () => Promise<T>): Promise<T | null> {
  if (!hasLocks()) return work()
  if (await isUpdateRunningAnywhere()) return null
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), exchangeMaxMs)
  let isGranted = false
  try {
    return await navigator.locks.request(lockName, { signal: waiting.signal }, () => {
      isGranted = true
      clearTimeout(timer)
      return work()
    })
  } catch (thrown) {
    if (isGranted) throw thrown
    return null
  }
}

/** Runs a short exchange with a detector: connect, disconnect, a look at the link. Null where an update is at work or about to begin. */
export async function withExchangeLock<T>(work: () => Promise<T>): Promise<T | null> {
  if (!hasLocks()) return work()
  return navigator.locks.request(lockName, { mode: 'shared', ifAvailable: true }, (lock) => (lock === null ? null : work()))
}

/** True at the moment it is read, this tab's own update included. */
export async function isUpdateRunningAnywhere(): Promise<boolean> {
  if (!hasLocks()) return false
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name, mode }) => name === lockName && mode === 'exclusive')
}

/** Resolves when no update is at work any more, however it ended: the browser lets go of the locks of a page that is closed. */
export async function untilNoUpdateRuns(): Promise<void> {
  if (hasLocks()) await navigator.locks.request(lockName, { mode: 'shared' }, () => {})
}

/** Web Locks exist only where the page is secure (HTTPS or localhost), as WebHID does; elsewhere there is only this tab's simulated detector. */
function hasLocks(): boolean {
  return 'locks' in navigator
}
