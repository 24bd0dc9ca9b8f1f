/** The second factors of an account: which it has, adding and removing them. Each change is logged and told by mail. Knows no HTTP. */
import { and, desc, eq, gte } from 'drizzle-orm'
import { factorsMax } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { recoveryCodes, secondFactors } from '../../db/tables.ts'
import { violatedConstraint } from '../../db/violatedConstraint.ts'
import { queueMessage } from '../../messages/queueMessage.ts'
import { writeSecurityEvent } from '../securityLog.ts'
import { lockUser } from '../session.ts'
import { countRecoveryCodes, deleteRecoveryCodes, makeRecoveryCodes } from './recoveryCodes.ts'

export type Factor = typeof secondFactors.$inferSelect
type NewFactor = Omit<typeof secondFactors.$inferInsert, 'id' | 'userId' | 'createdAt'>
type Owner = { readonly userId: number; readonly address: string }

/** Newest first. */
export function findFactors(db: Database, userId: number): Promise<Factor[]> {
  return db
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .orderBy(desc(secondFactors.createdAt), desc(secondFactors.id))
}

/**
 * `recoveryCodes` where the account had none, else null. Throws `factors.full.error`, and `passkey.invalid.error` for a passkey that another
 * account has.
 */
export async function addFactor(db: Database, { userId, address }: Owner, factor: NewFactor, now: Date) {
  return db.transaction(async (transaction) => {
    await lockUser(transaction, userId)
    if ((await transaction.$count(secondFactors, eq(secondFactors.userId, userId))) >= factorsMax) throw new AppError('factors.full.error')
    const row = { ...factor, userId, createdAt: now }
    const added = await transaction
      .insert(secondFactors)
      .values(row)
      .returning()
      .catch((error: unknown) => {
        throw violatedConstraint(error) === 'second_factors_credential_id_key' ? new AppError('passkey.invalid.error') : error
      })
    const hasCodes = (await countRecoveryCodes(transaction, userId)) > 0
    await queueMessage(transaction, { template: 'factorAdded', userId }, now)
    await writeSecurityEvent(transaction, { kind: 'factorAdded', userId, address, reason: factor.kind }, now)
    return { id: single(added).id, recoveryCodes: hasCodes ? null : await makeRecoveryCodes(transaction, userId, now) }
  })
}

/** Throws `resource.not.found`, and `factor.last.error` where the account must keep one. With the last one the recovery codes go. */
export async function removeFactor(
  db: Database,
  { userId, address, isRequired }: Owner & { readonly isRequired: boolean },
  id: number,
  now: Date,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockUser(transaction, userId)
    const isTheirs = eq(secondFactors.userId, userId)
    const [removed] = await transaction
      .delete(secondFactors)
      .where(and(isTheirs, eq(secondFactors.id, id)))
      .returning()
    if (removed === undefined) throw new AppError('resource.not.found')
    const isLast = (await transaction.$count(secondFactors, isTheirs)) === 0
    if (isLast && isRequired) throw new AppError('factor.last.error')
    if (isLast) await deleteRecoveryCodes(transaction, userId)
    await queueMessage(transaction, { template: 'factorRemoved', userId }, now)
    await writeSecurityEvent(transaction, { kind: 'factorRemoved', userId, address, reason: removed.kind }, now)
  })
}

/** Ten new recovery codes in place of the former. Throws `resource.not.found` for an account without a factor. */
export async function renewRecoveryCodes(db: Database, { userId, address }: Owner, now: Date): Promise<string[]> {
  return db.transaction(async (transaction) => {
    await lockUser(transaction, userId)
    if ((await transaction.$count(secondFactors, eq(secondFactors.userId, userId))) === 0) throw new AppError('resource.not.found')
    await writeSecurityEvent(transaction, { kind: 'recoveryCodesMade', userId, address }, now)
    return makeRecoveryCodes(transaction, userId, now)
  })
}

/** Removes all of them. Call in a transaction that holds the account's row. Returns false if there were none. */
export async function removeAllFactors(db: Database, userId: number): Promise<boolean> {
  const removed = await db.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning()
  await deleteRecoveryCodes(db, userId)
  return removed.length > 0
}

/**
 * Removes those that were added since `from`: for an owner who takes the account back, they may be somebody else's. Call in a transaction that
 * holds the account's row.
 */
export async function removeFactorsSince(db: Database, userId: number, from: Date): Promise<void> {
  await db.delete(secondFactors).where(and(eq(secondFactors.userId, userId), gte(secondFactors.createdAt, from)))
  const isLeft = (await db.$count(secondFactors, eq(secondFactors.userId, userId))) > 0
  const isMadeSince = isLeft ? gte(recoveryCodes.createdAt, from) : undefined
  await db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), isMadeSince))
}
