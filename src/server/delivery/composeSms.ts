/** Composes an SMS with a code when it is sent, and stores the code's hash. Sends nothing. */
import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { smsCodeDigits, smsCodeMinutes } from '../../contract/rules.ts'
import { findPendingPhone } from '../accounts/pendingPhone.ts'
import { hashPassword } from '../auth/passwords/passwords.ts'
import { type outgoingMessages, pendingPhones, smsCodes, type users } from '../db/tables.ts'
import { minuteMs } from '../limits/durations.ts'
import { smsTexts } from '../messages/messageTexts.ts'
import { toE164 } from '../messages/phone.ts'
import type { Sms } from '../messages/sms.ts'
import type { ServerContext } from '../serverContext.ts'

type Row = typeof outgoingMessages.$inferSelect
type User = typeof users.$inferSelect
type ComposeContext = Pick<ServerContext, 'db' | 'config'>

export async function composeSms(
  { db, config }: ComposeContext,
  { messageId, locale }: Row,
  user: User,
  now: Date,
): Promise<Sms | undefined> {
  const recipient = toE164(user)
  if (recipient === undefined) return undefined
  const { code, codeHash, expiresAt } = await makeCode(now)
  const fresh = { codeHash, tries: 0, expiresAt }
  await db
    .insert(smsCodes)
    .values({ userId: user.id, ...fresh })
    .onConflictDoUpdate({ target: smsCodes.userId, set: fresh })
  return { channel: 'sms', messageId, recipient, text: smsTexts[locale ?? user.locale](config.brand.name, code) }
}

/** Sends to the pending phone, or not at all if another one has been requested since. */
export async function composePhoneCode(
  { db, config }: ComposeContext,
  { messageId, address }: Row,
  user: User,
  now: Date,
): Promise<Sms | undefined> {
  const pending = await findPendingPhone(db, user.id, now)
  const recipient = pending && toE164(pending)
  if (pending === undefined || recipient === undefined || recipient !== address) return undefined
  const { code, codeHash, expiresAt } = await makeCode(now)
  const { userId, phonePrefix, phoneNumber } = pendingPhones
  const kept = await db
    .update(pendingPhones)
    .set({ codeHash, tries: 0, codeExpiresAt: expiresAt })
    .where(and(eq(userId, user.id), eq(phonePrefix, pending.phonePrefix), eq(phoneNumber, pending.phoneNumber)))
    .returning({ userId })
  if (kept.length === 0) return undefined
  return { channel: 'sms', messageId, recipient, text: smsTexts[user.locale](config.brand.name, code) }
}

async function makeCode(now: Date) {
  const code = String(randomInt(10 ** smsCodeDigits)).padStart(smsCodeDigits, '0')
  return { code, codeHash: await hashPassword(code), expiresAt: new Date(now.getTime() + smsCodeMinutes * minuteMs) }
}
