import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, minuteMs / 2)
  return () => clearInterval(timer)
}

/** The current time in whole minutes. Re-renders when the minute changes. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, currentMinute) * minuteMs)
}

function currentMinute(): number {
  return Math.floor(Date.now() / minuteMs)
}
