/** Which firmwares a person may install. The list, the download and the update record share this rule. */
import { and, eq, exists, not, or, sql, type SQL } from 'drizzle-orm'
import type { Caller } from '../../auth/caller.ts'
import type { Database } from '../../db/connect.ts'
import { betaGroups, betaGroupUsers, firmwareBetaGroups, firmwares, productUpdates, userProducts } from '../../db/tables.ts'
import { isNotRestored } from '../../installation/restored.ts'

/** SQL condition on `firmwares`: active, not deleted, visible, and not new to the caller while the installation waits after a restore. */
export function isOfferedTo(db: Database, caller: Caller): SQL | undefined {
  const maySpread = or(isNotRestored(db), hasBeenBegun(db, caller))
  return and(firmwares.isActive, not(firmwares.isDeleted), isVisibleTo(db, caller), maySpread)
}

/**
 * Whether an update of one of the caller's detectors with this firmware was begun. An interrupted one can then be repaired, although the
 * backup may call a firmware offered that was withdrawn since.
 */
function hasBeenBegun(db: Database, caller: Caller): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(productUpdates)
      .innerJoin(userProducts, eq(userProducts.id, productUpdates.userProductId))
      .where(and(eq(productUpdates.firmwareId, firmwares.id), eq(userProducts.userId, caller.id))),
  )
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
