/** Once a day: reminds owners once that the warranty of a coil can be extended, `extensionReminderDays` before the last day of a claim. */
import { and, eq, gt, isNull, lte, not, notExists, sql } from 'drizzle-orm'
import { claimWindowMonths, extensionReminderDays } from '../../../contract/rules.ts'
import { accessories, users, warrantyCodes } from '../../db/tables.ts'
import { wantsUpdateMails } from '../../accounts/updateMails.ts'
import { dayMs } from '../../limits/durations.ts'
import { queueMessage, spacingMs } from '../../messages/queueMessage.ts'
import { canSignIn } from '../../messages/recipients.ts'
import type { ServerContext } from '../../serverContext.ts'

/** How many coils one transaction reminds of. */
const batch = 500

export async function remindExtensions({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  // PostgreSQL counts months as contract/warranty.ts does.
  const lastDay = sql`(${accessories.purchaseDate} at time zone 'UTC' + ${claimWindowMonths}::integer * interval '1 month') at time zone 'UTC'`
  const until = new Date(now.getTime() + extensionReminderDays * dayMs)
  const isExtended = db
    .select({ one: sql`1` })
    .from(warrantyCodes)
    .where(eq(warrantyCodes.accessoryId, accessories.id))
  const isDue = and(
    isNull(accessories.extensionRemindedAt),
    isNull(accessories.endWarrantyExtension),
    not(accessories.isDeleted),
    gt(lastDay, sql`${now.toISOString()}::timestamptz - interval '1 day'`),
    lte(lastDay, sql`${until.toISOString()}::timestamptz`),
    notExists(isExtended),
    // An account that is unlocked in time is reminded then.
    canSignIn(),
  )
  let queued = 0
  for (let reminded = batch; reminded === batch;) {
    reminded = await db.transaction(async (transaction) => {
      const due = await transaction
        .select({ id: accessories.id, userId: users.id })
        .from(accessories)
        .innerJoin(users, eq(users.id, accessories.userId))
        .where(isDue)
        .orderBy(accessories.id)
        .limit(batch)
        .for('update', { of: accessories })
      for (const { id, userId } of due) {
        await transaction.update(accessories).set({ extensionRemindedAt: now }).where(eq(accessories.id, id))
        if (!(await wantsUpdateMails(transaction, userId))) continue
        const dueAt = new Date(now.getTime() + queued * spacingMs)
        await queueMessage(transaction, { template: 'extensionEnds', userId, accessoryId: id }, now, dueAt)
        queued += 1
      }
      return due.length
    })
  }
}
