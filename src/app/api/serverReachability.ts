/**
 * Whether the server answers, from what the calls themselves met: the browser's own idea of being online knows of cables, not of servers.
 * Knows no call by name.
 */
import { sleep } from '../browser/sleep.ts'

let isReached = true
const underway = new Set<Promise<unknown>>()
const listeners = new Set<() => void>()

function show(next: boolean): void {
  if (next === isReached) return
  isReached = next
  for (const listener of listeners) listener()
}

/** `fetch`, listened to. A call that was called off says nothing of the server. */
export function fetchAndHear(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = hear(input, init)
  underway.add(answer)
  const forget = () => underway.delete(answer)
  answer.then(forget, forget)
  return answer
}

/** Resolves when every call has been answered or has failed, also those that an answer leads to, or after `patienceMs`. */
export async function callsAreOver(patienceMs: number): Promise<void> {
  await Promise.race([untilNoneIsLeft(), sleep(patienceMs)])
}

async function untilNoneIsLeft(): Promise<void> {
  while (underway.size > 0) {
    await Promise.allSettled(underway)
    // Time for the code behind an answer to begin its next call.
    await sleep(0)
  }
}

async function hear(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init)
    show(true)
    return response
  } catch (error) {
    const { signal } = input instanceof Request ? input : (init ?? {})
    if (signal?.aborted !== true) show(false)
    throw error
  }
}

export function isServerReached(): boolean {
  return isReached
}

/** Calls `listener` each time the server goes or comes back. Returns what stops it. */
export function subscribeToReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
