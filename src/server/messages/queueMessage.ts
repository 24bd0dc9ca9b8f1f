/** Adds a message to the outbox in the transaction of what caused it, so that both happen or neither. Sends nothing. */
import { and, desc, eq, inArray } from 'drizzle-orm'
import { backOffice } from '../../contract/endpoint.ts'
import {
  dataExportDays,
  deletionDays,
  invitationDays,
  type Locale,
  restoreDays,
  smsCodeMinutes,
  usernameLinkHours,
} from '../../contract/rules.ts'
import type { Database } from '../db/connect.ts'
import { type MessageTemplate, outgoingMessages, users } from '../db/tables.ts'
import { dayMs, hourMs, minuteMs } from '../limits/durations.ts'
import { canSignIn } from './recipients.ts'

/** A user; or an address that may have no account; or a user at an address they no longer have; or the operator, about an alert. */
type Addressee =
  | {
      readonly userId: number
      readonly address?: string
      readonly locale?: Locale | undefined
      readonly factorResetId?: number
      readonly releaseId?: number
      readonly proofFileId?: number
      readonly accessoryId?: number
      readonly userProductId?: number
      readonly aboutUserId?: number
    }
  | { readonly address: string }
  | { readonly address: string; readonly alertId: number }

/** How long a message stays useful. The lifetime of a link starts when it is sent. */
const lifetimeMs: Readonly<Record<MessageTemplate, number>> = {
  // Counts from the time at which it is to be sent.
  invitation: invitationDays * dayMs,
  validateAccount: 7 * 24 * hourMs,
  resetPassword: 24 * hourMs,
  passwordChanged: 7 * 24 * hourMs,
  confirmUsername: usernameLinkHours * hourMs,
  // After this there is nothing left to undo.
  usernameChanged: restoreDays * dayMs,
  phoneChanged: restoreDays * dayMs,
  usernameRestored: 7 * 24 * hourMs,
  newDevice: 7 * dayMs,
  factorAdded: 7 * dayMs,
  factorRemoved: 7 * dayMs,
  factorsReset: 7 * dayMs,
  factorsResetDone: 7 * dayMs,
  administratorAdded: 7 * dayMs,
  dataExportReady: dataExportDays * dayMs,
  deletionRequested: deletionDays * dayMs,
  deletionCancelled: 7 * dayMs,
  smsCode: smsCodeMinutes * minuteMs,
  phoneCode: smsCodeMinutes * minuteMs,
  recall: 30 * dayMs,
  stepNotTaken: 7 * dayMs,
  releaseHalted: 7 * dayMs,
  planPaused: 7 * dayMs,
  portalFails: 7 * dayMs,
  proofApproved: 30 * dayMs,
  proofRefused: 30 * dayMs,
  proofsLate: 7 * dayMs,
  extensionEnds: 30 * dayMs,
  releaseOffered: 30 * dayMs,
  betaOffered: 30 * dayMs,
  updateUnfinished: 7 * dayMs,
  alertStarted: 7 * dayMs,
  alertEnded: 7 * dayMs,
}

/** Apart, so that the codes and links that people wait for are sent in between. */
export const spacingMs = 250

type ToOwners = { readonly template: 'recall' | 'releaseOffered' | 'betaOffered'; readonly releaseId: number }

/** Adds the mail about a release for each of these accounts. `now`: of the first; the others follow. */
export async function queueForOwners(
  db: Database,
  { template, releaseId }: ToOwners,
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  const rows = userIds.map((userId, index) => {
    const dueMs = now.getTime() + index * spacingMs
    return { template, userId, releaseId, createdAt: now, dueAt: new Date(dueMs), uselessAt: new Date(dueMs + lifetimeMs[template]) }
  })
  if (rows.length > 0) await db.insert(outgoingMessages).values(rows)
}

export async function queueMessage(
  db: Database,
  message: Addressee & { readonly template: MessageTemplate },
  now: Date,
  dueAt = now,
): Promise<void> {
  const uselessAt = new Date(dueAt.getTime() + lifetimeMs[message.template])
  await db.insert(outgoingMessages).values({ ...message, createdAt: now, dueAt, uselessAt })
}

/** Adds the mail about a release that has stopped for everybody who may let it go on. */
export async function queueForBackOffice(db: Database, template: MessageTemplate, releaseId: number, now: Date): Promise<void> {
  const isOfStaff = and(inArray(users.role, [...backOffice]), canSignIn())
  const staff = await db.select({ userId: users.id }).from(users).where(isOfStaff).orderBy(users.id)
  const uselessAt = new Date(now.getTime() + lifetimeMs[template])
  const rows = staff.map(({ userId }) => ({ template, userId, releaseId, createdAt: now, dueAt: now, uselessAt }))
  if (rows.length > 0) await db.insert(outgoingMessages).values(rows)
}

/**
 * Adds one invitation for each of these accounts, `perHour` at most: the first one follows the last that waits, also of another
 * import. Callers that may run at once must take a lock.
 */
export async function queueInvitations(db: Database, userIds: readonly number[], perHour: number, now: Date): Promise<void> {
  if (userIds.length === 0) return
  const template: MessageTemplate = 'invitation'
  const [last] = await db
    .select({ dueAt: outgoingMessages.dueAt })
    .from(outgoingMessages)
    .where(eq(outgoingMessages.template, template))
    .orderBy(desc(outgoingMessages.dueAt))
    .limit(1)
  const intervalMs = hourMs / perHour
  const firstMs = last === undefined ? now.getTime() : Math.max(now.getTime(), last.dueAt.getTime() + intervalMs)
  const rows = userIds.map((userId, index) => {
    const dueMs = firstMs + index * intervalMs
    return { template, userId, createdAt: now, dueAt: new Date(dueMs), uselessAt: new Date(dueMs + lifetimeMs[template]) }
  })
  await db.insert(outgoingMessages).values(rows)
}
