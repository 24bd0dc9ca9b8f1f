/** Everything that staff see of one user. */
import { and, desc, eq, not } from 'drizzle-orm'
import { listRowsMax } from '../../../contract/rules.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { AppError } from '../../../errors.ts'
import { findPendingUsername } from '../../accounts/pendingUsername.ts'
import type { Caller } from '../../auth/session.ts'
import { isLockedByGuesses } from '../../auth/signInLock.ts'
import type { Database } from '../../db/connect.ts'
import { accessories, firmwares, products, productUpdates, userProducts, users } from '../../db/tables.ts'
import { findRecordMeta } from '../../records/changeRecord.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { firmwareStateOf, lastUpdates } from '../userProduct/firmwareState.ts'
import { findGroupsOf, userKind } from './userRecord.ts'
import { rightsOnUser } from './userRights.ts'

/** Throws `resource.not.found`. */
export async function findShownUser(db: Database, id: number, caller: Caller, now: Date): Promise<ShownUser> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  if (row === undefined) throw new AppError('resource.not.found')
  const isLockedByGuessing = (await db.$count(users, and(eq(users.id, id), isLockedByGuesses(db, now)))) > 0
  return {
    ...row,
    ...(await findRecordMeta(db, userKind, row, now)),
    ...rightsOnUser(caller, row),
    tostring: `${row.firstname} ${row.lastname}`.trim(),
    pendingUsername: (await findPendingUsername(db, id, now))?.username ?? null,
    accountLocked: row.accountLocked || isLockedByGuessing,
    mayRenew: mayRenew(row, now),
    since: row.since.toISOString(),
    firstLaunch: text(row.firstLaunch),
    lastLaunch: text(row.lastLaunch),
    lastSync: text(row.lastSync),
    freeTrialEndDate: text(row.freeTrialEndDate),
    subscriptionStart: text(row.subscriptionStart),
    subscriptionEnd: text(row.subscriptionEnd),
    betaGroups: await findGroupsOf(db, id),
    userProducts: await findDetectors(db, id),
    accessories: await findCoils(db, id),
    productUpdates: await findUpdates(db, id),
  }
}

/** Specification, section 4: a user without a subscription, with a trial or with an expired subscription can get a new one. */
export function mayRenew(
  { subscriptionName, subscriptionEnd }: Pick<typeof users.$inferSelect, 'subscriptionName' | 'subscriptionEnd'>,
  now: Date,
): boolean {
  return subscriptionName === null || subscriptionName === 'TRIAL' || (subscriptionEnd !== null && subscriptionEnd < now)
}

function text(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

async function findDetectors(db: Database, userId: number): Promise<ShownUser['userProducts']> {
  const isTheirs = and(eq(userProducts.userId, userId), not(userProducts.isDeleted))
  const last = lastUpdates(db, isTheirs)
  const rows = await db
    .select({
      detector: userProducts,
      productName: products.name,
      last: { date: last.date, id: last.id, success: last.success, firmwareAfter: last.firmwareAfter, versionName: last.versionName },
    })
    .from(userProducts)
    .innerJoin(products, eq(products.id, userProducts.productId))
    .leftJoin(last, eq(last.userProductId, userProducts.id))
    .where(isTheirs)
    .orderBy(desc(userProducts.id))
    .limit(listRowsMax)
  return rows.map(({ detector: { id, serialNumber, createdAt, confirmedUpdateId }, productName, last: lastUpdate }) => ({
    id,
    productName,
    firmwareState: firmwareStateOf(lastUpdate, confirmedUpdateId),
    versionName: lastUpdate?.versionName ?? null,
    serialNumberFormatted: formatSerialNumber(serialNumber),
    since: createdAt.toISOString(),
  }))
}

async function findCoils(db: Database, userId: number): Promise<ShownUser['accessories']> {
  const rows = await db
    .select()
    .from(accessories)
    .where(and(eq(accessories.userId, userId), not(accessories.isDeleted)))
    .orderBy(desc(accessories.id))
    .limit(listRowsMax)
  return rows.map(({ id, name, serialNumber }) => ({ id, name, serialNumberFormatted: formatSerialNumber(serialNumber) }))
}

async function findUpdates(db: Database, userId: number): Promise<ShownUser['productUpdates']> {
  const rows = await db
    .select({ update: productUpdates, productName: products.name, versionName: firmwares.versionName })
    .from(productUpdates)
    .innerJoin(userProducts, eq(userProducts.id, productUpdates.userProductId))
    .innerJoin(products, eq(products.id, userProducts.productId))
    .innerJoin(firmwares, eq(firmwares.id, productUpdates.firmwareId))
    .where(eq(userProducts.userId, userId))
    .orderBy(desc(productUpdates.date), desc(productUpdates.id))
    .limit(listRowsMax)
  return rows.map(({ update: { id, date, success, errorType, firmwareAfter }, productName, versionName }) => ({
    id,
    date: date.toISOString(),
    productName,
    versionName,
    success,
    errorType,
    firmwareAfter: success === true ? null : firmwareAfter,
  }))
}
