/** The app's one outbox: on the browser's store, with its locks and timers, for whoever is signed in. */
import { useSelector } from '@tanstack/react-store'
import { api } from '../api/api.ts'
import { openRows } from '../browser/browserStore.ts'
import { createOutbox } from './outbox.ts'
import type { OutboxEntry } from './outboxEntry.ts'
import type { OutboxSnapshot } from './outboxSnapshot.ts'
import { sendQueuedCallsBy } from './queuedCalls.ts'
import { sessionStore } from '../api/sessionStore.ts'

export const appOutbox = createOutbox({
  rows: openRows<OutboxEntry>('outbox'),
  owner: () => sessionStore.read()?.id ?? null,
  send: sendQueuedCallsBy(api),
  runExclusively: inTurn,
  now: () => Date.now(),
  schedule(task, delayMs) {
    const timer = setTimeout(task, delayMs)
    return () => clearTimeout(timer)
  },
  newIdempotencyKey: () => crypto.randomUUID(),
})

let last: Promise<void> = Promise.resolve()

/** Web Locks exist only where the page is secure (HTTPS or localhost), as WebHID does; elsewhere the idempotency keys must do. */
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

/** Sends what earlier visits left, now and whenever the network comes back or somebody signs in. Safe to call again. */
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
