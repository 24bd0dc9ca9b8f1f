/** Registrations not validated within seven days. Their address proves nothing and becomes free. */
import { and, eq, inArray, isNull, lt, not, notExists, sql } from 'drizzle-orm'
import { registrationDays } from '../../contract/rules.ts'
import type { Database } from '../db/connect.ts'
import { accessories, auditEntries, userProducts, users, warrantyCodes } from '../db/tables.ts'
import { dayMs } from '../limits/durations.ts'

/**
 * A portal account that was never validated and has nothing of value: no detector, coil, warranty code or subscription, and no audit entry
 * as its author. Accounts made by the companion app, by staff or by an import are kept.
 */
export function isUnprovenRegistration(db: Database) {
  const owns = (table: typeof userProducts | typeof accessories | typeof warrantyCodes | typeof auditEntries) =>
    db
      .select({ one: sql`1` })
      .from(table)
      .where(eq(table.userId, users.id))
  return and(
    not(users.accountValidated),
    not(users.isDeleted),
    eq(users.origin, 'PORTAL'),
    isNull(users.subscriptionName),
    ...[userProducts, accessories, warrantyCodes, auditEntries].map((table) => notExists(owns(table))),
  )
}

function isExpired(db: Database, now: Date) {
  const requestedAt = sql`coalesce(${users.validationRequestedAt}, ${users.since})`
  return and(isUnprovenRegistration(db), lt(requestedAt, sql.param(new Date(now.getTime() - registrationDays * dayMs), users.since)))
}

/**
 * Deletes registrations that have proven nothing, even new ones. Somebody may have registered with another person's address, and would get
 * that person's records with it.
 */
export async function removeUnprovenRegistrations(db: Database, usernames: readonly string[]): Promise<void> {
  await db.delete(users).where(and(inArray(users.username, [...usernames]), isUnprovenRegistration(db)))
}

/** Frees an address held by an expired registration, without waiting for the hourly job. */
export async function releaseUsername(db: Database, username: string, now: Date): Promise<void> {
  await db.delete(users).where(and(eq(users.username, username), isExpired(db, now)))
}

export async function purgeExpiredRegistrations(db: Database, now: Date): Promise<void> {
  await db.delete(users).where(isExpired(db, now))
}

/** For reading only: whether an account has this address. */
export async function isUsernameTaken(db: Database, username: string, now: Date): Promise<boolean> {
  const isThere = and(eq(users.username, username), not(users.isDeleted), sql`not (${isExpired(db, now)})`)
  return (await db.$count(users, isThere)) > 0
}
