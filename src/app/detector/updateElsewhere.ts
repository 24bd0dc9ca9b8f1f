/**
 * The update that another tab of this origin is running, with its progress, for React. Knows no detector: a lock tells whether there is an
 * update, a broadcast channel how far it is.
 */
import { Store, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import { sleep } from '../browser/sleep.ts'
import { isUpdateRunningAnywhere, untilNoUpdateRuns } from './detectorLock.ts'

/** `percent` as the other tab shows it. */
export type ElsewhereProgress = {
  readonly userProductId: number
  readonly productName: string
  readonly versionName: string
  readonly percent: number
}

/** `progress` is null until the other tab has reported it. */
export type UpdateElsewhere = { readonly progress: ElsewhereProgress | null }

type Message = { readonly kind: 'progress'; readonly progress: ElsewhereProgress } | { readonly kind: 'ask' | 'outcome' }

const channel = new BroadcastChannel('fieldport-update')
const elsewhere = new Store<UpdateElsewhere | null>(null)
const outcomeListeners = new Set<() => unknown>()
/** After the other tab's lock is released, its outcome is waited for this long: until then nothing is known about the detector. */
const outcomeMaxMs = 3_000
let own: ElsewhereProgress | null = null
let isWatching = false
/** Called when the listeners know the outcome of the update that is watched. */
let foundOutcome = () => {}

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'progress') void watch(data.progress)
  else if (data.kind === 'outcome') void tellOutcome()
  else if (own !== null) post({ kind: 'progress', progress: own })
})

async function tellOutcome(): Promise<void> {
  await Promise.allSettled([...outcomeListeners].map((listener) => listener()))
  foundOutcome()
}

/** Sends the progress of this tab's update to the other tabs. */
export function shareProgress(progress: ElsewhereProgress): void {
  own = progress
  post({ kind: 'progress', progress })
}

/** This tab's update has ended. The other tabs notice it by the lock. */
export function stopSharingProgress(): void {
  own = null
}

/** What this computer knows about a detector has changed: the other tabs read it from the journal. */
export function shareOutcome(): void {
  post({ kind: 'outcome' })
}

/** Calls `listener` when another tab has shared an outcome. It returns when it knows it. */
export function onOutcomeElsewhere(listener: () => unknown): void {
  outcomeListeners.add(listener)
}

export function updateElsewhere(): UpdateElsewhere | null {
  return elsewhere.state
}

export function useUpdateElsewhere(): UpdateElsewhere | null {
  useEffect(() => void findRunning(), [])
  return useSelector(elsewhere)
}

/** Finds an update that began before this page was opened. */
async function findRunning(): Promise<void> {
  if (own !== null || !(await isUpdateRunningAnywhere())) return
  post({ kind: 'ask' })
  await watch(null)
}

async function watch(progress: ElsewhereProgress | null): Promise<void> {
  // An update shares its progress from its record on, before it has the lock; until then this tab shows nothing.
  if (own !== null || !(await isUpdateRunningAnywhere())) return
  elsewhere.setState((before) => ({ progress: progress ?? before?.progress ?? null }))
  if (isWatching) return
  isWatching = true
  const outcome = new Promise<void>((resolve) => {
    foundOutcome = resolve
  })
  await untilNoUpdateRuns()
  const isTold = await Promise.race([outcome.then(() => true), sleep(outcomeMaxMs).then(() => false)])
  // The other tab was closed.
  if (!isTold) await tellOutcome()
  isWatching = false
  elsewhere.setState(() => null)
}

function post(message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  channel.postMessage(message)
}
