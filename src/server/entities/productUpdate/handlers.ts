import { and, desc, eq, exists, inArray, not, sql } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import type { ProductUpdate } from '../../../contract/productUpdate.ts'
import { mayRecord } from '../../../contract/releaseRights.ts'
import { judgedVersion } from '../../../contract/requirements.ts'
import { listRowsMax, productUpdatesMax } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import type { Caller } from '../../auth/caller.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { firmwareProducts, firmwares, products, productUpdates, releases, userProducts } from '../../db/tables.ts'
import { addWithin, type Quota } from '../../limits/quota.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { type Beginning, beginningOf } from './beginning.ts'
import { takeReport } from '../outcome/takeReport.ts'
import { beginLease, renewLease } from './lease.ts'
import { findProductRights, findRightsTo, mayStartNow } from '../firmware/offeredFirmware.ts'
import { lastUpdateColumns, lastUpdates, settledStateOf } from '../userProduct/firmwareState.ts'

/** Deleted detectors and their updates count, because they come back when the detector is connected. */
const quota: Quota = {
  max: productUpdatesMax,
  count(db, userId) {
    const own = db.select({ id: userProducts.id }).from(userProducts).where(eq(userProducts.userId, userId))
    return db.$count(productUpdates, inArray(productUpdates.userProductId, own))
  },
  refusal: () => new AppError('account.full.error'),
}

export const productUpdate: HandlersOf<typeof contract.productUpdate> = {
  async getProductUpdatesForUser({ user, db }) {
    const rows = await db
      .select({
        update: productUpdates,
        versionName: firmwares.versionName,
        changelog: firmwares.changeLog,
        productName: products.name,
        serialNumber: userProducts.serialNumber,
      })
      .from(productUpdates)
      .innerJoin(userProducts, eq(userProducts.id, productUpdates.userProductId))
      .innerJoin(products, eq(products.id, userProducts.productId))
      .innerJoin(firmwares, eq(firmwares.id, productUpdates.firmwareId))
      .where(and(eq(userProducts.userId, user.id), not(userProducts.isDeleted)))
      .orderBy(desc(productUpdates.date), desc(productUpdates.id))
      .limit(listRowsMax)
    return rows.map(toResponse)
  },

  create({ body, user, now, appBuild = null, runIdempotent }) {
    const began = beginningOf(body, now)
    const find = async (db: Database, arrivedAt: Date) => {
      const [sent] = await db
        .select({ id: productUpdates.id })
        .from(productUpdates)
        .where(isSame(body, beginningOf(body, arrivedAt)))
        .limit(1)
      return sent
    }
    const create = async (db: Database) => {
      const [fitting] = await db
        .select({
          productId: userProducts.productId,
          hardwareVersion: userProducts.materialVersion,
          serialNumber: userProducts.serialNumber,
        })
        .from(userProducts)
        .innerJoin(firmwareProducts, eq(firmwareProducts.productId, userProducts.productId))
        .where(and(isOwn(user.id), eq(userProducts.id, body.userProductId), eq(firmwareProducts.firmwareId, body.firmwareId)))
        .limit(1)
      if (fitting === undefined) throw new AppError('resource.not.found')
      const left = await findLeft(db, body.userProductId)
      await assertMayOpen(db, { user, appBuild }, { ...body, ...fitting, left })
      if (body.date !== undefined) {
        const sent = await find(db, now)
        if (sent !== undefined) return sent
      }
      const { userProductId, firmwareId, isSimulated, browser } = body
      // An erased detector begins with no other state.
      const firmwareAfter = left.isEmpty || body.isErased === true ? 'none' : null
      const record = { userProductId, firmwareId, firmwareAfter, isSimulated, appBuild, browser, ...began } as const
      const created = await addWithin(db, user.id, [quota], async () =>
        single(await db.insert(productUpdates).values(record).returning({ id: productUpdates.id })),
      )
      if (body.now !== undefined) await beginLease(db, created.id, now.getTime() - began.date.getTime())
      return created
    }
    // A report that waits in a browser needs the record's id.
    return runIdempotent(create, find)
  },

  async renew({ params: { id }, body: { percent }, user, db }) {
    const isThis = and(eq(productUpdates.id, id), ownedBy(db, user.id))
    if ((await db.$count(productUpdates, isThis)) === 0) throw new AppError('resource.not.found')
    await renewLease(db, id, percent)
    return { id }
  },

  async report({ params, body, user, now, db }) {
    if (params.id !== body.productUpdateId) throw new AppError('request.invalid')
    const { success, errorType = null } = body
    const firmwareAfter = errorType === 'REBOOT_ERROR' ? 'unknown' : body.firmwareAfter
    const isThis = and(eq(productUpdates.id, params.id), ownedBy(db, user.id))
    // Missing fields stay unchanged: a failure without `firmwareAfter` keeps what the erase reported.
    const changes =
      success === undefined ? { firmwareAfter } : { success, errorType, reportedAt: now, firmwareAfter: success ? null : firmwareAfter }
    const reported = await takeReport(db, { id: params.id, which: isThis, success, changes }, now)
    if (reported !== undefined) return { id: reported }

    const [known] = await db.select().from(productUpdates).where(isThis)
    if (known === undefined) throw new AppError('resource.not.found')
    // A late report of an erase, from a page that could not send it earlier.
    if (success === undefined) return { id: known.id }
    if (known.success !== success || known.errorType !== errorType) throw new AppError('resource.not.found')
    return { id: known.id }
  },
}

type Row = {
  readonly update: typeof productUpdates.$inferSelect
  readonly versionName: string
  readonly changelog: string | null
  readonly productName: string
  readonly serialNumber: string
}

function toResponse({ update, serialNumber, ...row }: Row): ProductUpdate {
  return { ...update, ...row, date: update.date.toISOString(), serialNumberFormatted: formatSerialNumber(serialNumber) }
}

/**
 * Whether this update was recorded before. An offline page may send it again after its idempotency key has expired, and no detector starts
 * two updates in one millisecond of its computer's clock.
 */
function isSame({ userProductId, firmwareId }: { userProductId: number; firmwareId: number }, { date: began, sentDate: sent }: Beginning) {
  const { userProductId: detector, firmwareId: installed, date, sentDate } = productUpdates
  const isThen = sent === null ? eq(date, began) : eq(sentDate, sent)
  return and(eq(detector, userProductId), eq(installed, firmwareId), isThen)
}

type Left = {
  /** As its owner's list takes it. */
  readonly isErased: boolean
  /** The last update that is known has erased it, also where another one may have begun later. */
  readonly isEmpty: boolean
  readonly installedVersion: string | null
}

/** What is on the detector as its next update begins. */
async function findLeft(db: Database, userProductId: number): Promise<Left> {
  const last = lastUpdates(db)
  const { versionName, isRecalled } = last
  const [found] = await db
    .select({
      ...lastUpdateColumns(last),
      versionName,
      isRecalled,
      isConfirmed: sql<boolean>`${last.id} is not distinct from ${userProducts.confirmedUpdateId}`,
    })
    .from(last)
    .innerJoin(userProducts, eq(userProducts.id, last.userProductId))
    .where(eq(userProducts.id, userProductId))
  if (found === undefined) return { isErased: false, isEmpty: false, installedVersion: null }
  const isErased = settledStateOf(found) === 'none'
  return {
    isErased,
    isEmpty: isErased || (found.state === 'unknown' && found.firmwareAfter === 'none' && !found.isConfirmed),
    installedVersion: found.state === 'installed' ? judgedVersion(found) : null,
  }
}

type Opening = {
  readonly userProductId: number
  readonly firmwareId: number
  readonly productId: number
  readonly hardwareVersion: number
  readonly serialNumber: string
  readonly left: Left
  readonly date?: unknown
  readonly isStart?: boolean | undefined
  readonly isErased?: boolean | undefined
}

/**
 * Throws where the caller may not begin this update, or, where it has begun, may not record it. A halt of the release waits for this
 * transaction or is seen by it: an update whose record opens after a halt does not begin.
 */
async function assertMayOpen(
  db: Database,
  { user, appBuild }: { readonly user: Caller; readonly appBuild: number | null },
  { userProductId, firmwareId, productId, hardwareVersion, serialNumber, left, date, isStart, isErased }: Opening,
): Promise<void> {
  const ofFirmware = db.select({ id: firmwares.releaseId }).from(firmwares).where(eq(firmwares.id, firmwareId))
  await db
    .select({ id: releases.id })
    .from(releases)
    .where(sql`${releases.id} = (${ofFirmware})`)
    .for('share')
  if (date !== undefined && isStart !== true) {
    const recorded = await findRightsTo(db, user, firmwareId)
    if (recorded === undefined || !mayRecord(recorded.facts)) throw new AppError('resource.not.found')
    return
  }
  // Of an unknown model, whose product is deleted or shares its type number, there is none.
  const rights = (await findProductRights(db, user, [productId])).get(productId)
  const row = rights?.find(({ firmware }) => firmware.id === firmwareId)
  const facts = { hasBegun: row?.begunOn.includes(userProductId) === true, isErased: isErased === true || left.isErased }
  // Battery and coil only a page knows.
  const unknown = { batteryPercent: null, hasCoil: null }
  const detector = { ...unknown, ...facts, hardwareVersion, serialNumber, installedVersion: left.installedVersion, appBuild }
  if (row !== undefined && mayStartNow(row, detector)) return
  throw new AppError(isStart === true ? 'release.not.offered.error' : 'resource.not.found')
}

function isOwn(userId: number) {
  return and(eq(userProducts.userId, userId), not(userProducts.isDeleted))
}

function ownedBy(db: Database, userId: number) {
  const owner = db
    .select({ one: sql`1` })
    .from(userProducts)
    .where(and(eq(userProducts.id, productUpdates.userProductId), isOwn(userId)))
  return exists(owner)
}
