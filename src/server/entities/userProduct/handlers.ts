import { and, desc, eq, not, type SQL, sql } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import { listRowsMax, userProductsMax } from '../../../contract/rules.ts'
import type { UserProduct } from '../../../contract/userProduct.ts'
import { AppError } from '../../../errors.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { prepareOnce } from '../../db/prepareOnce.ts'
import { single } from '../../db/single.ts'
import { type accessories, files, products, proofChecks, userProducts } from '../../db/tables.ts'
import { addWithin, type Quota } from '../../limits/quota.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { readPurchase } from '../accessory/purchase.ts'
import { proofCheckOf } from '../accessory/proofState.ts'
import { purchaseProofOf } from '../accessory/purchaseProof.ts'
import { hasOwnTypeId } from '../catalogue.ts'
import { removeOwned, restoreOwned } from '../../accounts/ownedRecord.ts'
import type { Caller } from '../../auth/caller.ts'
import { findAvailableUpdates } from '../firmware/availableUpdates.ts'
import { detectorKind } from './detectorKind.ts'
import { firmwareStateOf, lastUpdateColumns, lastUpdates, openUpdateOf, settledStateOf } from './firmwareState.ts'
import { hasPurchase, isOwnDetector, saveDetectorPurchase } from './detectorPurchase.ts'

/** Deleted detectors count, because they come back when they are connected. */
const quota: Quota = {
  max: userProductsMax,
  count: (db, userId) => db.$count(userProducts, eq(userProducts.userId, userId)),
  refusal: () => new AppError('account.full.error'),
}

export const userProduct: HandlersOf<typeof contract.userProduct> = {
  async getUserProductsForUser(call) {
    return withAvailable(call, await ownDetectors(call.db).execute({ userId: call.user.id }))
  },

  /**
   * One row per customer and serial number. Connecting a detector adds it to the customer's list and does not remove it from another's (a
   * loan or a sale). If old data has several products of its type, none is chosen, not even the one stored earlier, which was a guess as
   * well.
   */
  async getOrCreate(call) {
    const { body, user, now, db } = call
    const [product] = await db
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.typeId, body.productTypeId), hasOwnTypeId(db)))
      .limit(1)
    if (product === undefined) throw new AppError('resource.not.found')
    const reported = { ...body, productId: product.id, isDeleted: false }
    const saved = await db.transaction((transaction) =>
      addWithin(transaction, user.id, [quota], () =>
        transaction
          .insert(userProducts)
          .values({ ...reported, userId: user.id, createdAt: now })
          .onConflictDoUpdate({ target: [userProducts.userId, userProducts.serialNumber], set: reported })
          .returning({ id: userProducts.id }),
      ),
    )
    return single(await find(call, eq(userProducts.id, single(saved).id)))
  },

  async confirmWorks({ params, user, db }) {
    const which = isOwnDetector(params.id, user.id)
    const last = lastUpdates(db)
    const [owned] = await db
      .select({ lastUpdateId: last.id })
      .from(userProducts)
      .leftJoin(last, eq(last.userProductId, userProducts.id))
      .where(which)
    if (owned === undefined) throw new AppError('resource.not.found')
    await db.update(userProducts).set({ confirmedUpdateId: owned.lastUpdateId }).where(which)
    return {}
  },

  async rename(call) {
    const which = isOwnDetector(call.params.id, call.user.id)
    const nickname = call.body.nickname || null
    const renamed = await call.db.update(userProducts).set({ nickname }).where(which).returning({ id: userProducts.id })
    if (renamed.length === 0) throw new AppError('resource.not.found')
    return single(await find(call, which))
  },

  async registerPurchase({ params: { id }, body, ...call }) {
    const { user } = call
    const isProofRequired = !(await hasPurchase(call.db, id, user.id))
    const purchase = await readPurchase(call, body, { isProofRequired })
    return call.runIdempotent(async (db) => {
      await saveDetectorPurchase(db, id, user.id, purchase)
      return single(await find({ ...call, db }, eq(userProducts.id, id)))
    })
  },

  delete: (call) => removeOwned(call, detectorKind),
  restore: (call) => restoreOwned(call, detectorKind),
}

type Reader = { readonly db: Database; readonly user: Caller; readonly appBuild?: number | undefined }

/** Newest first. */
function detectorsQuery(db: Database, which: SQL | undefined) {
  const last = lastUpdates(db)
  const { firmwareId, versionName, language, isRecalled, withdrawnAt } = last
  return db
    .select({
      row: userProducts,
      product: products,
      proof: files,
      check: proofChecks,
      last: { ...lastUpdateColumns(last), firmwareId, versionName, language, isRecalled, withdrawnAt },
      coils: sql<Coil[] | null>`(
        select json_agg(json_build_object('id', c.id, 'name', c.name, 'serialNumber', c.serial_number) order by c.name, c.id desc)
        from accessories c where c.user_product_id = ${userProducts.id} and not c.is_deleted)`.as('coils'),
    })
    .from(userProducts)
    .innerJoin(products, eq(products.id, userProducts.productId))
    .leftJoin(last, eq(last.userProductId, userProducts.id))
    .leftJoin(files, eq(files.id, userProducts.purchaseProofFileId))
    .leftJoin(proofChecks, eq(proofChecks.fileId, files.id))
    .where(which)
    .orderBy(desc(userProducts.createdAt), desc(userProducts.id))
    .limit(listRowsMax)
}

/** All of somebody's: a quarter of all requests. */
const ownDetectors = prepareOnce((db) =>
  detectorsQuery(db, and(eq(userProducts.userId, sql.placeholder('userId')), not(userProducts.isDeleted))).prepare('own_detectors'),
)

type Row = Awaited<ReturnType<typeof detectorsQuery>>[number]
type Coil = Pick<typeof accessories.$inferSelect, 'id' | 'name' | 'serialNumber'>

/** Of the caller's own. */
async function find(reader: Reader, which: SQL | undefined): Promise<UserProduct[]> {
  return withAvailable(reader, await detectorsQuery(reader.db, which))
}

async function withAvailable({ db, user, appBuild }: Reader, rows: readonly Row[]): Promise<UserProduct[]> {
  const available = await findAvailableUpdates(
    db,
    user,
    rows.map(({ row, last }) => ({ ...row, firmwareState: settledStateOf(last), last })),
    appBuild ?? null,
  )
  return rows.map((row) => toResponse(row, available.get(row.row.id) ?? null))
}

function toResponse({ row, product, proof, check, last, coils }: Row, available: UserProduct['available']): UserProduct {
  const firmwareState = firmwareStateOf(last)
  const firmware = last && { id: last.firmwareId, versionName: last.versionName, language: last.language }
  const serialNumberFormatted = formatSerialNumber(row.serialNumber)
  return {
    ...row,
    product,
    productName: product.name,
    tostring: `${product.name} ${serialNumberFormatted}`,
    serialNumberFormatted,
    currentFirmware: firmwareState === 'installed' ? firmware : null,
    recall: firmwareState === 'installed' ? recallOf(last) : null,
    firmwareState,
    available,
    openUpdate: openUpdateOf(last),
    lastUpdate: last && firmware && { id: last.id, date: last.date.toISOString(), firmware },
    purchaseDate: row.purchaseDate?.toISOString() ?? null,
    startWarranty: row.startWarranty?.toISOString() ?? null,
    endWarranty: row.endWarranty?.toISOString() ?? null,
    purchaseProof: purchaseProofOf(proof),
    proofCheck: proofCheckOf(check, row.purchaseDate),
    startWarrantyExtension: row.startWarrantyExtension?.toISOString() ?? null,
    endWarrantyExtension: row.endWarrantyExtension?.toISOString() ?? null,
    accessories: (coils ?? []).map(({ id, name, serialNumber }) => ({ id, name, serialNumberFormatted: formatSerialNumber(serialNumber) })),
  }
}

function recallOf(last: Row['last']): UserProduct['recall'] {
  if (last?.isRecalled !== true || last.withdrawnAt === null) return null
  return { versionName: last.versionName, withdrawnAt: last.withdrawnAt.toISOString() }
}
