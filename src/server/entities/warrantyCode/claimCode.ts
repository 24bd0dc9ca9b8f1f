import { and, eq, isNull } from 'drizzle-orm'
import type { Accessory } from '../../../contract/accessory.ts'
import { claimRefusal, warrantyExtension } from '../../../contract/warranty.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { accessories, warrantyCodeBatches, warrantyCodes } from '../../db/tables.ts'
import { findAccessories } from '../accessory/findAccessories.ts'
import { lockOwnCoil } from '../accessory/coilPurchase.ts'

export const invalidCode = 'warranty.code.extension.invalid'

type Claim = { readonly accessoryId: number; readonly code: string; readonly userId: number; readonly now: Date }

/** Extends the warranty of the user's own coil. Throws `resource.not.found`, or a refusal on `code`. */
export async function claimCode(db: Database, { accessoryId, code, userId, now }: Claim): Promise<Accessory> {
  await lockOwnCoil(db, userId, accessoryId)
  const isThis = eq(accessories.id, accessoryId)
  const { purchaseDate, ...facts } = single(await findAccessories(db, isThis))
  const refusal = claimRefusal({ ...facts, purchaseDate }, now)
  if (refusal !== null) throw new AppError(refusal, { invalidField: 'code' })

  // The extension counts from the purchase date. Until that is registered, the code stays with the coil without dates.
  const period = purchaseDate === null ? null : warrantyExtension(purchaseDate)
  const [startDate, endDate] = period === null ? [null, null] : [new Date(period.start), new Date(period.end)]
  await assertNotRecalled(db, code)
  const [claimed] = await db
    .update(warrantyCodes)
    .set({ usedAt: now, userId, accessoryId, startDate, endDate })
    .where(and(eq(warrantyCodes.code, code), isNull(warrantyCodes.usedAt)))
    .returning({ id: warrantyCodes.id })
  if (claimed === undefined) throw new AppError(invalidCode, { invalidField: 'code' })

  await db.update(accessories).set({ startWarrantyExtension: startDate, endWarrantyExtension: endDate }).where(isThis)
  return single(await findAccessories(db, isThis))
}

/** Keeps its batch from being recalled until the end of the transaction: a code is either used or void. */
async function assertNotRecalled(db: Database, code: string): Promise<void> {
  const [batch] = await db
    .select({ recalledAt: warrantyCodeBatches.recalledAt, usedAt: warrantyCodes.usedAt })
    .from(warrantyCodes)
    .innerJoin(warrantyCodeBatches, eq(warrantyCodeBatches.id, warrantyCodes.batchId))
    .where(eq(warrantyCodes.code, code))
    .for('share', { of: warrantyCodeBatches })
  if (batch !== undefined && batch.recalledAt !== null && batch.usedAt === null)
    throw new AppError('warranty.code.recalled.error', { invalidField: 'code' })
}
