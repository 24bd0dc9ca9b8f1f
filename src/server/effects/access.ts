/** The effect *a person gets a way in or a right*: what of an account's row gives it, and who has given it. Knows no call. */
import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { single } from '../db/single.ts'
import { accessGiven, pendingUsernames, users } from '../db/tables.ts'
import { isSamePhone } from '../messages/phone.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { canSignIn } from '../messages/recipients.ts'
import { type Guard, type Orderer, requireFreshSignIn } from './evidence.ts'

type Access = Pick<
  typeof users.$inferSelect,
  'username' | 'passwordHash' | 'phonePrefix' | 'phoneNumber' | 'role' | 'accountValidated' | 'isDeleted'
> & { readonly pendingUsername: string | null }

/** Of an account that staff change; owners prove a change of their own otherwise. */
export const guardAccess: Guard = async (db, { by, id, now }) => {
  const before = id === null ? null : await readAccess(db, id)
  return async (changedId) => {
    if (changedId === by.id) return
    const after = await readAccess(db, changedId)
    if (before !== null && !isGained(before, after)) return
    // A new customer's account has nothing that anybody could want.
    if (before !== null || after.role !== 'ROLE_CUSTOMER') requireFreshSignIn(by)
    await noteGiven(db, { userId: changedId, by }, now)
    const wasAdministrator = before?.role === 'ROLE_ADMIN' && !before.isDeleted
    if (after.role === 'ROLE_ADMIN' && !wasAdministrator) await announceAdministrator(db, changedId, now)
  }
}

function isGained(before: Access, after: Access): boolean {
  if (after.isDeleted) return false
  return (
    before.isDeleted ||
    (after.accountValidated && !before.accountValidated) ||
    after.role !== before.role ||
    after.username !== before.username ||
    (after.pendingUsername !== null && after.pendingUsername !== before.pendingUsername) ||
    after.passwordHash !== before.passwordHash ||
    !isSamePhone(before, after)
  )
}

async function readAccess(db: Database, id: number): Promise<Access> {
  const { username, passwordHash, phonePrefix, phoneNumber, role, accountValidated, isDeleted } = users
  const columns = { username, passwordHash, phonePrefix, phoneNumber, role, accountValidated, isDeleted }
  const rows = db
    .select({ ...columns, pendingUsername: pendingUsernames.username })
    .from(users)
    .leftJoin(pendingUsernames, eq(pendingUsernames.userId, users.id))
  return single(await rows.where(eq(users.id, id)))
}

/** In the transaction that gives it. Who has given a way in, also over others, can be that person too (offers/approvals.ts). */
export async function noteGiven(db: Database, { userId, by }: { userId: number; by: Pick<Orderer, 'id'> }, now: Date): Promise<void> {
  await db
    .insert(accessGiven)
    .values({ userId, byId: by.id, lastAt: now })
    .onConflictDoUpdate({ target: [accessGiven.userId, accessGiven.byId], set: { lastAt: now } })
}

/** Whom another administrator has made one: all others are told. */
async function announceAdministrator(db: Database, aboutUserId: number, now: Date): Promise<void> {
  await db.update(users).set({ administratorSince: now }).where(eq(users.id, aboutUserId))
  await mailAdministrators(db, aboutUserId, now)
}

export async function mailAdministrators(db: Database, aboutUserId: number, now: Date): Promise<void> {
  const isOther = and(eq(users.role, 'ROLE_ADMIN'), canSignIn(), ne(users.id, aboutUserId))
  for (const { id } of await db.select({ id: users.id }).from(users).where(isOther).orderBy(users.id))
    await queueMessage(db, { template: 'administratorAdded', userId: id, aboutUserId }, now)
}
