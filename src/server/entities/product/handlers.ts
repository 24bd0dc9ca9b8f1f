import { and, countDistinct, eq, inArray, ne, not, sql } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import { product as calls, type ProductRow } from '../../../contract/product.ts'
import type { RecordField } from '../../../contract/recordFields.ts'
import { listRowsMax } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { firmwareProducts, firmwares, products, releases, userProducts } from '../../db/tables.ts'
import { exportHandlers } from '../../exports/exportRows.ts'
import { createRecord, findRecordMeta, removeHandlers } from '../../records/changeRecord.ts'
import { byBytes, foldedOrder } from '../../records/foldText.ts'
import { listHandlers, type ListSource } from '../../records/list.ts'
import { type FormKind, saveForm } from '../../records/saveForm.ts'
import { findTypeIdClashes, hasOwnTypeId, nameOfFirmware, newestVersionFirst } from '../catalogue.ts'
import { dropApprovals } from '../offers/approvals.ts'
import { guardOffers } from '../offers/guardOffers.ts'
import { findProductChoices, searchedProduct } from './productChoices.ts'

export const productKind: FormKind<RecordField<'product'>> = {
  entity: 'product',
  table: products,
  unique: { products_name_key: { code: 'name.already.exists.error', invalidField: 'name' } },
  clashes: [{ code: 'typeId.already.exists.error', invalidField: 'typeId', find: findTypeIdClashes }],
  guards: [guardOffers],
  form: { request: calls.update.request },
  fields: { name: products.name, typeName: products.typeName, typeId: products.typeId },
}

export const productList: ListSource<ProductRow> = {
  table: products,
  searched: searchedProduct,
  sorts: (db) => ({
    name: foldedOrder(products.name),
    typeName: foldedOrder(products.typeName),
    lastFirmwareVersion: byBytes(lastFirmware(db, firmwares.versionKey)),
    nbUsers: nbUsers(db),
  }),
  filters: () => [],
  async find(db, ids) {
    return db
      .select({
        id: products.id,
        name: products.name,
        typeName: products.typeName,
        isDeleted: products.isDeleted,
        lastFirmwareVersion: lastFirmware(db, firmwares.versionName),
        nbUsers: nbUsers(db),
      })
      .from(products)
      .where(inArray(products.id, [...ids]))
  },
}

/** Of the newest firmware offered to every customer of the product, so betas and staged ones do not count. */
function lastFirmware(db: Database, column: typeof firmwares.versionName | typeof firmwares.versionKey) {
  const newest = db
    .select({ column })
    .from(firmwares)
    .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, firmwares.id))
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .where(and(eq(firmwareProducts.productId, products.id), eq(releases.state, 'released'), not(firmwares.isDeleted)))
    .orderBy(...newestVersionFirst())
    .limit(1)
  return sql<string | null>`(${newest})`
}

/**
 * A released firmware says which type it is for, so its product keeps its number. One that shares its number with another may change: its
 * detectors are offered nothing until then (catalogue.ts). Approvals were for the former detectors.
 */
async function retype(db: Database, id: number, typeId: number): Promise<void> {
  const [changed] = await db
    .select({ isOwn: sql<boolean>`(${hasOwnTypeId(db)})` })
    .from(products)
    .where(and(eq(products.id, id), ne(products.typeId, typeId)))
  if (changed === undefined) return
  const ofProduct = db
    .select({ id: firmwares.releaseId })
    .from(firmwareProducts)
    .innerJoin(firmwares, eq(firmwares.id, firmwareProducts.firmwareId))
    .where(eq(firmwareProducts.productId, id))
  // Locked: one that is being offered is offered for the former number.
  const itsReleases = await db.select().from(releases).where(inArray(releases.id, ofProduct)).orderBy(releases.id).for('update')
  if (changed.isOwn && itsReleases.some(({ offeredAt }) => offeredAt !== null))
    throw new AppError('typeId.in.use.error', { invalidField: 'typeId' })
  for (const release of itsReleases) await dropApprovals(db, release.id)
}

function nbUsers(db: Database) {
  const owners = db
    .select({ owners: countDistinct(userProducts.userId) })
    .from(userProducts)
    .where(and(eq(userProducts.productId, products.id), not(userProducts.isDeleted)))
  return sql<number>`(${owners})`.mapWith(Number)
}

export const product: HandlersOf<typeof contract.product> = {
  ...listHandlers(productList, calls),
  ...exportHandlers(productList, {
    list: 'product',
    columns: {
      name: ({ name }) => name,
      typeName: ({ typeName }) => typeName,
      lastFirmwareVersion: (row) => row.lastFirmwareVersion,
      nbUsers: (row) => row.nbUsers,
    },
  }),

  getAllNotDeleted: ({ db }) => findProductChoices(db),

  async get({ params, db, now }) {
    const [row] = await db.select().from(products).where(eq(products.id, params.id))
    if (row === undefined) throw new AppError('resource.not.found')
    const installable = await db
      .select({ id: firmwares.id, versionName: firmwares.versionName, language: firmwares.language })
      .from(firmwares)
      .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, firmwares.id))
      .where(and(eq(firmwareProducts.productId, row.id), not(firmwares.isDeleted)))
      .orderBy(...newestVersionFirst())
      .limit(listRowsMax)
    const named = installable.map((one) => ({ id: one.id, tostring: nameOfFirmware(one) }))
    return { ...row, tostring: row.name, firmwares: named, ...(await findRecordMeta(db, productKind, row, now)) }
  },

  create({ body, ...call }) {
    return createRecord(call, productKind, async (db) => single(await db.insert(products).values(body).returning({ id: products.id })))
  },

  update(call) {
    return saveForm(call, productKind, async (db, values) => {
      await retype(db, call.params.id, values.typeId)
      await db.update(products).set(values).where(eq(products.id, call.params.id))
    })
  },

  ...removeHandlers(productKind),
}
