/** Keeps the outbox empty while the server runs. */
import { setTimeout as pause } from 'node:timers/promises'
import { openChannel } from '../messages/channel.ts'
import type { ServerContext } from '../serverContext.ts'
import { deliverMessages } from './deliverMessages.ts'

/** A look at an empty outbox is one query by index. */
const pollEveryMs = 500
const finishMs = 10_000

/** Gives what stops it: nothing new is begun, and what is being sent has ten seconds to be taken. */
export function startDelivery(context: ServerContext): () => Promise<void> {
  const channel = openChannel(context)
  const stopping = new AbortController()
  const done = run()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const tried = await deliverMessages(context, channel).catch((error: unknown) => {
        context.log.warn({ err: error }, 'the outbox could not be read; it is tried again')
        return 0
      })
      // Aborting the pause is the one way it rejects.
      if (tried === 0) await pause(pollEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  return async () => {
    stopping.abort()
    await Promise.race([done, pause(finishMs, undefined, { ref: false })])
  }
}
