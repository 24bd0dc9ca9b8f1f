/** What main.ts does every hour: adds up counts, and deletes what has expired as long as the server is sure of the time. */
import type { PortalClock } from '../clock/portalClock.ts'
import { rollUpUpdateCounts } from '../entities/dashboard/updateCounts.ts'
import type { ServerContext } from '../serverContext.ts'
import { purgeDeletedAccountProofs } from './purgeDeletedAccountProofs.ts'
import { purgeExpired } from './purgeExpired.ts'
import { purgeNewsImages } from './purgeNewsImages.ts'
import { removeOrphans } from './removeOrphans.ts'

export async function cleanUp(context: ServerContext, clock: PortalClock): Promise<void> {
  try {
    await rollUpUpdateCounts(context.db)
    if (!(await clock.check()).mayDelete) {
      context.log.warn('nothing that expires was deleted, because the clock is in doubt')
      return
    }
    await purgeExpired(context)
    await purgeDeletedAccountProofs(context)
    await purgeNewsImages(context)
    await removeOrphans(context)
  } catch (error) {
    context.log.warn({ err: error }, 'cleanup failed and is retried in an hour')
  }
}
