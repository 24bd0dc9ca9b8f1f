import { useSelector } from '@tanstack/react-store'
import { serverGaps } from './api.ts'

/** Whether the server is known to be older than this version, and what came with it is better not offered. */
export function useServerLacks(version: Parameters<typeof serverGaps.lacks>[0]): boolean {
  return useSelector(serverGaps.store, () => serverGaps.lacks(version))
}
