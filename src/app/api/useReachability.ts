/** Network and server as a screen sees them. */
import { useSelector } from '@tanstack/react-store'
import { useSyncExternalStore } from 'react'
import { isServerReached } from './serverReachability.ts'

/** Whether the server answered when it was last asked. */
export function useServerReach(): boolean {
  return useSelector(isServerReached)
}

/** What the browser knows of the network. True says little; false is certain. */
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
