/** Who belongs to which beta group, seen from the group, from a user and from a firmware. */
import { and, eq, inArray, not } from 'drizzle-orm'
import type { Choice } from '../../../contract/crud.ts'
import type { Database } from '../../db/connect.ts'
import { flagColumns } from '../storedStates.ts'
import { betaGroups, betaGroupUsers, firmwareBetaGroups, firmwares, users } from '../../db/tables.ts'
import { assertAllExist } from '../../records/assertAllExist.ts'
import type { Members } from '../../records/changeMembers.ts'
import { foldedOrder } from '../../records/foldText.ts'

const assertGroupsExist = (db: Database, ids: readonly number[]) => assertAllExist(db, betaGroups, ids, not(betaGroups.isDeleted))

/** The beta testers of a group. */
export function usersOf(betaGroupId: number): Members {
  const isOfGroup = eq(betaGroupUsers.betaGroupId, betaGroupId)
  return {
    find: async (db) => (await db.select().from(betaGroupUsers).where(isOfGroup)).map(({ userId }) => userId),
    assertExist: (db, ids) => assertAllExist(db, users, ids, and(users.isBetaTester, not(users.isDeleted))),
    add: (db, ids) => addUsers(db, ids, [betaGroupId]),
    remove: (db, ids) => db.delete(betaGroupUsers).where(and(isOfGroup, inArray(betaGroupUsers.userId, [...ids]))),
  }
}

/** The beta firmwares of a group: whole releases, so adding or removing one language does so with all of them. */
export function firmwaresOf(betaGroupId: number): Members {
  const isOfGroup = eq(firmwareBetaGroups.betaGroupId, betaGroupId)
  return {
    find: async (db) => (await db.select().from(firmwareBetaGroups).where(isOfGroup)).map(({ firmwareId }) => firmwareId),
    assertExist: (db, ids) => assertAllExist(db, firmwares, ids, and(flagColumns.isBetaTest, not(firmwares.isDeleted))),
    add: async (db, ids) => addFirmwares(db, await withTheirLanguages(db, ids), [betaGroupId]),
    remove: async (db, ids) =>
      db.delete(firmwareBetaGroups).where(and(isOfGroup, inArray(firmwareBetaGroups.firmwareId, await withTheirLanguages(db, ids)))),
  }
}

/** The firmwares that a group has when it is saved with `selected` ones: who names one language of a release that it has, keeps all. */
export async function withKeptLanguages(db: Database, betaGroupId: number, selected: readonly number[]): Promise<number[]> {
  const kept = new Set(await withTheirLanguages(db, selected))
  return [...selected, ...(await firmwaresOf(betaGroupId).find(db)).filter((id) => kept.has(id))]
}

/** The groups of a user. Deleted groups are neither found nor removed, so that a restored one has its members again. */
export function groupsOfUser(userId: number): Members {
  return {
    find: async (db) => (await findGroupsOfUser(db, userId)).map(({ id }) => id),
    assertExist: assertGroupsExist,
    add: (db, ids) => addUsers(db, [userId], ids),
    remove: (db, ids) =>
      db.delete(betaGroupUsers).where(and(eq(betaGroupUsers.userId, userId), inArray(betaGroupUsers.betaGroupId, [...ids]))),
  }
}

/** The groups of a firmware. Deleted groups are neither found nor removed. */
export function groupsOfFirmware(firmwareId: number): Members {
  return {
    find: async (db) => (await findGroupsOfFirmware(db, firmwareId)).map(({ id }) => id),
    assertExist: assertGroupsExist,
    add: (db, ids) => addFirmwares(db, [firmwareId], ids),
    remove: (db, ids) =>
      db
        .delete(firmwareBetaGroups)
        .where(and(eq(firmwareBetaGroups.firmwareId, firmwareId), inArray(firmwareBetaGroups.betaGroupId, [...ids]))),
  }
}

/** By name. */
export async function findGroupsOfUser(db: Database, userId: number): Promise<Choice[]> {
  return db
    .select({ id: betaGroups.id, tostring: betaGroups.name })
    .from(betaGroupUsers)
    .innerJoin(betaGroups, eq(betaGroups.id, betaGroupUsers.betaGroupId))
    .where(and(eq(betaGroupUsers.userId, userId), not(betaGroups.isDeleted)))
    .orderBy(foldedOrder(betaGroups.name))
}

/** By name. */
export async function findGroupsOfFirmware(db: Database, firmwareId: number): Promise<Choice[]> {
  return db
    .select({ id: betaGroups.id, tostring: betaGroups.name })
    .from(firmwareBetaGroups)
    .innerJoin(betaGroups, eq(betaGroups.id, firmwareBetaGroups.betaGroupId))
    .where(and(eq(firmwareBetaGroups.firmwareId, firmwareId), not(betaGroups.isDeleted)))
    .orderBy(foldedOrder(betaGroups.name))
}

/** The firmwares of the releases that these belong to. */
async function withTheirLanguages(db: Database, ids: readonly number[]): Promise<number[]> {
  const ofThese = db
    .select({ id: firmwares.releaseId })
    .from(firmwares)
    .where(inArray(firmwares.id, [...ids]))
  const rows = await db.select({ id: firmwares.id }).from(firmwares).where(inArray(firmwares.releaseId, ofThese))
  return rows.map(({ id }) => id)
}

function addUsers(db: Database, userIds: readonly number[], groupIds: readonly number[]) {
  const rows = userIds.flatMap((userId) => groupIds.map((betaGroupId) => ({ userId, betaGroupId })))
  return db.insert(betaGroupUsers).values(rows).onConflictDoNothing()
}

function addFirmwares(db: Database, firmwareIds: readonly number[], groupIds: readonly number[]) {
  const rows = firmwareIds.flatMap((firmwareId) => groupIds.map((betaGroupId) => ({ firmwareId, betaGroupId })))
  return db.insert(firmwareBetaGroups).values(rows).onConflictDoNothing()
}
