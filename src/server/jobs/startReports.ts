/** Once a minute: each server adds its counts of calls to those of all, and says whether its disk is short. Alerts are raised from that. */
import type { CallCounter } from '../alerts/callCounter.ts'
import { reportDisk } from '../alerts/diskNearlyFull.ts'
import { findFreeSpace } from '../installation/freeSpace.ts'
import type { ServerContext } from '../serverContext.ts'
import { everyMinute } from './everyMinute.ts'

/** Returns a function that stops it, and lets a running look finish. A demo counts nothing. */
export function startReports(context: ServerContext, counter: CallCounter): () => Promise<void> {
  const { config, db, log, clock } = context
  if (config.isDemo) return () => Promise.resolve()
  async function report(): Promise<void> {
    try {
      await counter.addTo(db)
      await reportDisk(db, config.dataDir, await findFreeSpace(config.dataDir), clock())
    } catch (error) {
      log.warn({ err: error }, 'calls and the disk could not be reported and are reported in a minute')
    }
  }

  const stop = everyMinute(report)
  return async () => {
    await stop()
    await counter.addTo(db).catch(() => undefined)
  }
}
