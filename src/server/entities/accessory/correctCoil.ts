/** Staff correct a coil's purchase, also what a used code has fixed, and decide on its extension. The owner's history keeps what and why. */
import { eq } from 'drizzle-orm'
import type { accessory as calls } from '../../../contract/accessory.ts'
import type { Parts } from '../../../contract/endpoint.ts'
import { AppError } from '../../../errors.ts'
import { assertMayChangeOwner, lockOwned, type OwnedCall } from '../../accounts/ownedRecord.ts'
import { single } from '../../db/single.ts'
import { accessories } from '../../db/tables.ts'
import { writeAudit } from '../../records/auditTrail.ts'
import { type Coil, extensionOfCorrected } from './coilExtension.ts'
import { lockCoilSerial, lockFormer, lockOwnCoil, takeOver, writePurchase } from './coilPurchase.ts'
import { readPurchaseDate } from './purchase.ts'
import { renewWaiting } from './proofState.ts'

type Correction = Parts<typeof calls.correct>['body']

/** Throws `resource.not.found`, `not.authorized`, `record.deleted.error`, `date.future.error`, `serial.number.already.exists`. */
export async function correctCoil({ db, user, now, params: { id } }: OwnedCall, body: Correction): Promise<{ id: number }> {
  const { coilSerial, isExtensionConfirmed, reason } = body
  const purchaseDate = readPurchaseDate(body.purchaseDate, now)
  await db.transaction(async (transaction) => {
    const { owner, isDeleted } = await lockOwned(transaction, id, { table: accessories })
    assertMayChangeOwner(user, owner)
    if (isDeleted) throw new AppError('record.deleted.error')
    await lockCoilSerial(transaction, coilSerial)
    const coil = await lockOwnCoil(transaction, owner.id, id)
    const former = await lockFormer(transaction, coilSerial, id)
    const corrected = { coilSerial, purchaseDate, isExtensionConfirmed }
    const extension = await extensionOfCorrected(transaction, [coil, ...former], corrected)
    await takeOver(transaction, coilSerial, id)
    await writePurchase(transaction, id, { coilSerial, purchaseDate, ...extension })
    const stored = single(await transaction.select().from(accessories).where(eq(accessories.id, id)))
    if (stored.purchaseProofFileId !== null) await renewWaiting(transaction, stored.purchaseProofFileId, now)
    const before = { id, owned: coil.name, ...factsOf(coil) }
    const after = { ...factsOf(stored), reason }
    await writeAudit(transaction, { entity: 'user', recordId: owner.id, action: 'correctCoil', userId: user.id, before, after }, now)
  })
  return { id }
}

/** What the history keeps. */
function factsOf({ coilSerial, purchaseDate, endWarrantyExtension }: Coil) {
  return { coilSerial, purchaseDate, endWarrantyExtension }
}
