/**
 * Saves the purchase that an owner enters of a coil: serial number, purchase date, proof. A coil has one warranty, so only one owner at a time can
 * register its serial number; another person's detector may still list it. To sell a coil, its owner deletes it and the buyer registers it;
 * a used code goes along with the coil. Everything runs inside the caller's transaction.
 */
import { and, asc, eq, inArray, ne, not, sql } from 'drizzle-orm'
import { coilTypeId } from '../../../contract/accessory.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { accessories, files, warrantyCodes } from '../../db/tables.ts'
import { addWithin } from '../../limits/quota.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { accessoryQuota } from './accessoryQuotas.ts'
import { type Coil, type Extension, extensionOfEntered } from './coilExtension.ts'
import { type Purchase, purchaseQuotas, saveWithProof } from './purchase.ts'

type CoilPurchase = {
  readonly userId: number
  readonly coilSerial: string
  readonly purchase: Purchase
  readonly now: Date
}

/**
 * Returns the coil's id. Throws `resource.not.found` unless `accessoryId` belongs to the user, `serial.number.already.exists` on
 * `coilSerial`, `warranty.purchase.fixed.error` on what a used code has fixed, `proof.approved.error` on what an approved proof has,
 * `proof.time.over.error` and `purchase.proof.quota.error` on `purchaseProofFile`, `account.full.error`.
 */
export async function saveCoilPurchase(db: Database, accessoryId: number | undefined, entered: CoilPurchase): Promise<number> {
  const { userId, purchase } = entered
  return addWithin(db, userId, [accessoryQuota, ...purchaseQuotas(purchase)], () => save(db, accessoryId, entered))
}

async function save(db: Database, accessoryId: number | undefined, entered: CoilPurchase): Promise<number> {
  const { userId, coilSerial, purchase } = entered
  const { purchaseDate } = purchase
  await lockCoilSerial(db, coilSerial)
  const coil = accessoryId === undefined ? await createOrRestore(db, entered) : await lockOwnCoil(db, userId, accessoryId)
  const others = await lockFormer(db, coilSerial, coil.id)
  const extension = await extensionOfEntered(db, [coil, ...others], { coilSerial, purchaseDate })
  await takeOver(db, coilSerial, coil.id)
  const former = { ...coil, otherChanges: coil.coilSerial === coilSerial ? [] : ['coilSerial'] }
  await saveWithProof(db, purchase, former, (proof) =>
    writePurchase(db, coil.id, { coilSerial, purchaseDate, isDeleted: false, ...proof, ...extension }),
  )
  return coil.id
}

/** Two people who register the same serial number, or get a coil with it back, run one after the other. */
export async function lockCoilSerial(db: Database, coilSerial: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`coil ${coilSerial}`}, 0))`)
}

/** The user's own coil, locked until the transaction ends. Throws `resource.not.found`. */
export async function lockOwnCoil(db: Database, userId: number, id: number): Promise<Coil> {
  const [coil] = await db
    .select()
    .from(accessories)
    .where(and(eq(accessories.id, id), eq(accessories.userId, userId), not(accessories.isDeleted)))
    .for('update')
  if (coil === undefined) throw new AppError('resource.not.found')
  return coil
}

/** A serial number that belongs to a deleted coil of this user, or to one that a detector listed, refers to that coil. */
async function createOrRestore(db: Database, { userId, coilSerial, now }: CoilPurchase): Promise<Coil> {
  const isOwn = eq(accessories.userId, userId)
  const wasEntered = and(isOwn, eq(accessories.coilSerial, coilSerial), accessories.isDeleted)
  const [deleted] = await db.select().from(accessories).where(wasEntered).limit(1).for('update')
  if (deleted !== undefined) return deleted

  const named = { serialNumber: coilSerial, name: formatSerialNumber(coilSerial), accessoryTypeId: coilTypeId }
  const [made] = await db
    .insert(accessories)
    .values({ ...named, userId, createdAt: now })
    .onConflictDoNothing()
    .returning()
  if (made !== undefined) return made

  const isListed = and(isOwn, eq(accessories.serialNumber, coilSerial))
  const known = single(await db.select().from(accessories).where(isListed).for('update'))
  if (!known.isDeleted && known.coilSerial !== null) throw alreadyExists()
  return known
}

/** The deleted registrations of this serial number, of any owner, locked. Throws `serial.number.already.exists` if one is not deleted. */
export async function lockFormer(db: Database, coilSerial: string, exceptId: number): Promise<Coil[]> {
  const isOther = and(eq(accessories.coilSerial, coilSerial), ne(accessories.id, exceptId))
  const others = await db.select().from(accessories).where(isOther).orderBy(asc(accessories.id)).for('update')
  if (others.some(({ isDeleted }) => !isDeleted)) throw alreadyExists()
  return others
}

/**
 * Gives the codes of deleted registrations to the current one and clears their purchase. Otherwise a deleted coil would come back with it when
 * a detector reports it, in conflict with the current one.
 */
export async function takeOver(db: Database, coilSerial: string, currentId: number): Promise<void> {
  const isFormer = and(eq(accessories.coilSerial, coilSerial), ne(accessories.id, currentId), accessories.isDeleted)
  const idsOfFormer = db.select({ id: accessories.id }).from(accessories).where(isFormer)
  await db.update(warrantyCodes).set({ accessoryId: currentId }).where(inArray(warrantyCodes.accessoryId, idsOfFormer))
  await db.delete(files).where(inArray(files.id, db.select({ id: accessories.purchaseProofFileId }).from(accessories).where(isFormer)))
  const nothing = { coilSerial: null, purchaseDate: null, startWarrantyExtension: null, endWarrantyExtension: null }
  await db.update(accessories).set(nothing).where(isFormer)
}

/** A coil's purchase with the extension that follows from it; its code has the same dates. Another date has another day to be reminded on. */
export async function writePurchase(
  db: Database,
  id: number,
  purchase: Partial<Coil> & Extension & { readonly purchaseDate: Date },
): Promise<void> {
  const { purchaseDate, startWarrantyExtension: startDate, endWarrantyExtension: endDate } = purchase
  const isOtherDate = sql`${accessories.purchaseDate} is distinct from ${purchaseDate.toISOString()}::timestamptz`
  const extensionRemindedAt = sql`case when ${isOtherDate} then null else ${accessories.extensionRemindedAt} end`
  await db
    .update(accessories)
    .set({ ...purchase, extensionRemindedAt })
    .where(eq(accessories.id, id))
  await db.update(warrantyCodes).set({ startDate, endDate }).where(eq(warrantyCodes.accessoryId, id))
}

function alreadyExists(): AppError {
  return new AppError('serial.number.already.exists', { invalidField: 'coilSerial' })
}
