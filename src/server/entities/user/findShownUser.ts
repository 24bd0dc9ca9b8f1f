/** Everything that staff see of one user. */
import { and, desc, eq, isNull, not } from 'drizzle-orm'
import { listRowsMax } from '../../../contract/rules.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { AppError } from '../../../errors.ts'
import { findDeletionState } from '../../accounts/deletionState.ts'
import { findPendingUsername } from '../../accounts/pendingUsername.ts'
import { findSubscriptions, hasSubscription } from '../../accounts/subscription.ts'
import type { Caller } from '../../auth/caller.ts'
import { isLockedByGuesses } from '../../auth/signInLock.ts'
import type { Database } from '../../db/connect.ts'
import {
  accessories,
  files,
  firmwares,
  products,
  productUpdates,
  proofChecks,
  secondFactors,
  userProducts,
  users,
} from '../../db/tables.ts'
import { toInternational } from '../../messages/phone.ts'
import { findRecordMeta } from '../../records/changeRecord.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { findAccessories } from '../accessory/findAccessories.ts'
import { proofCheckOf } from '../accessory/proofState.ts'
import { purchaseProofOf } from '../accessory/purchaseProof.ts'
import { firmwareStateOf, lastUpdateColumns, lastUpdates, openUpdateOf, settledStateOf } from '../userProduct/firmwareState.ts'
import { findAvailableUpdates } from '../firmware/availableUpdates.ts'
import { findGroupsOfUser } from '../betaGroup/groupLinks.ts'
import { userKind } from './userRecord.ts'
import { rightsOnUser } from '../../accounts/userRights.ts'

type Reader = { readonly user: Caller; readonly now: Date; readonly appBuild?: number | undefined }

/** Throws `resource.not.found`. `appBuild`: of the reader's page, which is as new as the one that the user would open. */
export async function findShownUser(db: Database, id: number, { user: caller, now, appBuild }: Reader): Promise<ShownUser> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.erasedAt)))
  if (row === undefined) throw new AppError('resource.not.found')
  const isLockedByGuessing = (await db.$count(users, and(eq(users.id, id), isLockedByGuesses(db, now)))) > 0
  return {
    ...row,
    ...(await findRecordMeta(db, userKind, row, now)),
    ...rightsOnUser(caller, row),
    tostring: `${row.firstname} ${row.lastname}`.trim(),
    phoneInternational: toInternational(row),
    pendingUsername: (await findPendingUsername(db, id, now))?.username ?? null,
    accountLocked: row.accountLocked || isLockedByGuessing,
    secondFactors: await db.$count(secondFactors, eq(secondFactors.userId, id)),
    mayRenew: !hasSubscription(row, now),
    since: row.since.toISOString(),
    firstLaunch: text(row.firstLaunch),
    lastLaunch: text(row.lastLaunch),
    lastSync: text(row.lastSync),
    freeTrialEndDate: text(row.freeTrialEndDate),
    ...(await findDeletionState(db, id)),
    subscriptionStart: text(row.subscriptionStart),
    subscriptionEnd: text(row.subscriptionEnd),
    subscriptions: await findSubscriptions(db, id),
    betaGroups: await findGroupsOfUser(db, id),
    userProducts: await findDetectors(db, row, appBuild ?? null),
    accessories: await findAccessories(db, and(eq(accessories.userId, id), not(accessories.isDeleted))),
    productUpdates: await findUpdates(db, id),
  }
}

function text(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

async function findDetectors(db: Database, owner: typeof users.$inferSelect, appBuild: number | null): Promise<ShownUser['userProducts']> {
  const isTheirs = and(eq(userProducts.userId, owner.id), not(userProducts.isDeleted))
  const last = lastUpdates(db)
  const rows = await db
    .select({
      detector: userProducts,
      productName: products.name,
      typeName: products.typeName,
      proof: files,
      check: proofChecks,
      last: { ...lastUpdateColumns(last), versionName: last.versionName, language: last.language, isRecalled: last.isRecalled },
    })
    .from(userProducts)
    .innerJoin(products, eq(products.id, userProducts.productId))
    .leftJoin(last, eq(last.userProductId, userProducts.id))
    .leftJoin(files, eq(files.id, userProducts.purchaseProofFileId))
    .leftJoin(proofChecks, eq(proofChecks.fileId, files.id))
    .where(isTheirs)
    .orderBy(desc(userProducts.id))
    .limit(listRowsMax)
  const found = rows.map((row) => Object.assign(row, { firmwareState: firmwareStateOf(row.last) }))
  const available = await findAvailableUpdates(
    db,
    owner,
    found.map(({ detector, last: its }) => ({ ...detector, firmwareState: settledStateOf(its), last: its })),
    appBuild,
  )
  return found.map(({ detector, productName, typeName, proof, check, firmwareState, last: lastUpdate }) => ({
    id: detector.id,
    productName,
    typeName,
    firmwareState,
    availableVersion: available.get(detector.id)?.versionName ?? null,
    openUpdate: openUpdateOf(lastUpdate),
    versionName: lastUpdate?.versionName ?? null,
    serialNumberFormatted: formatSerialNumber(detector.serialNumber),
    since: detector.createdAt.toISOString(),
    electronicBoardSerial: detector.electronicBoardSerial,
    purchaseDate: text(detector.purchaseDate),
    purchaseProof: purchaseProofOf(proof),
    proofCheck: proofCheckOf(check, detector.purchaseDate),
    startWarranty: text(detector.startWarranty),
    endWarranty: text(detector.endWarranty),
    startWarrantyExtension: text(detector.startWarrantyExtension),
    endWarrantyExtension: text(detector.endWarrantyExtension),
  }))
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
  return rows.map(({ update: { id, date, success, errorType, userProductId, firmwareAfter }, productName, versionName }) => ({
    id,
    userProductId,
    date: date.toISOString(),
    productName,
    versionName,
    success,
    errorType,
    firmwareAfter,
  }))
}
