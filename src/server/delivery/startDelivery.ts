/** Sends messages from the outbox while the server runs. */
import { setTimeout as pause } from 'node:timers/promises'
import type { PortalClock } from '../clock/portalClock.ts'
import { openChannel } from '../messages/channel.ts'
import type { ServerContext } from '../serverContext.ts'
import { deliverMessages } from './deliverMessages.ts'

/** Checking an empty outbox is an indexed query for each turn (db/tables/messages.ts). */
const pollEveryMs = 500
const finishMs = 10_000

/** Returns a function that stops delivery: no new message is started, and running ones have ten seconds to finish. */
export function startDelivery(context: ServerContext, time: Pick<PortalClock, 'state'>): () => Promise<void> {
  const channel = openChannel(context)
  const stopping = new AbortController()
  const done = run()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const tried = await deliverMessages(context, channel, time.state().sends).catch((error: unknown) => {
        context.log.warn({ err: error }, 'the outbox could not be read; retrying')
        return 0
      })
      // The pause only rejects when aborted.
      if (tried === 0) await pause(pollEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  return async () => {
    stopping.abort()
    await Promise.race([done, pause(finishMs, undefined, { ref: false })])
  }
}
