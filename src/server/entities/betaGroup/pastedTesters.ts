/** Members by their addresses, or other accounts: up to 2,000 at once, so each step is one statement for all of them. */
import { and, asc, eq, inArray, not, type SQL } from 'drizzle-orm'
import type { FoundTesters } from '../../../contract/betaGroup.ts'
import { nameOfUser } from '../../accounts/userNames.ts'
import type { Database } from '../../db/connect.ts'
import { betaGroups, betaGroupUsers, users } from '../../db/tables.ts'
import { writeAudits } from '../../records/auditTrail.ts'
import { foldedOrder } from '../../records/foldText.ts'
import { usersOf } from './groupLinks.ts'

/** By name. Addresses are in lower case, as they are stored. */
export async function findPastedTesters(db: Database, groupId: number, addresses: readonly string[]): Promise<FoundTesters> {
  const rows = await findAccounts(db, groupId, hasAddress(addresses))
  const named = (which: Standing) =>
    rows.filter((row) => standingOf(row) === which).map((row) => ({ id: row.id, tostring: nameOfUser(row) }))
  const known = new Set(rows.map((row) => row.username))
  return {
    found: named('found'),
    inGroup: named('inGroup'),
    staff: named('staff'),
    notFound: [...new Set(addresses)].filter((address) => !known.has(address)),
  }
}

/** In the order of their ids, so that two requests for the same users wait for each other. */
export function lockPastedTesters(db: Database, addresses: readonly string[]) {
  return db.select({ id: users.id }).from(users).where(hasAddress(addresses)).orderBy(asc(users.id)).for('no key update')
}

type Adding = { readonly groupId: number; readonly userId: number; readonly now: Date }

/** Of locked users. Returns how many were added. */
export async function addPastedTesters(
  db: Database,
  { addresses, ...adding }: Adding & { readonly addresses: readonly string[] },
): Promise<number> {
  return addTesters(db, await findAccounts(db, adding.groupId, hasAddress(addresses)), adding)
}

/** Makes those of these locked users testers and members who can be. Returns how many. */
export async function addTesters(db: Database, accounts: readonly Account[], { groupId, userId, now }: Adding): Promise<number> {
  const added = accounts.filter((row) => standingOf(row) === 'found')
  const ids = added.map(({ id }) => id)
  if (ids.length === 0) return 0
  const before = await findGroupNames(db, ids)
  await db.update(users).set({ isBetaTester: true }).where(inArray(users.id, ids))
  await usersOf(groupId).add(db, ids)
  const after = await findGroupNames(db, ids)
  const changes = added.map(({ id, isBetaTester }) => ({
    entity: 'user' as const,
    recordId: id,
    action: 'update' as const,
    userId,
    before: { isBetaTester, selectedBetaGroupIds: before.get(id) ?? [] },
    after: { isBetaTester: true, selectedBetaGroupIds: after.get(id) ?? [] },
  }))
  await writeAudits(db, changes, now)
  return ids.length
}

type Account = Awaited<ReturnType<typeof findAccounts>>[number]
type Standing = 'found' | 'inGroup' | 'staff'

/** What adding this account to the group would do. */
export function standingOf({ role, isBetaTester, memberId }: Account): Standing {
  if (isBetaTester && memberId !== null) return 'inGroup'
  return role === 'ROLE_CUSTOMER' ? 'found' : 'staff'
}

/** By name, without deleted ones. */
export async function findAccounts(db: Database, groupId: number, isMeant: SQL | undefined) {
  const { id, firstname, lastname, username, role, isBetaTester } = users
  return db
    .select({ id, firstname, lastname, username, role, isBetaTester, memberId: betaGroupUsers.userId })
    .from(users)
    .leftJoin(betaGroupUsers, and(eq(betaGroupUsers.userId, users.id), eq(betaGroupUsers.betaGroupId, groupId)))
    .where(and(isMeant, not(users.isDeleted)))
    .orderBy(users.lastnameKey, users.firstnameKey, users.id)
}

const hasAddress = (addresses: readonly string[]) => and(inArray(users.username, [...addresses]), not(users.isDeleted))

/** The groups of each user by name, as a user's entries in the trail have them. */
async function findGroupNames(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db
    .select({ userId: betaGroupUsers.userId, name: betaGroups.name })
    .from(betaGroupUsers)
    .innerJoin(betaGroups, eq(betaGroups.id, betaGroupUsers.betaGroupId))
    .where(and(inArray(betaGroupUsers.userId, [...ids]), not(betaGroups.isDeleted)))
    .orderBy(foldedOrder(betaGroups.name))
  const names = new Map<number, string[]>()
  for (const { userId, name } of rows) names.set(userId, [...(names.get(userId) ?? []), name])
  return names
}
