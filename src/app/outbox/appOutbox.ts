/** The app's outbox, with the browser's storage, locks and timers, for the signed-in user. */
import { useSelector } from '@tanstack/react-store'
import { api } from '../api/api.ts'
import { openRows } from '../browser/rows/browserStore.ts'
import { createOutbox } from './outbox.ts'
import type { OutboxEntry } from './outboxEntry.ts'
import type { OutboxSnapshot } from './outboxSnapshot.ts'
import { sendQueuedCallsBy } from './queuedCalls.ts'
import { sessionStore } from '../api/sessionStore.ts'

export const appOutbox = createOutbox({
  rows: openRows<OutboxEntry>('outbox'),
  owner: () => sessionStore.dataOwner()?.id ?? null,
  send: sendQueuedCallsBy(api, () => new Date()),
  runExclusively: inTurn,
  now: () => Date.now(),
  schedule(task, delayMs) {
    const timer = setTimeout(task, delayMs)
    return () => clearTimeout(timer)
  },
  newIdempotencyKey: () => crypto.randomUUID(),
})

let last: Promise<void> = Promise.resolve()

/** Web Locks need a secure context (HTTPS or localhost), as WebHID does. Without them the idempotency keys prevent duplicates. */
function inTurn(task: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) return navigator.locks.request('fieldport-outbox', task)
  const turn = last.then(task)
  last = turn.catch(() => {})
  return turn
}

function flush(): void {
  void appOutbox.flush()
}

let isStarted = false

/** Sends what earlier visits have left, now and whenever the network comes back or a user signs in. Further calls do nothing. */
export function startOutbox(): void {
  if (isStarted) return
  isStarted = true
  addEventListener('online', flush)
  sessionStore.subscribe(flush)
  flush()
}

export function useOutbox(): OutboxSnapshot {
  return useSelector(appOutbox.store)
}
