import { and, eq, inArray, not } from 'drizzle-orm'
import type { accessory as calls } from '../../../contract/accessory.ts'
import type { contract } from '../../../contract/contract.ts'
import type { Parts } from '../../../contract/endpoint.ts'
import { AppError } from '../../../errors.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { accessories, userProducts } from '../../db/tables.ts'
import { addWithin } from '../../limits/quota.ts'
import { assertAllExist } from '../../records/assertAllExist.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { assertMayChangeOwner, lockOwned, type OwnedCall, type OwnedKind, removeOwned, restoreOwned } from '../../accounts/ownedRecord.ts'
import { writeAudit } from '../../records/auditTrail.ts'
import { accessoryQuota } from './accessoryQuotas.ts'
import { type Coil, extensionOfCorrected } from './coilExtension.ts'
import { findAccessories } from './findAccessories.ts'
import { readPurchase, readPurchaseDate } from './purchase.ts'
import { lockCoilSerial, lockFormer, lockOwnCoil, saveCoilPurchase, takeOver, writePurchase } from './coilPurchase.ts'
import { renewWaiting } from './proofState.ts'

const coilKind: OwnedKind = {
  table: accessories,
  deletion: { action: 'deleteCoil', event: 'coilDeleted' },
  restoration: { action: 'restoreCoil', event: 'coilRestored' },

  nameOf: async (db, id) => (await findCoil(db, id)).name,

  async remove(db, id) {
    await db.update(accessories).set({ isDeleted: true }).where(eq(accessories.id, id))
    return []
  },

  /** Without its purchase if somebody else has registered the coil meanwhile. */
  async restore(db, id) {
    const { coilSerial } = await findCoil(db, id)
    if (coilSerial !== null) await lockCoilSerial(db, coilSerial)
    await db.update(accessories).set({ isDeleted: false }).where(eq(accessories.id, id))
  },
}

export const accessory: HandlersOf<typeof contract.accessory> = {
  async getUserAccessoriesForUser({ user, db }) {
    return findAccessories(db, and(eq(accessories.userId, user.id), not(accessories.isDeleted)))
  },

  async createOrUpdate({ body, user, now, db }) {
    // A detector may report a coil in two slots; the last one counts.
    const listed = [...new Map(body.accessories.map((one) => [one.serialNumber, one])).values()]
    const detectors = listed.map(({ userProductId }) => userProductId)
    await assertAllExist(db, userProducts, detectors, and(eq(userProducts.userId, user.id), not(userProducts.isDeleted)))
    return db.transaction(async (transaction) => {
      await addWithin(transaction, user.id, [accessoryQuota], () => saveListed(transaction, listed, { userId: user.id, now }))
      const serialNumbers = listed.map(({ serialNumber }) => serialNumber)
      return findAccessories(transaction, and(eq(accessories.userId, user.id), inArray(accessories.serialNumber, serialNumbers)))
    })
  },

  async createOrUpdateUserAccessory({ body, ...call }) {
    const { user, now, runIdempotent } = call
    const { accessoryId, coilSerial } = body
    const purchase = await readPurchase(call, body, { isProofRequired: accessoryId === undefined })
    return runIdempotent(async (db) => {
      const id = await saveCoilPurchase(db, accessoryId, { userId: user.id, coilSerial, purchase, now })
      return single(await findAccessories(db, eq(accessories.id, id)))
    })
  },

  delete: (call) => removeOwned(call, coilKind),
  restore: (call) => restoreOwned(call, coilKind),
  correct: ({ body, ...call }) => correctCoil(call, body),
}

type Listed = { readonly userProductId: number; readonly serialNumber: string; readonly accessoryTypeId: number }

async function saveListed(db: Database, listed: readonly Listed[], { userId, now }: { userId: number; now: Date }): Promise<void> {
  // In a fixed order, so that two concurrent saves do not deadlock.
  for (const one of listed.toSorted((a, b) => a.serialNumber.localeCompare(b.serialNumber))) {
    const reported = { userProductId: one.userProductId, accessoryTypeId: one.accessoryTypeId, isDeleted: false }
    await db
      .insert(accessories)
      .values({ ...reported, userId, serialNumber: one.serialNumber, name: formatSerialNumber(one.serialNumber), createdAt: now })
      .onConflictDoUpdate({ target: [accessories.userId, accessories.serialNumber], set: reported })
  }
}

async function findCoil(db: Database, id: number) {
  return single(await db.select().from(accessories).where(eq(accessories.id, id)))
}

type Correction = Parts<typeof calls.correct>['body']

/**
 * Staff correct a coil's purchase, also what a used code has fixed, and decide on its extension. The owner's history keeps what and why. Throws
 * `resource.not.found`, `not.authorized`, `record.deleted.error`, `date.future.error`, `serial.number.already.exists`.
 */
async function correctCoil({ db, user, now, params: { id } }: OwnedCall, body: Correction): Promise<{ id: number }> {
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
