/** The app's one store of firmware files and what it does with it now, for whoever is signed in. */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { asAppError, type ErrorCode } from '../../errors.ts'
import { api } from '../api/api.ts'
import { queryClient } from '../api/queryClient.ts'
import { sessionStore } from '../api/sessionStore.ts'
import { sleep } from '../browser/sleep.ts'
import { createFirmwareFiles } from './firmwareFiles.ts'
import { createFirmwareStore, type KeptFile, type PublishedFile } from './firmwareStore.ts'

export const firmwareStore = createFirmwareStore(
  async () => caches.open('fieldport-firmware'),
  () => new Date(),
)

export const firmwareFiles = createFirmwareFiles({
  api,
  store: firmwareStore,
  owner: sessionStore.read,
  sleep,
  onNotKept: (code) => showTrouble(code),
})

/** By SHA-256: how much has come of a file that is being made ready. */
let receiving: ReadonlyMap<string, number> = new Map()
let trouble: ErrorCode | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

function showTrouble(code: ErrorCode | null): void {
  trouble = code
  tell()
}

function showReceived(sha256: string, bytes: number | null): void {
  const next = new Map(receiving)
  if (bytes === null) next.delete(sha256)
  else next.set(sha256, bytes)
  receiving = next
  tell()
}

/** Makes a file ready for use without a network; one at a time of each. How that ends is seen in `useKeptFirmware`. */
export async function keepFirmware(file: PublishedFile): Promise<void> {
  if (receiving.has(file.sha256)) return
  showTrouble(null)
  showReceived(file.sha256, 0)
  try {
    await firmwareFiles.get({ file, signal: new AbortController().signal }, (bytes) => showReceived(file.sha256, bytes))
    // Asked of the browser once there is something to lose; it may say no, and then clears the oldest sites first when the disk is full.
    void navigator.storage.persist()
  } catch (thrown) {
    showTrouble(asAppError(thrown).code)
  } finally {
    showReceived(file.sha256, null)
  }
}

export type KeptFirmware = {
  /** By SHA-256; null until the store has answered. */
  readonly kept: ReadonlyMap<string, KeptFile> | null
  readonly receiving: ReadonlyMap<string, number>
  /** Why the last file could not be made ready. */
  readonly trouble: ErrorCode | null
}

const keptKey = ['keptFirmware'] as const
firmwareStore.subscribe(() => void queryClient.invalidateQueries({ queryKey: keptKey }))

export function useKeptFirmware(owner: number): KeptFirmware {
  const { data, error } = useQuery({
    queryKey: [...keptKey, owner],
    queryFn: () => firmwareStore.list(owner),
    retry: false,
  })
  const kept = useMemo(() => new Map(data?.map((file) => [file.sha256, file])), [data])
  const lastTrouble = useSyncExternalStore(subscribe, () => trouble)
  return {
    kept: data === undefined && error === null ? null : kept,
    receiving: useSyncExternalStore(subscribe, () => receiving),
    trouble: error === null ? lastTrouble : asAppError(error).code,
  }
}
