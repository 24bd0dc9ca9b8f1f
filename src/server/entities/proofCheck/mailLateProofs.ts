/** Once a day: mails administrators about proofs that have waited for `proofLateWorkingDays`, once for each proof. */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { outgoingMessages, proofChecks, users } from '../../db/tables.ts'
import { queueMessage } from '../../messages/queueMessage.ts'
import { canSignIn } from '../../messages/recipients.ts'
import type { ServerContext } from '../../serverContext.ts'
import { selectPurchases } from './findPurchases.ts'
import { isLate } from './takeProofs.ts'

export async function mailLateProofs({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  await db.transaction(async (transaction) => {
    const now = clock()
    const late = await selectPurchases(transaction, and(isLate(now), isNull(proofChecks.lateMailedAt))).for('update', { of: proofChecks })
    if (late.length === 0) return
    const ids = late.map(({ check }) => check.fileId)
    await transaction.update(proofChecks).set({ lateMailedAt: now }).where(inArray(proofChecks.fileId, ids))
    const isAdmin = and(eq(users.role, 'ROLE_ADMIN'), canSignIn())
    const admins = await transaction.select({ userId: users.id }).from(users).where(isAdmin).orderBy(users.id)
    // One that was not sent yet says the number of the moment at which it is sent.
    const waiting = await transaction
      .select({ userId: outgoingMessages.userId })
      .from(outgoingMessages)
      .where(eq(outgoingMessages.template, 'proofsLate'))
    for (const { userId } of admins)
      if (!waiting.some((one) => one.userId === userId)) await queueMessage(transaction, { template: 'proofsLate', userId }, now)
  })
}
