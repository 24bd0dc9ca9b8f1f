/**
 * Tracks requests: which ones are pending, and whether the server answers. `navigator.onLine` only knows about the network connection, not
 * about the server. Knows no call by name.
 */
import { Store } from '@tanstack/store'
import { sleep } from '../browser/sleep.ts'

/** Whether the server answered the last request. */
export const isServerReached = new Store(true)

/** How often in a row something else has answered in the server's place: a gateway, a network's sign-in page. */
export const foreignAnswers = new Store(0)

/** How far the server's clock is ahead of this computer's, as its last answer says. */
export const clockLeadMs = new Store(0)

export function noteAnswer(answer: Response | 'foreign'): void {
  const isOwn = answer !== 'foreign'
  isServerReached.setState(() => isOwn)
  foreignAnswers.setState((times) => (isOwn ? 0 : times + 1))
  const leadMs = isOwn ? readLeadMs(answer.headers) : Number.NaN
  if (!Number.isNaN(leadMs)) clockLeadMs.setState(() => leadMs)
}

/** NaN unless it is certain that no cache has given the answer. */
function readLeadMs(headers: Headers): number {
  const isFresh = headers.get('Cache-Control')?.includes('no-store') === true && !headers.has('Age')
  return isFresh ? Date.parse(headers.get('Date') ?? '') - Date.now() : Number.NaN
}

/** The date by the server's clock: a computer's may be days wrong. */
export function serverDate(): Date {
  return new Date(Date.now() + clockLeadMs.state)
}

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
    return await fetch(input, init)
  } catch (error) {
    const { signal } = input instanceof Request ? input : (init ?? {})
    if (signal?.aborted !== true) isServerReached.setState(() => false)
    throw error
  }
}
