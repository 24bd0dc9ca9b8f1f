/**
 * Every hour: adds up counts, and deletes what has expired as long as the server is sure of the time. Of several servers one does it; where
 * that one is in doubt, it rejects, and soon another one, or the same one, tries again.
 */
import type { PortalClock } from '../clock/portalClock.ts'
import { rollUpUpdateCounts } from '../entities/dashboard/updateCounts.ts'
import type { ServerContext } from '../serverContext.ts'
import { purgeDeletedAccountProofs } from './purgeDeletedAccountProofs.ts'
import { purgeExpired } from './purgeExpired.ts'
import { purgeNewsImages } from './purgeNewsImages.ts'
import { removeOrphans } from './removeOrphans.ts'
import { withdrawDeleted } from './withdrawDeleted.ts'

export async function cleanUp(context: ServerContext, clock: PortalClock): Promise<void> {
  await rollUpUpdateCounts(context.db)
  if (!(await clock.check()).mayDelete) throw new Error('Nothing that expires was deleted, because the clock is in doubt.')
  await purgeExpired(context)
  await purgeDeletedAccountProofs(context)
  await purgeNewsImages(context)
  await withdrawDeleted(context)
  await removeOrphans(context)
}
