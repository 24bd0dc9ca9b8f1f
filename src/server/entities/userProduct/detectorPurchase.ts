/**
 * Saves the purchase that an owner enters of a detector: date and proof. Its warranty follows from the date. Unlike a coil's, a detector's
 * serial number is read from the detector, so it may be in several owners' lists, each with a purchase of their own.
 */
import { and, eq, not } from 'drizzle-orm'
import { detectorFactsAt } from '../../../contract/warranty.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { userProducts } from '../../db/tables.ts'
import { addWithin } from '../../limits/quota.ts'
import { type Purchase, purchaseQuotas, saveWithProof } from '../accessory/purchase.ts'

type Detector = typeof userProducts.$inferSelect

export function isOwnDetector(id: number, userId: number) {
  return and(eq(userProducts.id, id), eq(userProducts.userId, userId), not(userProducts.isDeleted))
}

/** Whether a purchase is registered already. Throws `resource.not.found`. */
export async function hasPurchase(db: Database, id: number, userId: number): Promise<boolean> {
  const [detector] = await db.select({ purchaseDate: userProducts.purchaseDate }).from(userProducts).where(isOwnDetector(id, userId))
  if (detector === undefined) throw new AppError('resource.not.found')
  return detector.purchaseDate !== null
}

/**
 * Runs inside the caller's transaction. Throws `resource.not.found`, `proof.approved.error` on what an approved proof has fixed, and
 * `proof.time.over.error` and `purchase.proof.quota.error` on `purchaseProofFile`.
 */
export async function saveDetectorPurchase(db: Database, id: number, userId: number, purchase: Purchase): Promise<void> {
  await addWithin(db, userId, purchaseQuotas(purchase), async () => {
    const [detector] = await db.select().from(userProducts).where(isOwnDetector(id, userId)).for('update')
    if (detector === undefined) throw new AppError('resource.not.found')
    await saveWithProof(db, purchase, detector, (proof) =>
      db
        .update(userProducts)
        .set({ purchaseDate: purchase.purchaseDate, ...warrantyColumns(detector, purchase), ...proof })
        .where(eq(userProducts.id, id)),
    )
  })
}

function warrantyColumns({ endWarrantyExtension }: Detector, { purchaseDate }: Purchase) {
  const facts = detectorFactsAt(purchaseDate.toISOString(), { isExtended: endWarrantyExtension !== null })
  return {
    startWarranty: dateOf(facts.startWarranty),
    endWarranty: dateOf(facts.endWarranty),
    startWarrantyExtension: dateOf(facts.startWarrantyExtension),
    endWarrantyExtension: dateOf(facts.endWarrantyExtension),
  }
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant)
}
