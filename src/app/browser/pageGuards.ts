/** What keeps a running update safe from its surroundings: a screen that sleeps, a page closed by mistake. */

/** Whether the system lets this page keep the screen awake: low battery or a policy may forbid it. */
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
      // Refused on low battery or by a policy: the update works without it.
    }
  }
  // A hidden page loses its wake lock.
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
