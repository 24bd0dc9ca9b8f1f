import { useCallback, useSyncExternalStore } from 'react'

const minuteMs = 60_000

/** The current time in whole steps, minutes by default. Re-renders when the step changes. */
export function useNow(stepMs = minuteMs): Date {
  const subscribe = useCallback(
    (listener: () => void) => {
      const timer = setInterval(listener, stepMs / 2)
      return () => clearInterval(timer)
    },
    [stepMs],
  )
  const step = () => Math.floor(Date.now() / stepMs)
  return new Date(useSyncExternalStore(subscribe, step, step) * stepMs)
}
