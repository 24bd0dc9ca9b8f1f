/** SMS codes at sign-in: who needs one, when one is sent, whether one is correct. Knows no passwords. */
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Locale, Role } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { outgoingMessages, smsCodes } from '../db/tables.ts'
import { hourMs, minuteMs } from '../limits/durations.ts'
import { type RateLimit, tryConsume } from '../limits/rateLimit.ts'
import { consumeSms } from '../limits/smsPerDay.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { verifyPassword } from './passwords/passwords.ts'

const triesMax = 5
const perMinute: RateLimit = { name: 'sms codes a minute', max: 1, windowMs: minuteMs }
const perHour: RateLimit = { name: 'sms codes an hour', max: 5, windowMs: hourMs }

/** Required by the user's flag or by SMS_CODE; `never` leaves it to the flag. */
export function needsSmsCode(user: { readonly needsSmsCode: boolean; readonly role: Role }, { smsCode }: Config): boolean {
  return user.needsSmsCode || smsCode === 'always' || (smsCode === 'staff' && user.role !== 'ROLE_CUSTOMER')
}

/**
 * Sends a code, in `locale` or else the account's language, and voids the previous one. If it is too soon for another, the code already
 * sent stays valid. Returns the seconds until another can be sent. Throws `too.many.requests.error` if none may be sent and none is valid.
 */
export async function requestSmsCode(
  { db, config }: { readonly db: Database; readonly config: Config },
  { userId, locale }: { readonly userId: number; readonly locale: Locale | undefined },
  now: Date,
): Promise<number> {
  return db.transaction(async (transaction) => {
    const waitMs =
      (await tryConsume(transaction, perMinute, userId, now)) ??
      (await tryConsume(transaction, perHour, userId, now)) ??
      (await consumeSms(transaction, config, now))
    if (waitMs === null) {
      await voidSmsCode(transaction, userId)
      await queueMessage(transaction, { template: 'smsCode', userId, locale }, now)
      return perMinute.windowMs / 1000
    }
    const retryAfterSeconds = Math.ceil(waitMs / 1000)
    if (!(await hasValidCode(transaction, userId, now))) throw new AppError('too.many.requests.error', { retryAfterSeconds })
    return retryAfterSeconds
  })
}

/** Uses the code up. Counts each try before checking it. Throws what contract/authentication.ts lists for checkSmsCode. */
export async function useSmsCode(db: Database, userId: number, code: string, now: Date): Promise<void> {
  const [sent] = await db
    .update(smsCodes)
    .set({ tries: sql`${smsCodes.tries} + 1` })
    .where(isValidCode(userId, now))
    .returning()
  if (sent === undefined) throw new AppError('code.expired.error', { invalidField: 'code' })
  if (!(await verifyPassword(sent.codeHash, code))) throw new AppError('code.invalid.error', { invalidField: 'code' })
  const used = await db
    .delete(smsCodes)
    .where(and(eq(smsCodes.userId, userId), eq(smsCodes.codeHash, sent.codeHash)))
    .returning({ userId: smsCodes.userId })
  if (used.length === 0) throw new AppError('code.expired.error', { invalidField: 'code' })
}

/** Voids the code that was sent and the one still in the outbox. */
export async function voidSmsCode(db: Database, userId: number): Promise<void> {
  await db.delete(smsCodes).where(eq(smsCodes.userId, userId))
  await db.delete(outgoingMessages).where(isQueued(userId))
}

async function hasValidCode(db: Database, userId: number, now: Date): Promise<boolean> {
  const sent = await db.$count(smsCodes, isValidCode(userId, now))
  return sent > 0 || (await db.$count(outgoingMessages, and(isQueued(userId), gt(outgoingMessages.uselessAt, now)))) > 0
}

function isValidCode(userId: number, now: Date) {
  return and(eq(smsCodes.userId, userId), lt(smsCodes.tries, triesMax), gt(smsCodes.expiresAt, now))
}

function isQueued(userId: number) {
  return and(eq(outgoingMessages.userId, userId), eq(outgoingMessages.template, 'smsCode'))
}
