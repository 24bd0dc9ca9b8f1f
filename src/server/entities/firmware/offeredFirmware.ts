/** Which firmwares a person may install. The list, the download and the update record share this rule. */
import { and, eq, exists, not, or, sql, type SQL } from 'drizzle-orm'
import type { Caller } from '../../auth/session.ts'
import type { Database } from '../../db/connect.ts'
import { betaGroups, betaGroupUsers, firmwareBetaGroups, firmwares } from '../../db/tables.ts'

/** SQL condition on `firmwares`: active, not deleted and visible. */
export function isOfferedTo(db: Database, caller: Caller): SQL | undefined {
  return and(firmwares.isActive, not(firmwares.isDeleted), isVisibleTo(db, caller))
}

/** Not beta, or beta for a group of the caller, who is a beta tester. */
export function isVisibleTo(db: Database, caller: Caller): SQL | undefined {
  if (!caller.isBetaTester) return not(firmwares.isBetaTest)
  const sharedGroup = db
    .select({ one: sql`1` })
    .from(firmwareBetaGroups)
    .innerJoin(betaGroups, eq(betaGroups.id, firmwareBetaGroups.betaGroupId))
    .innerJoin(betaGroupUsers, eq(betaGroupUsers.betaGroupId, betaGroups.id))
    .where(and(eq(firmwareBetaGroups.firmwareId, firmwares.id), eq(betaGroupUsers.userId, caller.id), not(betaGroups.isDeleted)))
  return or(not(firmwares.isBetaTest), exists(sharedGroup))
}
