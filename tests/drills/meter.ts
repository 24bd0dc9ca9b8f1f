/** Counts what clients send and how it ends. A failure is an answer of 500 and above, a broken answer, or a refusal that nobody expected. */
import { createApi, type Api } from '../../src/app/api/createApi.ts'
import type { LoginSession } from '../../src/contract/authentication.ts'
import { basePath } from '../../src/contract/basePath.ts'

const answerMs = 60_000

export type Meter = {
  /** A client with its own session and network address. */
  readonly client: (url: string) => Api & { readonly held: { current: LoginSession | null } }
  readonly sent: () => number
  /** Failures and how often each occurred. */
  readonly failures: () => ReadonlyMap<string, number>
  /** The longest time without any right answer. */
  readonly longestGapMs: () => number
}

/** Clients have addresses of this network, counted from its first. */
export function startMeter(network = '10.1'): Meter {
  let sent = 0
  let addresses = 0
  let succeededAt = performance.now()
  let longestGapMs = 0
  const failures = new Map<string, number>()

  function fail(what: string): void {
    failures.set(what, (failures.get(what) ?? 0) + 1)
  }

  async function count(request: Request): Promise<Response> {
    sent += 1
    const call = `${request.method} ${new URL(request.url).pathname.replaceAll(/\d+/g, '…')}`
    try {
      const answer = await fetch(request, { signal: AbortSignal.timeout(answerMs) })
      // A body that breaks off is a failure as well.
      const bytes = await answer.arrayBuffer()
      if (answer.ok) {
        const now = performance.now()
        longestGapMs = Math.max(longestGapMs, now - succeededAt)
        succeededAt = now
      } else fail(`${answer.status} ${call} ${/"message":"([^"]+)"/.exec(new TextDecoder().decode(bytes))?.[1] ?? ''}`)
      return new Response(bytes, answer)
    } catch (error) {
      fail(`${String(error instanceof Error ? (error.cause ?? error) : error)} ${call}`)
      throw error
    }
  }

  return {
    client: (url) => {
      const held: { current: LoginSession | null } = { current: null }
      addresses += 1
      const address = `${network}.${addresses >> 8}.${addresses % 256}`
      const api = createApi({
        fetch: (input, init) => {
          const request = new Request(input, init)
          request.headers.set('X-Forwarded-For', address)
          return count(request)
        },
        baseUrl: url + basePath,
        session: { read: () => held.current, write: (fresh) => void (held.current = fresh), end: () => undefined },
      })
      return Object.assign(api, { held })
    },
    sent: () => sent,
    failures: () => failures,
    longestGapMs: () => Math.max(longestGapMs, performance.now() - succeededAt),
  }
}
