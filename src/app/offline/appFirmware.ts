/** The app's one store of firmware files and what it does with it now, for whoever is signed in. */
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { Store } from '@tanstack/store'
import { useMemo } from 'react'
import { asAppError, type ErrorCode } from '../../errors.ts'
import { api } from '../api/api.ts'
import { queryClient } from '../api/queryClient.ts'
import { sessionStore } from '../api/sessionStore.ts'
import { sleep } from '../browser/sleep.ts'
import { createFirmwareFiles } from './firmwareFiles.ts'
import { createFirmwareStore, type KeptFile, type PublishedFile } from './firmwareStore.ts'

const keptKey = ['keptFirmware'] as const

export const firmwareStore = createFirmwareStore(
  async () => caches.open('fieldport-firmware'),
  () => new Date(),
  () => void queryClient.invalidateQueries({ queryKey: keptKey }),
)

export const firmwareFiles = createFirmwareFiles({
  api,
  store: firmwareStore,
  owner: sessionStore.read,
  sleep,
  onNotKept: (code) => showTrouble(code),
})

type Downloads = {
  /** By SHA-256: how many bytes have come of a file that is being made ready. */
  readonly receiving: ReadonlyMap<string, number>
  /** Why the last file could not be made ready. */
  readonly trouble: ErrorCode | null
}

const downloads = new Store<Downloads>({ receiving: new Map(), trouble: null })

function showTrouble(trouble: ErrorCode | null): void {
  downloads.setState((state) => ({ ...state, trouble }))
}

function showReceived(sha256: string, bytes: number | null): void {
  downloads.setState((state) => {
    const receiving = new Map(state.receiving)
    if (bytes === null) receiving.delete(sha256)
    else receiving.set(sha256, bytes)
    return { ...state, receiving }
  })
}

/** Makes a file ready for use without a network; one at a time of each. How that ends is seen in `useKeptFirmware`. */
export async function keepFirmware(file: PublishedFile): Promise<void> {
  if (downloads.state.receiving.has(file.sha256)) return
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

export type KeptFirmware = Downloads & {
  /** By SHA-256; null until the store has answered. */
  readonly kept: ReadonlyMap<string, KeptFile> | null
}

export function useKeptFirmware(owner: number): KeptFirmware {
  const { data, error } = useQuery({
    queryKey: [...keptKey, owner],
    queryFn: () => firmwareStore.list(owner),
    retry: false,
  })
  const kept = useMemo(() => new Map(data?.map((file) => [file.sha256, file])), [data])
  const { receiving, trouble } = useSelector(downloads)
  return {
    kept: data === undefined && error === null ? null : kept,
    receiving,
    trouble: error === null ? trouble : asAppError(error).code,
  }
}
