/**
 * Tracks requests: which ones are pending, and whether the server answers. `navigator.onLine` only knows about the network connection, not
 * about the server. Knows no call by name.
 */
import { Store } from '@tanstack/store'
import { sleep } from '../browser/sleep.ts'

/** Whether the server answered the last request. */
export const isServerReached = new Store(true)

const pendingRequests = new Set<Promise<unknown>>()

/** `fetch`, tracked. An aborted request says nothing about the server. */
export function trackedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = fetchAndReport(input, init)
  pendingRequests.add(response)
  const remove = () => pendingRequests.delete(response)
  response.then(remove, remove)
  return response
}

/** Resolves when no request is pending any more, including those that follow from a response, or after `timeoutMs`. */
export async function pendingRequestsSettled(timeoutMs: number): Promise<void> {
  await Promise.race([untilNonePending(), sleep(timeoutMs)])
}

async function untilNonePending(): Promise<void> {
  while (pendingRequests.size > 0) {
    await Promise.allSettled(pendingRequests)
    // The code that handles a response may start its next request now.
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
