import { useSelector } from '@tanstack/react-store'
import { useSyncExternalStore } from 'react'
import { isServerReached } from './serverReachability.ts'

/** Whether the server answered the last request. */
export function useServerReach(): boolean {
  return useSelector(isServerReached)
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
