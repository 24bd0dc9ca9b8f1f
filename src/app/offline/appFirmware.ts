/** The app's firmware cache and its downloads, for the signed-in user. */
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { Store } from '@tanstack/store'
import { useMemo } from 'react'
import { asAppError, type ErrorCode } from '../../errors.ts'
import { api } from '../api/api.ts'
import { queryClient } from '../api/queryClient.ts'
import { sessionStore } from '../api/sessionStore.ts'
import { sleep } from '../browser/sleep.ts'
import { answerImage } from '../../images/keptImages.ts'
import { createFirmwareFiles } from './firmwareFiles.ts'
import { createFirmwareStore, type CachedFile } from './firmwareStore.ts'
import type { AskImage, PublishedFile } from './imageSources.ts'

const cachedKey = ['cachedFirmware'] as const

/** The service worker answers; the page itself where none runs. */
const ask: AskImage = async (address, init) => {
  const request = new Request(address, init)
  const isAnswered = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  return isAnswered ? fetch(request) : answerImage(caches, request, (missing) => fetch(missing))
}

export const firmwareStore = createFirmwareStore({
  caches: () => caches,
  ask,
  now: () => new Date(),
  onChange: () => void queryClient.invalidateQueries({ queryKey: cachedKey }),
})

export const firmwareFiles = createFirmwareFiles({
  api,
  ask,
  store: firmwareStore,
  owner: sessionStore.dataOwner,
  sleep,
  onCacheError: (code) => showError(code),
})

type Downloads = {
  /** Bytes received so far of each file that is being downloaded, by SHA-256. */
  readonly receiving: ReadonlyMap<string, number>
  /** Why the last download or write to the cache failed. */
  readonly error: ErrorCode | null
}

const downloads = new Store<Downloads>({ receiving: new Map(), error: null })

function showError(error: ErrorCode | null): void {
  downloads.setState((state) => ({ ...state, error }))
}

function showReceived(sha256: string, bytes: number | null): void {
  downloads.setState((state) => {
    const receiving = new Map(state.receiving)
    if (bytes === null) receiving.delete(sha256)
    else receiving.set(sha256, bytes)
    return { ...state, receiving }
  })
}

/** Downloads a file for use without a network; one download per file at a time. `useCachedFirmware` shows progress and errors. */
export async function cacheFirmware(file: PublishedFile): Promise<void> {
  if (sessionStore.dataOwner() === null || downloads.state.receiving.has(file.sha256)) return
  showError(null)
  showReceived(file.sha256, 0)
  try {
    await firmwareFiles.get({ file, signal: new AbortController().signal }, (bytes) => showReceived(file.sha256, bytes))
    // Asked now because there is something to lose. If the browser says no, it may delete this site's data when the disk is full.
    void navigator.storage.persist()
  } catch (thrown) {
    showError(asAppError(thrown).code)
  } finally {
    showReceived(file.sha256, null)
  }
}

export type CachedFirmware = Downloads & {
  /** By SHA-256; null until the cache has been read. */
  readonly cached: ReadonlyMap<string, CachedFile> | null
}

export function useCachedFirmware(owner: number): CachedFirmware {
  const { data, error: storeError } = useQuery({
    queryKey: [...cachedKey, owner],
    queryFn: () => firmwareStore.list(owner),
    retry: false,
  })
  const cached = useMemo(() => new Map(data?.map((file) => [file.sha256, file])), [data])
  const { receiving, error } = useSelector(downloads)
  return {
    cached: data === undefined && storeError === null ? null : cached,
    receiving,
    error: storeError === null ? error : asAppError(storeError).code,
  }
}
