/**
 * Whether the server answers, from what the calls themselves met: the browser's own idea of being online knows of cables, not of servers.
 * Knows no call by name.
 */
import { Store } from '@tanstack/store'
import { sleep } from '../browser/sleep.ts'

/** Whether the server answered when it was last asked. */
export const isServerReached = new Store(true)

const pendingRequests = new Set<Promise<unknown>>()

/** `fetch`, listened to. A call that was called off says nothing of the server. */
export function trackedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = fetchAndReport(input, init)
  pendingRequests.add(response)
  const remove = () => pendingRequests.delete(response)
  response.then(remove, remove)
  return response
}

/** Resolves when every call has been answered or has failed, also those that an answer leads to, or after `patienceMs`. */
export async function pendingRequestsSettled(timeoutMs: number): Promise<void> {
  await Promise.race([untilNonePending(), sleep(timeoutMs)])
}

async function untilNonePending(): Promise<void> {
  while (pendingRequests.size > 0) {
    await Promise.allSettled(pendingRequests)
    // Time for the code behind an answer to begin its next call.
    await sleep(0)
  }
}

async function fetchAndReport(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
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
