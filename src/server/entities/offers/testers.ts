/** Who tests what: the beta testers in groups. Knows no release's state. */
import { and, eq, inArray, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { betaGroups, betaGroupUsers, firmwareBetaGroups, users } from '../../db/tables.ts'

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

/** SQL text on `users`: which of these groups somebody tests in, by their ids in order with spaces between them; empty for none. */
export function groupsTested(db: Database, groupIds: readonly number[]): SQL<string> {
  if (groupIds.length === 0) return sql`''`
  const its = testers(db)
  const ids = db
    .select({ ids: sql`string_agg(${its.betaGroupId}::text, ' ' order by ${its.betaGroupId})` })
    .from(its)
    .where(and(eq(its.userId, users.id), inArray(its.betaGroupId, [...groupIds])))
  return sql<string>`coalesce(case when ${users.isBetaTester} then (${ids}) end, '')`
}

/** Each set of these groups that somebody tests in, the empty one, and each group alone. */
export async function findGroupSets(db: Database, groupIds: readonly number[]): Promise<number[][]> {
  const tested = groupsTested(db, groupIds)
  const rows = groupIds.length === 0 ? [] : await db.selectDistinct({ tested }).from(users).where(and(users.isBetaTester))
  const sets = ['', ...groupIds.map(String), ...rows.map((row) => row.tested)]
  return [...new Set(sets)].map((set) => (set === '' ? [] : set.split(' ').map(Number)))
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

/** The groups that each of these people tests in. */
export async function groupsOfTesters(db: Database, userIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const its = testers(db)
  const rows = await db
    .select()
    .from(its)
    .where(inArray(its.userId, [...new Set(userIds)]))
  return new Map([...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, of]) => [userId, of.map(({ betaGroupId }) => betaGroupId)]))
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
