/** The phone that an account is to have: asked for, sent a code, waiting. Until the code is given it changes nothing. */
import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import { pendingContactDays } from '../../contract/rules.ts'
import type { Profile } from '../../contract/user.ts'
import { AppError } from '../../errors.ts'
import { verifyPassword } from '../auth/passwords.ts'
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { outgoingMessages, pendingPhones } from '../db/tables.ts'
import { dayMs, hourMs, minuteMs } from '../limits/durations.ts'
import { type RateLimit, remainingWaitMs, tryConsume } from '../limits/rateLimit.ts'
import { isSamePhone, type Phone, toE164 } from '../messages/phone.ts'
import { queueMessage } from '../messages/queueMessage.ts'

const triesMax = 5
/** As for the codes that people sign in with, but counted by themselves: nobody is kept from signing in by a change of phone. */
const perMinute: RateLimit = { name: 'phone codes a minute', max: 1, windowMs: minuteMs }
const perHour: RateLimit = { name: 'phone codes an hour', max: 5, windowMs: hourMs }
/** Of all accounts together: nobody is sent SMS without end by people who make accounts. */
const perPhone: RateLimit = { name: 'phone codes to', max: 5, windowMs: hourMs }

type PendingPhone = typeof pendingPhones.$inferSelect

/** Whether a phone can be proved: an SMS leaves by the gateway, or lands in the demo mailbox. */
export function canSendSms({ sms, isDemo }: Config): boolean {
  return sms !== undefined || isDemo
}

/** Replaces the one before, and sends a code if the limits let one go now. In the caller's transaction, with the account's row locked. */
export async function requestPhone(db: Database, userId: number, phone: Phone, now: Date): Promise<void> {
  const held = await findPendingPhone(db, userId, now)
  const expiresAt = new Date(now.getTime() + pendingContactDays * dayMs)
  const { phonePrefix, phoneNumber } = phone
  const isNew = held === undefined || !isSamePhone(held, phone)
  const fresh = { phonePrefix, phoneNumber, expiresAt, ...(isNew && { codeHash: null, codeExpiresAt: null, tries: 0 }) }
  await db
    .insert(pendingPhones)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: pendingPhones.userId, set: fresh })
  if (isNew) await voidWaitingCode(db, userId)
  await trySendCode(db, userId, phone, now)
}

/** Throws `resource.not.found` where no phone waits, `too.many.requests.error` where no code may be sent now. */
export async function sendPhoneCode(db: Database, userId: number, now: Date): Promise<void> {
  const pending = await findPendingPhone(db, userId, now)
  if (pending === undefined) throw new AppError('resource.not.found')
  const waitMs = await trySendCode(db, userId, pending, now)
  if (waitMs !== null) throw new AppError('too.many.requests.error', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

/** Voids the code before. Gives null, or the milliseconds until one may be sent. */
async function trySendCode(db: Database, userId: number, phone: Phone, now: Date): Promise<number | null> {
  const number = toE164(phone) ?? ''
  const waitMs =
    (await tryConsume(db, perMinute, userId, now)) ??
    (await tryConsume(db, perHour, userId, now)) ??
    (await tryConsume(db, perPhone, number, now))
  if (waitMs !== null) return waitMs
  await voidWaitingCode(db, userId)
  await db.update(pendingPhones).set({ codeHash: null, codeExpiresAt: null, tries: 0 }).where(eq(pendingPhones.userId, userId))
  await queueMessage(db, { template: 'phoneCode', userId, address: number }, now)
  return null
}

/** Each try is counted before it is checked. Gives the phone, which the code proved. Throws as contract/contact.ts says of confirmPhone. */
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

/** Ends the wait, once: throws `phone.code.expired.error` where the code was used or replaced since it was checked. */
export async function takePendingPhone(db: Database, { userId, codeHash }: PendingPhone): Promise<void> {
  const taken = await db
    .delete(pendingPhones)
    .where(and(eq(pendingPhones.userId, userId), eq(pendingPhones.codeHash, codeHash ?? '')))
    .returning({ userId: pendingPhones.userId })
  if (taken.length === 0) throw new AppError('phone.code.expired.error', { invalidField: 'code' })
}

export async function cancelPendingPhone(db: Database, userId: number): Promise<void> {
  await db.delete(pendingPhones).where(eq(pendingPhones.userId, userId))
  await voidWaitingCode(db, userId)
}

/** As its owner sees it. */
export async function showPendingPhone(db: Database, userId: number, now: Date): Promise<Profile['pendingPhone']> {
  const pending = await findPendingPhone(db, userId, now)
  if (pending === undefined) return null
  const { phonePrefix, phoneNumber, codeHash, codeExpiresAt, tries } = pending
  const isInForce = codeHash !== null && tries < triesMax && codeExpiresAt !== null && codeExpiresAt > now
  const isLeaving = (await db.$count(outgoingMessages, and(isWaiting(userId), gt(outgoingMessages.uselessAt, now)))) > 0
  const waits = [
    await remainingWaitMs(db, perMinute, userId, now),
    await remainingWaitMs(db, perHour, userId, now),
    await remainingWaitMs(db, perPhone, toE164(pending) ?? '', now),
  ]
  return { phonePrefix, phoneNumber, isCodeSent: isInForce || isLeaving, resendInSeconds: Math.ceil(Math.max(...waits) / 1000) }
}

/** The one that is about to be sent. */
async function voidWaitingCode(db: Database, userId: number): Promise<void> {
  await db.delete(outgoingMessages).where(isWaiting(userId))
}

export async function findPendingPhone(db: Database, userId: number, now: Date): Promise<PendingPhone | undefined> {
  const [pending] = await db.select().from(pendingPhones).where(isPending(userId, now))
  return pending
}

function isPending(userId: number, now: Date) {
  return and(eq(pendingPhones.userId, userId), gt(pendingPhones.expiresAt, now))
}

function isWaiting(userId: number) {
  return and(eq(outgoingMessages.userId, userId), eq(outgoingMessages.template, 'phoneCode'))
}
