/**
 * Which tab of this origin may send to a detector: either one update alone, or short exchanges side by side. A command from another tab can
 * end a running update, so everything that sends takes this lock first. Knows no detector.
 */

const lockName = 'fieldport-update'
/** An update waits this long for the exchanges of other tabs to end. */
const maxExchangeMs = 20_000

/** Runs an update while nothing else sends; null if another tab's update is running. */
export async function withUpdateLock<T>(work: () => Promise<T>): Promise<T | null> {
  if (!hasLocks()) return work()
  if (await isUpdateRunningAnywhere()) return null
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), maxExchangeMs)
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

/** Runs a short exchange with a detector: connect, disconnect or probe. Null if an update is running or about to begin. */
export async function withExchangeLock<T>(work: () => Promise<T>): Promise<T | null> {
  if (!hasLocks()) return work()
  return navigator.locks.request(lockName, { mode: 'shared', ifAvailable: true }, (lock) => (lock === null ? null : work()))
}

/** Includes this tab's own update. The result may be out of date as soon as it is returned. */
export async function isUpdateRunningAnywhere(): Promise<boolean> {
  if (!hasLocks()) return false
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name, mode }) => name === lockName && mode === 'exclusive')
}

/** Resolves when no update is running, however the last one ended: browsers release the locks of a closed page. */
export async function untilNoUpdateRuns(): Promise<void> {
  if (hasLocks()) await navigator.locks.request(lockName, { mode: 'shared' }, () => {})
}

/** Like WebHID, Web Locks need a secure page (HTTPS or localhost). On other pages there is only this tab's simulated detector. */
function hasLocks(): boolean {
  return 'locks' in navigator
}
