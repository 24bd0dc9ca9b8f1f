/**
 * What this installation says of itself: brand, simulated detector, demo accounts. It stays the same as long as the page is open, so it is
 * fetched once and kept here rather than in TanStack Query, which the sign-in screen does without (its budget is 130 kB of JavaScript).
 */
import { useSyncExternalStore } from 'react'
import type { Configuration } from '../contract/configuration.ts'
import { api } from './api.ts'

const retryMs = { first: 1_000, most: 30_000 }
const listeners = new Set<() => void>()
let configuration: Configuration | undefined
let isFetching = false

async function fetchUntilThere(): Promise<void> {
  if (isFetching || configuration !== undefined) return
  isFetching = true
  for (let pauseMs = retryMs.first; configuration === undefined; pauseMs = Math.min(pauseMs * 2, retryMs.most)) {
    configuration = await api.configuration.get().catch(() => undefined)
    if (configuration === undefined) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  void fetchUntilThere()
  return () => listeners.delete(listener)
}

/** Undefined until the server has answered; asked again and again while it does not. */
export function useConfiguration(): Configuration | undefined {
  return useSyncExternalStore(subscribe, () => configuration)
}
