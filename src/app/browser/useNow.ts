import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, minuteMs / 2)
  return () => clearInterval(timer)
}

/** The time to the minute; what hangs on it changes on the screen without a reload. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, currentMinute) * minuteMs)
}

function currentMinute(): number {
  return Math.floor(Date.now() / minuteMs)
}
