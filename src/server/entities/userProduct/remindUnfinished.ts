/**
 * Updates that were begun and not heard of any more: the day after, their owner gets one mail that the detector may be waiting for its firmware. By
 * the database's clock. An update that was reported after all, or a later one of the same detector by any owner, ends it.
 */
import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, not, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { silentAfterMs } from '../../../contract/openUpdate.ts'
import type { Database } from '../../db/connect.ts'
import { products, productUpdates, updateLeases, userProducts, users } from '../../db/tables.ts'
import { dayMs } from '../../limits/durations.ts'
import { queueMessage } from '../../messages/queueMessage.ts'
import { canSignIn } from '../../messages/recipients.ts'
import type { ServerContext } from '../../serverContext.ts'

/** How many one transaction reminds of. */
const batch = 200
const waitMs = silentAfterMs + dayMs
/** What is older than this is no news, as after a server was off for long. */
const oldestMs = 8 * dayMs

/** The unfinished update of a detector; `which`: a condition on these tables. */
function selectUnfinished(db: Database, which: SQL | undefined) {
  const [other, otherDetector] = [alias(productUpdates, 'other_update'), alias(userProducts, 'other_detector')]
  const later = db
    .select({ one: sql`1` })
    .from(other)
    .innerJoin(otherDetector, eq(otherDetector.id, other.userProductId))
    .where(
      and(
        eq(otherDetector.serialNumber, userProducts.serialNumber),
        eq(otherDetector.productTypeId, userProducts.productTypeId),
        ne(other.id, productUpdates.id),
        or(gte(other.date, productUpdates.date), gt(other.reportedAt, productUpdates.date)),
      ),
    )
  return db
    .select({
      id: productUpdates.id,
      userId: userProducts.userId,
      userProductId: userProducts.id,
      productName: products.name,
      typeName: products.typeName,
      nickname: userProducts.nickname,
    })
    .from(updateLeases)
    .innerJoin(productUpdates, eq(productUpdates.id, updateLeases.productUpdateId))
    .innerJoin(userProducts, eq(userProducts.id, productUpdates.userProductId))
    .innerJoin(products, eq(products.id, userProducts.productId))
    .innerJoin(users, eq(users.id, userProducts.userId))
    .where(
      and(
        isNull(productUpdates.success),
        or(isNull(productUpdates.firmwareAfter), eq(productUpdates.firmwareAfter, 'none')),
        not(productUpdates.isSimulated),
        or(isNull(userProducts.confirmedUpdateId), ne(userProducts.confirmedUpdateId, productUpdates.id)),
        lt(updateLeases.heardAt, sql`now() - ${waitMs} * interval '1 millisecond'`),
        not(userProducts.isDeleted),
        notExists(later),
        which,
      ),
    )
}

export async function remindUnfinished({ db, clock }: Pick<ServerContext, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  for (let reminded = batch; reminded === batch;) {
    signal.throwIfAborted()
    reminded = await db.transaction(async (transaction) => {
      const isDue = and(
        isNull(updateLeases.remindedAt),
        gt(updateLeases.heardAt, sql`now() - ${oldestMs} * interval '1 millisecond'`),
        canSignIn(),
      )
      const due = await selectUnfinished(transaction, isDue).orderBy(productUpdates.id).limit(batch).for('update', { of: updateLeases })
      for (const { id, userId, userProductId } of due) {
        await transaction
          .update(updateLeases)
          .set({ remindedAt: sql`now()` })
          .where(eq(updateLeases.productUpdateId, id))
        await queueMessage(transaction, { template: 'updateUnfinished', userId, userProductId }, clock())
      }
      return due.length
    })
  }
}

/** A reminder that is not sent, because its update was heard of again: where that falls silent once more, another one is due. */
export async function forgetReminder(db: Database, userProductId: number): Promise<void> {
  const open = db
    .select({ id: productUpdates.id })
    .from(productUpdates)
    .where(and(eq(productUpdates.userProductId, userProductId), isNull(productUpdates.success)))
  await db.update(updateLeases).set({ remindedAt: null }).where(inArray(updateLeases.productUpdateId, open))
}

/** The detector of a reminder that is about to be sent; undefined if something was reported meanwhile. */
export async function findUnfinished(db: Database, userProductId: number, userId: number) {
  const isOwn = and(eq(userProducts.id, userProductId), eq(userProducts.userId, userId), isNotNull(updateLeases.remindedAt))
  const [found] = await selectUnfinished(db, isOwn)
  return found
}
