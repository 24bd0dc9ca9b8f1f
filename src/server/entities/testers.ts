/** Who tests what: the beta testers in groups. Knows no release's state. */
import { and, eq, inArray, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { betaGroups, betaGroupUsers, firmwareBetaGroups, users } from '../db/tables.ts'

/** Of each group: people who lost the right to test are none of it, and a deleted group has none. */
export function testers(db: Database) {
  return db
    .select({ betaGroupId: betaGroupUsers.betaGroupId, userId: betaGroupUsers.userId })
    .from(betaGroupUsers)
    .innerJoin(betaGroups, eq(betaGroups.id, betaGroupUsers.betaGroupId))
    .innerJoin(users, eq(users.id, betaGroupUsers.userId))
    .where(and(users.isBetaTester, not(users.isDeleted), not(betaGroups.isDeleted)))
    .as('testers')
}

/** SQL on `users`: the ids of the groups that somebody tests in, in order; null for everybody else. */
export function groupsTested(db: Database): SQL<number[] | null> {
  const its = testers(db)
  const ids = db
    .select({ ids: sql`json_agg(${its.betaGroupId} order by ${its.betaGroupId})` })
    .from(its)
    .where(eq(its.userId, users.id))
  return sql<number[] | null>`case when ${users.isBetaTester} then (${ids}) end`
}

/** SQL: somebody tests a firmware in one of its groups. */
export function isTesterOf(db: Database, userId: SQLWrapper, firmwareId: SQLWrapper): SQL<boolean> {
  const its = testers(db)
  const found = db
    .select({ one: sql`1` })
    .from(firmwareBetaGroups)
    .innerJoin(its, eq(its.betaGroupId, firmwareBetaGroups.betaGroupId))
    .where(and(eq(firmwareBetaGroups.firmwareId, firmwareId), eq(its.userId, userId)))
  return sql<boolean>`exists (${found})`
}

/** The groups of each of these firmwares that has some. */
export async function groupsOf(db: Database, firmwareIds: readonly number[]): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const rows = await db
    .select()
    .from(firmwareBetaGroups)
    .where(inArray(firmwareBetaGroups.firmwareId, [...firmwareIds]))
  const ofFirmwares = Map.groupBy(rows, ({ firmwareId }) => firmwareId)
  return new Map([...ofFirmwares].map(([firmwareId, its]) => [firmwareId, new Set(its.map(({ betaGroupId }) => betaGroupId))]))
}
