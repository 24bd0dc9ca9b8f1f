/** Once a minute while the server runs: compares the clocks, and writes down for the alert whether this computer's is off. */
import { randomUUID } from 'node:crypto'
import { reportClock } from '../alerts/clockOff.ts'
import { describeMs, type PortalClock } from '../clock/portalClock.ts'
import type { ServerContext } from '../serverContext.ts'
import { everyMinute } from './everyMinute.ts'

type WatchContext = Pick<ServerContext, 'db' | 'config' | 'log'>

/** Returns one look at the clock, which never throws. */
export function createClockWatch({ db, config, log }: WatchContext, clock: PortalClock): () => Promise<void> {
  const serverId = randomUUID()
  let wasOff = false
  return async () => {
    try {
      const { offMs } = await clock.check()
      const isOff = offMs !== undefined
      if (isOff && !wasOff) log.warn({ offBy: describeMs(offMs) }, 'the clock of this computer is off; nothing that expires is deleted')
      if (!isOff && wasOff) log.info('the clock of this computer is right again')
      if (!config.isDemo && (isOff || wasOff)) await reportClock(db, serverId, offMs, clock.now())
      wasOff = isOff
    } catch (error) {
      log.warn({ err: error }, 'the clocks could not be compared and are compared again in a minute')
    }
  }
}

/** Returns a function that stops it, and lets a running look finish. */
export function startClockWatch(context: WatchContext, clock: PortalClock): () => Promise<void> {
  return everyMinute(createClockWatch(context, clock))
}
