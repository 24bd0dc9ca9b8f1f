/** Adds a message to the outbox in the transaction of what caused it, so that both happen or neither. Sends nothing. */
import { restoreDays, smsCodeMinutes, usernameLinkHours } from '../../contract/rules.ts'
import type { Database } from '../db/connect.ts'
import { type MessageTemplate, outgoingMessages } from '../db/tables.ts'
import { dayMs, hourMs, minuteMs } from '../limits/durations.ts'

/** A user; or an address that may have no account; or a user at an address they no longer have; or the operator, about an alert. */
type Addressee =
  | { readonly userId: number; readonly address?: string }
  | { readonly address: string }
  | { readonly address: string; readonly alertId: number }

/** How long a message stays useful. The lifetime of a link starts when it is sent. */
const lifetimeMs: Readonly<Record<MessageTemplate, number>> = {
  validateAccount: 7 * 24 * hourMs,
  resetPassword: 24 * hourMs,
  passwordChanged: 7 * 24 * hourMs,
  confirmUsername: usernameLinkHours * hourMs,
  // After this there is nothing left to undo.
  usernameChanged: restoreDays * dayMs,
  phoneChanged: restoreDays * dayMs,
  usernameRestored: 7 * 24 * hourMs,
  smsCode: smsCodeMinutes * minuteMs,
  phoneCode: smsCodeMinutes * minuteMs,
  alertStarted: 7 * dayMs,
  alertEnded: 7 * dayMs,
}

export async function queueMessage(db: Database, message: Addressee & { readonly template: MessageTemplate }, now: Date): Promise<void> {
  const uselessAt = new Date(now.getTime() + lifetimeMs[message.template])
  await db.insert(outgoingMessages).values({ ...message, createdAt: now, dueAt: now, uselessAt })
}
