/**
 * What this installation says of itself: brand, simulated detector, demo accounts. It stays the same as long as the page is open, so it is
 * fetched once and kept here rather than in TanStack Query, which the sign-in screen does without (its budget is 130 kB of JavaScript).
 * What it said last is remembered for a start without a network: nothing of it is anybody's own.
 */
import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { type Configuration, configurationAnswer } from '../contract/configuration.ts'
import { api } from './api.ts'
import { sleep } from './sleep.ts'

const key = 'fieldport.configuration'
const retryMs = { first: 1_000, most: 30_000 }
const listeners = new Set<() => void>()
let configuration = remembered()
let isFetching = false

function remembered(): Configuration | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), configurationAnswer), localStorage.getItem(key))
  return parsed.success ? parsed.output : undefined
}

function show(next: Configuration): void {
  configuration = next
  for (const listener of listeners) listener()
}

async function fetchUntilThere(): Promise<void> {
  if (isFetching) return
  isFetching = true
  for (let pauseMs = retryMs.first; ; pauseMs = Math.min(pauseMs * 2, retryMs.most)) {
    const answer = await api.configuration.get().catch(() => undefined)
    if (answer !== undefined) {
      localStorage.setItem(key, JSON.stringify(answer))
      return show(answer)
    }
    await sleep(pauseMs)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  void fetchUntilThere()
  return () => listeners.delete(listener)
}

/** What it said last, until the server has answered; undefined where it never has. Asked again and again while it does not. */
export function useConfiguration(): Configuration | undefined {
  return useSyncExternalStore(subscribe, () => configuration)
}
