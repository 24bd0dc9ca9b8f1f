/** What becomes of the cause of a mail that is not sent: the same cause may queue it again later. Sends nothing. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accessories, type outgoingMessages, releaseMails } from '../db/tables.ts'
import { forgetReminder } from '../entities/userProduct/remindUnfinished.ts'

type Dropped = Pick<typeof outgoingMessages.$inferSelect, 'template' | 'releaseId' | 'accessoryId' | 'userProductId'>

/** Of mails that people can switch off. */
export async function mailAgain(db: Database, userId: number, { template, releaseId, accessoryId, userProductId }: Dropped): Promise<void> {
  switch (template) {
    case 'releaseOffered':
    case 'betaOffered':
      await db.delete(releaseMails).where(and(eq(releaseMails.releaseId, releaseId ?? 0), eq(releaseMails.userId, userId)))
      return
    case 'updateUnfinished':
      await forgetReminder(db, userProductId ?? 0)
      return
    case 'extensionEnds': {
      const isTheirs = and(eq(accessories.id, accessoryId ?? 0), eq(accessories.userId, userId), isNull(accessories.endWarrantyExtension))
      await db.update(accessories).set({ extensionRemindedAt: null }).where(isTheirs)
      return
    }
    default:
  }
}
