/**
 * Deletes expired data: tokens, codes and grants, views as a customer, counters, idempotency keys, old demo messages, what became of old
 * messages, counts of people seen, archives of people's data, registrations that were never validated, sign-ins without a session, old batches of users, reasons of
 * resets that were mailed, old security events, alerts long over, keys whose tokens have all expired. Safe to run on several servers at once.
 */
import { eq, lt, notExists } from 'drizzle-orm'
import { batchesKeptDays, messagesKeptDays } from '../../contract/rules.ts'
import { purgeExpiredRegistrations } from '../accounts/expiredRegistration.ts'
import { endExpiredImpersonations } from '../auth/endImpersonations.ts'
import { purgeOldEvents } from '../auth/securityLog.ts'
import { failuresKeptMs } from '../auth/signInLock.ts'
import { trustedMs } from '../auth/trustedDevice.ts'
import {
  alerts,
  callCounts,
  demoMessages,
  factorResets,
  formerContacts,
  idempotencyKeys,
  mailedTokens,
  pendingPhones,
  pendingUsernames,
  peopleSeen,
  rateLimits,
  sessions,
  settledMessages,
  signInGrants,
  signInLocks,
  signIns,
  smsCodes,
  spentChallenges,
  trustedDevices,
  userBatches,
} from '../db/tables.ts'
import { idempotencyKeyMs } from '../http/idempotency.ts'
import { purgeDataExports } from '../leaving/dataExport.ts'
import { purgeRetiredKeys } from '../keys/rotateKeys.ts'
import { hourMs } from '../limits/durations.ts'
import type { ServerContext } from '../serverContext.ts'

const demoMessageMs = 7 * 24 * hourMs
/** Longer than its mails wait. The audit trail keeps the reason. */
const mailedResetMs = 14 * 24 * hourMs
const endedAlertMs = 90 * 24 * hourMs

export async function purgeExpired({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const expiring = [
    sessions,
    rateLimits,
    smsCodes,
    signInGrants,
    mailedTokens,
    pendingUsernames,
    pendingPhones,
    formerContacts,
    spentChallenges,
  ]
  await purgeDataExports(db, now)
  for (const table of expiring) await db.delete(table).where(lt(table.expiresAt, now))
  await db.delete(signIns).where(notExists(db.select().from(sessions).where(eq(sessions.familyId, signIns.familyId))))
  await endExpiredImpersonations(db, now)
  await db.delete(signInLocks).where(lt(signInLocks.lastTriedAt, before(failuresKeptMs)))
  await db.delete(trustedDevices).where(lt(trustedDevices.lastUsedAt, before(trustedMs)))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before(idempotencyKeyMs)))
  await db.delete(demoMessages).where(lt(demoMessages.sentAt, before(demoMessageMs)))
  await db.delete(settledMessages).where(lt(settledMessages.settledAt, before(messagesKeptDays * 24 * hourMs)))
  await db.delete(userBatches).where(lt(userBatches.startedAt, before(batchesKeptDays * 24 * hourMs)))
  await db.delete(peopleSeen).where(lt(peopleSeen.period, before(2 * hourMs)))
  await db.delete(callCounts).where(lt(callCounts.minute, before(hourMs)))
  await db.delete(factorResets).where(lt(factorResets.createdAt, before(mailedResetMs)))
  await db.delete(alerts).where(lt(alerts.endedAt, before(endedAlertMs)))
  await purgeExpiredRegistrations(db, now)
  await purgeOldEvents(db, now)
  await purgeRetiredKeys(db, now)
}
