/** The update that another tab of this origin is running, with its progress, for React. Knows no detector: the lock says whether, a channel how far. */
import { useSyncExternalStore } from 'react'
import { isUpdateRunningAnywhere, untilNoUpdateRuns } from './detectorLock.ts'

/** `percent` as the other tab shows it. */
export type ElsewhereProgress = { readonly productName: string; readonly versionName: string; readonly percent: number }

/** `progress` is null until the other tab has said how far it is. */
export type UpdateElsewhere = { readonly progress: ElsewhereProgress | null }

type Message = { readonly kind: 'progress'; readonly progress: ElsewhereProgress } | { readonly kind: 'ask' | 'outcome' }

const channel = new BroadcastChannel('fieldport-update')
const listeners = new Set<() => void>()
const outcomeListeners = new Set<() => void>()
let elsewhere: UpdateElsewhere | null = null
let own: ElsewhereProgress | null = null
let isWatching = false

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'progress') void watch(data.progress)
  else if (data.kind === 'outcome') for (const listener of outcomeListeners) listener()
  else if (own !== null) post({ kind: 'progress', progress: own })
})

/** Tells the other tabs how far this one's update is. */
export function tellProgress(progress: ElsewhereProgress): void {
  own = progress
  post({ kind: 'progress', progress })
}

/** This tab's update is over: the others see it by the lock. */
export function tellEnd(): void {
  own = null
}

/** What this computer knows of a detector has changed: the other tabs have it from the journal. */
export function tellOutcome(): void {
  post({ kind: 'outcome' })
}

/** Calls `listener` when another tab has told of an outcome. */
export function onOutcomeElsewhere(listener: () => void): void {
  outcomeListeners.add(listener)
}

export function updateElsewhere(): UpdateElsewhere | null {
  return elsewhere
}

export function useUpdateElsewhere(): UpdateElsewhere | null {
  return useSyncExternalStore(subscribe, updateElsewhere)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  void look()
  return () => listeners.delete(listener)
}

/** An update that was at work before this page was here has not been heard of. */
async function look(): Promise<void> {
  if (own !== null || !(await isUpdateRunningAnywhere())) return
  post({ kind: 'ask' })
  await watch(null)
}

async function watch(progress: ElsewhereProgress | null): Promise<void> {
  // An update says how far it is from its record on, before it has the lock: not yet this tab's business.
  if (own !== null || !(await isUpdateRunningAnywhere())) return
  show({ progress: progress ?? elsewhere?.progress ?? null })
  if (isWatching) return
  isWatching = true
  await untilNoUpdateRuns()
  isWatching = false
  show(null)
}

function show(next: UpdateElsewhere | null): void {
  elsewhere = next
  for (const listener of listeners) listener()
}

function post(message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  channel.postMessage(message)
}
