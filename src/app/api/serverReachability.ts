/**
 * Whether the server answers, from what the calls themselves met: the browser's own idea of being online knows of cables, not of servers.
 * Knows no call by name.
 */
import { Store } from '@tanstack/store'
import { sleep } from '../browser/sleep.ts'

/** Whether the server answered when it was last asked. */
export const isServerReached = new Store(true)

const underway = new Set<Promise<unknown>>()

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
    isServerReached.setState(() => true)
    return response
  } catch (error) {
    const { signal } = input instanceof Request ? input : (init ?? {})
    if (signal?.aborted !== true) isServerReached.setState(() => false)
    throw error
  }
}
