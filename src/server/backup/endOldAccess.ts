/**
 * What must not come back with a backup: secrets that were used or withdrawn since, and what belongs to the servers of that time. Passwords,
 * locks, counters and idempotency keys stay. The outbox stays too, and waits (installation/restored.ts).
 */
import { inArray } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/connect.ts'
import {
  callCounts,
  impersonations,
  mailedTokens,
  pendingPhones,
  pendingUsernames,
  sessions,
  settings,
  signInGrants,
  signingKeys,
  smsCodes,
  trustedDevices,
} from '../db/tables.ts'
import { signingKeySetting } from '../installation/setting.ts'

const endedTables: readonly PgTable[] = [
  sessions,
  impersonations,
  signInGrants,
  smsCodes,
  mailedTokens,
  // They wait for a link or code that is gone, and may have been withdrawn since.
  pendingUsernames,
  pendingPhones,
  // Deleted by a new password, which the backup does not know.
  trustedDevices,
  callCounts,
  // A server that finds none makes new ones.
  signingKeys,
]

export async function endOldAccess(db: Database): Promise<void> {
  for (const table of endedTables) await db.delete(table)
  // A backup of version 0.1 contains it.
  await db.delete(settings).where(inArray(settings.key, [signingKeySetting]))
}
