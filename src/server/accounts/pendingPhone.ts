/** A new phone that waits for its code. Nothing changes until the code is entered. */
import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import { pendingContactDays } from '../../contract/rules.ts'
import type { Profile } from '../../contract/user.ts'
import { AppError } from '../../errors.ts'
import { verifyPassword } from '../auth/passwords/passwords.ts'
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { outgoingMessages, pendingPhones } from '../db/tables.ts'
import { dayMs, hourMs, minuteMs } from '../limits/durations.ts'
import { type RateLimit, remainingWaitMs, tryConsume } from '../limits/rateLimit.ts'
import { consumeSms } from '../limits/smsPerDay.ts'
import { isSamePhone, type Phone, toE164 } from '../messages/phone.ts'
import { queueMessage } from '../messages/queueMessage.ts'

const triesMax = 5
/** The same limits as for sign-in codes, but counted separately, so that changing a phone never blocks signing in. */
const perMinute: RateLimit = { name: 'phone codes a minute', max: 1, windowMs: minuteMs }
const perHour: RateLimit = { name: 'phone codes an hour', max: 5, windowMs: hourMs }
/** Counts all accounts together, so that nobody can flood a phone with SMS by creating accounts. */
const perPhone: RateLimit = { name: 'phone codes to', max: 5, windowMs: hourMs }

type PendingPhone = typeof pendingPhones.$inferSelect

/** Whether a code can reach a phone: through the gateway or in the demo mailbox. */
export function canSendSms({ sms, isDemo }: Config): boolean {
  return sms !== undefined || isDemo
}

/** Replaces an earlier request. Sends a code if the limits allow one now. Call inside a transaction with the account's row locked. */
export async function requestPhone(db: Database, config: Config, userId: number, phone: Phone, now: Date): Promise<void> {
  const held = await findPendingPhone(db, userId, now)
  const expiresAt = new Date(now.getTime() + pendingContactDays * dayMs)
  const { phonePrefix, phoneNumber } = phone
  const isNew = held === undefined || !isSamePhone(held, phone)
  const fresh = { phonePrefix, phoneNumber, expiresAt, ...(isNew && { codeHash: null, codeExpiresAt: null, tries: 0 }) }
  await db
    .insert(pendingPhones)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: pendingPhones.userId, set: fresh })
  if (isNew) await deleteQueuedCode(db, userId)
  await trySendCode(db, config, { userId, phone }, now)
}

/** Throws `resource.not.found` if no phone is pending, `too.many.requests.error` if no code may be sent now. */
export async function sendPhoneCode(db: Database, config: Config, userId: number, now: Date): Promise<void> {
  const pending = await findPendingPhone(db, userId, now)
  if (pending === undefined) throw new AppError('resource.not.found')
  const waitMs = await trySendCode(db, config, { userId, phone: pending }, now)
  if (waitMs !== null) throw new AppError('too.many.requests.error', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

/** Voids the previous code. Returns null, or the milliseconds until a code may be sent. */
async function trySendCode(
  db: Database,
  config: Config,
  { userId, phone }: { userId: number; phone: Phone },
  now: Date,
): Promise<number | null> {
  const number = toE164(phone) ?? ''
  const waitMs =
    (await tryConsume(db, perMinute, userId, now)) ??
    (await tryConsume(db, perHour, userId, now)) ??
    (await tryConsume(db, perPhone, number, now)) ??
    (await consumeSms(db, config, now))
  if (waitMs !== null) return waitMs
  await deleteQueuedCode(db, userId)
  await db.update(pendingPhones).set({ codeHash: null, codeExpiresAt: null, tries: 0 }).where(eq(pendingPhones.userId, userId))
  await queueMessage(db, { template: 'phoneCode', userId, address: number }, now)
  return null
}

/** Counts each try before checking it. Returns the confirmed phone. Throws what contract/contact.ts lists for confirmPhone. */
export async function checkPhoneCode(db: Database, userId: number, code: string, now: Date): Promise<PendingPhone> {
  const { codeHash, codeExpiresAt, tries } = pendingPhones
  const [tried] = await db
    .update(pendingPhones)
    .set({ tries: sql`${tries} + 1` })
    .where(and(isPending(userId, now), isNotNull(codeHash), lt(tries, triesMax), gt(codeExpiresAt, now)))
    .returning()
  if (tried === undefined || tried.codeHash === null) throw new AppError('phone.code.expired.error', { invalidField: 'code' })
  if (!(await verifyPassword(tried.codeHash, code))) throw new AppError('code.invalid.error', { invalidField: 'code' })
  return tried
}

/** Deletes the pending phone. Throws `phone.code.expired.error` if the code was used or replaced since it was checked. */
export async function takePendingPhone(db: Database, { userId, codeHash }: PendingPhone): Promise<void> {
  const taken = await db
    .delete(pendingPhones)
    .where(and(eq(pendingPhones.userId, userId), eq(pendingPhones.codeHash, codeHash ?? '')))
    .returning({ userId: pendingPhones.userId })
  if (taken.length === 0) throw new AppError('phone.code.expired.error', { invalidField: 'code' })
}

export async function cancelPendingPhone(db: Database, userId: number): Promise<void> {
  await db.delete(pendingPhones).where(eq(pendingPhones.userId, userId))
  await deleteQueuedCode(db, userId)
}

/** The pending phone as its owner sees it. */
export async function showPendingPhone(db: Database, userId: number, now: Date): Promise<Profile['pendingPhone']> {
  const pending = await findPendingPhone(db, userId, now)
  if (pending === undefined) return null
  const { phonePrefix, phoneNumber, codeHash, codeExpiresAt, tries } = pending
  const isInForce = codeHash !== null && tries < triesMax && codeExpiresAt !== null && codeExpiresAt > now
  const isLeaving = (await db.$count(outgoingMessages, and(isQueued(userId), gt(outgoingMessages.uselessAt, now)))) > 0
  const waits = [
    await remainingWaitMs(db, perMinute, userId, now),
    await remainingWaitMs(db, perHour, userId, now),
    await remainingWaitMs(db, perPhone, toE164(pending) ?? '', now),
  ]
  return { phonePrefix, phoneNumber, isCodeSent: isInForce || isLeaving, resendInSeconds: Math.ceil(Math.max(...waits) / 1000) }
}

/** Deletes a code that is still in the outbox. */
async function deleteQueuedCode(db: Database, userId: number): Promise<void> {
  await db.delete(outgoingMessages).where(isQueued(userId))
}

export async function findPendingPhone(db: Database, userId: number, now: Date): Promise<PendingPhone | undefined> {
  const [pending] = await db.select().from(pendingPhones).where(isPending(userId, now))
  return pending
}

function isPending(userId: number, now: Date) {
  return and(eq(pendingPhones.userId, userId), gt(pendingPhones.expiresAt, now))
}

function isQueued(userId: number) {
  return and(eq(outgoingMessages.userId, userId), eq(outgoingMessages.template, 'phoneCode'))
}
