import { useSelector } from '@tanstack/react-store'
import type { Endpoint } from '../../contract/endpoint.ts'
import { serverGaps } from './api.ts'

/** Whether the server is known to be from before this version. */
export function useServerLacks(version: NonNullable<Endpoint['addedIn']>): boolean {
  return useSelector(serverGaps.store, () => serverGaps.lacks(version))
}
