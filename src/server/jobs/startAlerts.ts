/** Once a minute while the server runs: adds its counts of calls to those of all servers, and raises alerts. */
import type { CallCounter } from '../alerts/callCounter.ts'
import type { ServerContext } from '../serverContext.ts'
import { everyMinute } from './everyMinute.ts'
import { raiseAlerts } from './raiseAlerts.ts'

/** Returns a function that stops it, and lets a running look finish. A demo raises none and counts nothing. */
export function startAlerts(context: ServerContext, counter: CallCounter): () => Promise<void> {
  const { config, db, log } = context
  if (config.isDemo) return () => Promise.resolve()
  async function look(): Promise<void> {
    try {
      await counter.addTo(db)
      await raiseAlerts(context)
    } catch (error) {
      log.warn({ err: error }, 'alerts could not be checked and are checked again in a minute')
    }
  }

  const stop = everyMinute(look)
  return async () => {
    await stop()
    await counter.addTo(db).catch(() => undefined)
  }
}
