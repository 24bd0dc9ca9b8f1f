import { and, count, desc, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import type { Upload } from '../../../contract/fields.ts'
import { firmware as calls, type FirmwareRow, type OfferedFirmware } from '../../../contract/firmware.ts'
import type { RecordField } from '../../../contract/recordFields.ts'
import { AppError } from '../../../errors.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { files, firmwareProducts, firmwares, products, productUpdates } from '../../db/tables.ts'
import { cleanFilename } from '../../files/cleanFilename.ts'
import { type InsertFile, storeFile } from '../../files/storeFile.ts'
import { changeMembers } from '../../records/changeMembers.ts'
import { changeRecord, createRecord, findRecordMeta, type RecordKind, removeHandlers } from '../../records/changeRecord.ts'
import { byBytes, containsWords, folded, foldedOrder, type SearchedText } from '../../records/foldText.ts'
import { listHandlers, type ListSource } from '../../records/list.ts'
import { booleanFilter, dateFilter, recordFilter } from '../../records/listFilters.ts'
import { nameWithHash, namesOf, readStoredForm } from '../../records/storedFields.ts'
import { wholeUnlessSearched } from '../../records/wholeUnlessSearched.ts'
import type { ServerContext } from '../../serverContext.ts'
import { findVersionClashes, hasOwnTypeId, nameOfFirmware } from '../catalogue.ts'
import { findGroupsOfFirmware, groupsOfFirmware } from '../betaGroup/groupLinks.ts'
import { findProductChoices, searchedProduct } from '../product/productChoices.ts'
import { findProducts, isForProduct, setProducts } from './firmwareLinks.ts'
import { isOfferedTo } from './offeredFirmware.ts'
import { readFirmware } from './readFirmware.ts'

const ofFirmware: SearchedText = {
  text: folded(sql`' ' || ${firmwares.versionName} || ' ' || ${firmwares.language}`),
  name: foldedOrder(firmwares.versionName),
}

const firmwareKind: RecordKind<RecordField<'firmware'>> = {
  entity: 'firmware',
  table: firmwares,
  clash: { code: 'version.already.exists.error', invalidField: 'versionName', find: findVersionClashes },
  fields: {
    versionName: firmwares.versionName,
    language: firmwares.language,
    isBetaTest: firmwares.isBetaTest,
    isActive: firmwares.isActive,
    changeLog: firmwares.changeLog,
    selectedProductIds: { read: async (db, id) => namesOf(await findProducts(db, [id])) },
    selectedBetaGroupIds: { read: async (db, id) => namesOf(await findGroupsOfFirmware(db, id)) },
    file: { read: async (db, id) => nameWithHash((await findFirmware(db, id)).file) },
  },
}

/** What the edit form holds; with its products and groups, by which the contract sees whether more people get it. */
export async function findStoredFirmware({ db, params: { id } }: { db: Database; params: { id: number } }) {
  return {
    ...(await readStoredForm(db, firmwareKind, eq(firmwares.id, id))),
    selectedProductIds: idsOf(await findProducts(db, [id])),
    selectedBetaGroupIds: idsOf(await findGroupsOfFirmware(db, id)),
  }
}

function idsOf(choices: readonly { readonly id: number }[]): number[] {
  return choices.map((choice) => choice.id)
}

const list: ListSource<FirmwareRow> = {
  table: firmwares,
  searched: searchFirmware,
  sorts: (db) => ({
    versionName: byBytes(firmwares.versionKey),
    language: foldedOrder(firmwares.language),
    releaseDate: firmwares.releaseDate,
    isBetaTest: firmwares.isBetaTest,
    isActive: firmwares.isActive,
    nbProductUpdates: nbProductUpdates(db),
  }),
  filters: (db) => [
    recordFilter(
      'product',
      () => findProductChoices(db),
      (productId) => isForProduct(db, productId),
    ),
    booleanFilter('isActive', firmwares.isActive),
    booleanFilter('isBetaTest', firmwares.isBetaTest),
    dateFilter('releaseDate', firmwares.releaseDate),
  ],
  async find(db, ids) {
    const rows = await db
      .select({ firmware: firmwares, nbProductUpdates: nbProductUpdates(db) })
      .from(firmwares)
      .where(inArray(firmwares.id, [...ids]))
    const inProducts = await findProducts(db, ids)
    return rows.map((row) =>
      Object.assign(row.firmware, {
        releaseDate: row.firmware.releaseDate.toISOString(),
        nbProductUpdates: row.nbProductUpdates,
        products: inProducts.filter(({ firmwareId }) => firmwareId === row.firmware.id),
      }),
    )
  },
}

export const firmware: HandlersOf<typeof contract.firmware> = {
  ...listHandlers(list, calls),

  async getAllForProductAndUser({ params, user, db }) {
    const rows = await db
      .select({ firmware: firmwares, file: files })
      .from(firmwares)
      .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, firmwares.id))
      .innerJoin(files, eq(files.id, firmwares.fileId))
      .innerJoin(products, eq(products.id, firmwareProducts.productId))
      .where(and(eq(products.id, params.productId), hasOwnTypeId(db), isOfferedTo(db, user)))
      .orderBy(desc(firmwares.releaseDate), desc(firmwares.id))
    return rows.map(offered)
  },

  async getAllBetaTest({ query, db }) {
    const betas = db
      .select()
      .from(firmwares)
      .where(and(firmwares.isBetaTest, not(firmwares.isDeleted), ...searchFirmware(db, query.search ?? '')))
      .orderBy(desc(firmwares.releaseDate), desc(firmwares.id))
    const rows = await wholeUnlessSearched(betas, query.search)
    return rows.map((row) => ({ id: row.id, tostring: nameOfFirmware(row) }))
  },

  async get({ params: { id }, db, now }) {
    const { firmware: row, file } = await findFirmware(db, id)
    const [inProducts, inGroups] = [await findProducts(db, [id]), await findGroupsOfFirmware(db, id)]
    const [nbUpdates, nbSuccesses] = [
      await db.$count(productUpdates, eq(productUpdates.firmwareId, id)),
      await db.$count(productUpdates, and(eq(productUpdates.firmwareId, id), eq(productUpdates.success, true))),
    ]
    return {
      ...row,
      ...(await findRecordMeta(db, firmwareKind, row, now)),
      tostring: nameOfFirmware(row),
      releaseDate: row.releaseDate.toISOString(),
      firmwareFile: file,
      products: inProducts,
      betaGroups: inGroups,
      nbProductUpdates: nbUpdates,
      nbSuccesses,
    }
  },

  async create({ body: { file: upload, selectedProductIds, selectedBetaGroupIds, ...values }, ...call }) {
    const insertFile = await store(call, upload)
    return createRecord(call, firmwareKind, async (db) => {
      const fileId = await insertFile(db)
      const created = single(
        await db
          .insert(firmwares)
          .values({ ...values, fileId, releaseDate: call.now })
          .returning({ id: firmwares.id }),
      )
      await setProducts(db, created.id, selectedProductIds)
      await changeMembers(db, groupsOfFirmware(created.id), { selected: values.isBetaTest ? selectedBetaGroupIds : [] })
      return created
    })
  },

  async update({ body: { file: upload, selectedProductIds, selectedBetaGroupIds, betaGroupChanges, version, ...values }, ...call }) {
    const insertFile = upload && (await store(call, upload))
    const { id } = call.params
    return changeRecord(call, firmwareKind, { version }, async (db) => {
      // A new file gets a new row, so that the file behind an id never changes.
      const fileId = await insertFile?.(db)
      const { firmware: before } = await findFirmware(db, id)
      await db
        .update(firmwares)
        .set({ ...values, changeLog: values.changeLog ?? null, ...(fileId !== undefined && { fileId }) })
        .where(eq(firmwares.id, id))
      // The bytes are removed by jobs/removeOrphans.ts.
      if (fileId !== undefined) await db.delete(files).where(eq(files.id, before.fileId))
      await setProducts(db, id, selectedProductIds)
      const groups = values.isBetaTest ? { selected: selectedBetaGroupIds, changes: betaGroupChanges } : { selected: [] }
      await changeMembers(db, groupsOfFirmware(id), groups)
    })
  },

  ...removeHandlers(firmwareKind),
}

function offered(row: { firmware: typeof firmwares.$inferSelect; file: typeof files.$inferSelect }): OfferedFirmware {
  return { ...row.firmware, releaseDate: row.firmware.releaseDate.toISOString(), firmwareFile: row.file }
}

/** Conditions on `firmwares`. Each word occurs in the firmware or in one of its products, so that "ws6 5.2" finds version 5.2 for a WS6. */
function searchFirmware(db: Database, typed: string): SQL[] {
  const inProduct = containsWords(searchedProduct, typed)
  return containsWords(ofFirmware, typed).map((inFirmware, index) => {
    // Not correlated: the few products are searched once, not once for each firmware.
    const ofProducts = db
      .select({ id: firmwareProducts.firmwareId })
      .from(firmwareProducts)
      .innerJoin(products, eq(products.id, firmwareProducts.productId))
      .where(and(not(products.isDeleted), inProduct[index]))
    return sql`(${or(inFirmware, inArray(firmwares.id, ofProducts))})`
  })
}

async function findFirmware(db: Database, id: number) {
  const [row] = await db
    .select({ firmware: firmwares, file: files })
    .from(firmwares)
    .innerJoin(files, eq(files.id, firmwares.fileId))
    .where(eq(firmwares.id, id))
  if (row === undefined) throw new AppError('resource.not.found')
  return row
}

function nbProductUpdates(db: Database) {
  const updates = db.select({ updates: count() }).from(productUpdates).where(eq(productUpdates.firmwareId, firmwares.id))
  return sql<number>`(${updates})`.mapWith(Number)
}

async function store(call: Pick<ServerContext, 'storage'> & { now: Date }, file: Upload): Promise<InsertFile> {
  const pieces = await readFirmware(file)
  return storeFile(call, { pieces, filename: cleanFilename(file.name), kind: 'firmware', mediaType: 'application/octet-stream' })
}
