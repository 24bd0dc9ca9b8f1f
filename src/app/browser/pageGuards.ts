/** Protects a running update from a sleeping screen and from closing the page by mistake. */

/** Whether a wake lock is available. The system refuses it on low battery or by policy. */
export async function canKeepAwake(): Promise<boolean> {
  if (!('wakeLock' in navigator)) return false
  try {
    const wakeLock = await navigator.wakeLock.request('screen')
    await wakeLock.release()
    return true
  } catch {
    return false
  }
}

/** Keeps the screen awake and asks before the page closes, until the returned function is called. */
export function guardUpdate(): () => void {
  let isOver = false
  let wakeLock: WakeLockSentinel | null = null

  async function keepAwake(): Promise<void> {
    if (isOver || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    try {
      wakeLock = await navigator.wakeLock.request('screen')
      if (isOver) await wakeLock.release()
    } catch {
      // Refused on low battery or by policy: the update works without a wake lock.
    }
  }
  // The browser releases the wake lock when the page is hidden.
  function onVisibilityChange(): void {
    void keepAwake()
  }

  void keepAwake()
  document.addEventListener('visibilitychange', onVisibilityChange)
  addEventListener('beforeunload', askBeforeClosing)

  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', onVisibilityChange)
    removeEventListener('beforeunload', askBeforeClosing)
    void wakeLock?.release()
  }
}

function askBeforeClosing(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
