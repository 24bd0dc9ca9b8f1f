import { useSelector } from '@tanstack/react-store'
import { useSyncExternalStore } from 'react'
import { clockLeadMs, foreignAnswers, isServerReached } from './serverReachability.ts'

/** Whether the server answered the last request. */
export function useServerReach(): boolean {
  return useSelector(isServerReached)
}

/** Once or twice is not told: a network that has just been joined does it, and it passes. */
const toldFromTimes = 3

/** Whether something between here and the server answers in its place, time and again. */
export function useIsIntercepted(): boolean {
  return useSelector(foreignAnswers, (times) => times >= toldFromTimes)
}

/** Whether the browser has a network connection. False is certain; true says little. */
export function useBrowserOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** How far the server's clock is ahead of this computer's. */
export function useClockLeadMs(): number {
  return useSelector(clockLeadMs)
}
