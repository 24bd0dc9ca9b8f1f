import { and, count, desc, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import { firmware as calls, type FirmwareRow } from '../../../contract/firmware.ts'
import { foldText } from '../../../contract/foldText.ts'
import { flagsOf, isOfferedState } from '../../../contract/releaseStates.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { flagColumns, standingOf } from '../storedStates.ts'
import { firmwareProducts, firmwares, products, productUpdates, releases } from '../../db/tables.ts'
import { exportHandlers } from '../../exports/exportRows.ts'
import { changeOthers, findRecordMeta, removeHandlers } from '../../records/changeRecord.ts'
import { byBytes, containsWords, folded, foldedOrder, type SearchedText } from '../../records/foldText.ts'
import { listHandlers, type ListSource } from '../../records/list.ts'
import { booleanFilter, dateFilter, recordFilter } from '../../records/listFilters.ts'
import { wholeUnlessSearched } from '../../records/wholeUnlessSearched.ts'
import { nameOfFirmware, newestVersionFirst } from '../catalogue.ts'
import { findGroupsOfFirmware } from '../betaGroup/groupLinks.ts'
import { findProductChoices, searchedProduct } from '../product/productChoices.ts'
import { dropConsent, dropSchedule, keepStanding, livingFirmwares, takeBack, writeStep } from './changeRelease.ts'
import { findFirmware, firmwareKind } from './firmwareKind.ts'
import { findProducts, isForProduct } from './firmwareLinks.ts'
import { findProductRights, isOfferedToAll } from './offeredFirmware.ts'
import { listedWithFacts, offered } from './listedFirmware.ts'
import { compareFirmware } from './readFirmware.ts'
import { createFirmware, updateFirmware } from './saveFirmware.ts'
import { findVersions } from './versions.ts'

const ofFirmware: SearchedText = {
  text: folded(sql`' ' || ${firmwares.versionName} || ' ' || ${firmwares.language}`),
  name: foldedOrder(firmwares.versionName),
}

export const firmwareList: ListSource<FirmwareRow> = {
  table: firmwares,
  searched: searchFirmware,
  sorts: (db) => ({
    versionName: byBytes(firmwares.versionKey),
    language: foldedOrder(firmwares.language),
    releaseDate: firmwares.releaseDate,
    ...flagColumns,
    nbProductUpdates: nbProductUpdates(db),
  }),
  filters: (db) => [
    recordFilter(
      'product',
      () => findProductChoices(db),
      (productId) => isForProduct(db, productId),
    ),
    booleanFilter('isActive', flagColumns.isActive),
    booleanFilter('isBetaTest', flagColumns.isBetaTest),
    dateFilter('releaseDate', firmwares.releaseDate),
  ],
  async find(db, ids) {
    const rows = await db
      .select({ firmware: firmwares, release: releases, nbProductUpdates: nbProductUpdates(db) })
      .from(firmwares)
      .innerJoin(releases, eq(releases.id, firmwares.releaseId))
      .where(inArray(firmwares.id, [...ids]))
    const inProducts = await findProducts(db, ids)
    return rows.map((row) => {
      const standing = standingOf(row.firmware, row.release)
      return Object.assign(row.firmware, {
        releaseDate: row.firmware.releaseDate.toISOString(),
        nbProductUpdates: row.nbProductUpdates,
        state: standing.state,
        ...flagsOf(standing),
        products: inProducts.filter(({ firmwareId }) => firmwareId === row.firmware.id),
      })
    })
  },
}

export const firmware: HandlersOf<typeof contract.firmware> = {
  ...listHandlers(firmwareList, calls),
  ...exportHandlers(firmwareList, {
    list: 'firmware',
    columns: {
      versionName: ({ versionName }) => versionName,
      products: (row) => row.products.map(({ tostring }) => tostring).join(', '),
      // Until it is offered, the date is the one when it was made.
      releaseDate: { is: 'instant', at: ({ releaseDate, state }) => (state === 'draft' ? null : releaseDate) },
      language: ({ language }) => language,
      isBetaTest: ({ isBetaTest }) => isBetaTest,
      nbProductUpdates: (row) => row.nbProductUpdates,
      isActive: ({ isActive }) => isActive,
      state: ({ state }) => state ?? null,
    },
  }),

  async getAllForProductAndUser({ params, user, db, appBuild }) {
    const rows = (await findProductRights(db, user, [params.productId])).get(params.productId) ?? []
    // Pages that do not say their build decide nothing for themselves: they get what the caller is offered like everybody else.
    return appBuild === undefined ? rows.filter(isOfferedToAll).map(offered) : listedWithFacts(rows)
  },

  async inspectFile({ query: { selectedProductIds, ...about }, db }) {
    return compareFirmware(db, { ...about, productIds: selectedProductIds })
  },

  getVersions: ({ query: { selectedProductIds }, db }) => findVersions(db, selectedProductIds),

  async getLanguages({ db }) {
    const rows = await db
      .select({ language: firmwares.language, used: count() })
      .from(firmwares)
      .where(not(firmwares.isDeleted))
      .groupBy(firmwares.language)
      .orderBy(desc(count()), foldedOrder(firmwares.language))
    const seen = new Set<string>()
    return rows.flatMap(({ language }) => {
      const name = foldText(language)
      if (seen.has(name)) return []
      seen.add(name)
      return [language]
    })
  },

  async getAllBetaTest({ query, db }) {
    const betas = db
      .select()
      .from(firmwares)
      .where(and(flagColumns.isBetaTest, not(firmwares.isDeleted), ...searchFirmware(db, query.search ?? '')))
      .orderBy(...newestVersionFirst())
    const rows = await wholeUnlessSearched(betas, query.search)
    return rows.map((row) => ({ id: row.id, tostring: nameOfFirmware(row) }))
  },

  async get({ params: { id }, db, now }) {
    const { firmware: row, file, state, isActive, isBetaTest } = await findFirmware(db, id)
    const [inProducts, inGroups] = [await findProducts(db, [id]), await findGroupsOfFirmware(db, id)]
    const [nbUpdates, nbSuccesses] = [
      await db.$count(productUpdates, eq(productUpdates.firmwareId, id)),
      await db.$count(productUpdates, and(eq(productUpdates.firmwareId, id), eq(productUpdates.success, true))),
    ]
    return {
      ...row,
      ...(await findRecordMeta(db, firmwareKind, row, now)),
      state,
      isActive,
      isBetaTest,
      tostring: nameOfFirmware(row),
      releaseDate: row.releaseDate.toISOString(),
      firmwareFile: file,
      products: inProducts,
      betaGroups: inGroups,
      nbProductUpdates: nbUpdates,
      nbSuccesses,
    }
  },

  create: createFirmware,
  update: updateFirmware,

  ...removeHandlers(firmwareKind, {
    async beforeRemove({ params: { id }, ...call }, db) {
      const { release, state } = await findFirmware(db, id)
      const others = await findOthers(db, release.id, id)
      // The last language of a release takes it along; it comes back halted.
      const isLast = others.length === 0
      if (isLast && isOfferedState(state)) await writeStep(db, call, { releaseId: release.id, step: 'halt' })
      if (isLast) await dropSchedule(db, release.id)
      await keepStanding(db, { id, releaseId: release.id })
      await changeOthers(db, firmwareKind, { ...call, ids: others }, () => dropConsent(db, release.id))
    },
    async afterRestore({ params: { id }, ...call }, db, deletedAt) {
      const others = await findOthers(db, (await findFirmware(db, id)).release.id, id)
      await changeOthers(db, firmwareKind, { ...call, ids: others }, () => takeBack(db, id, deletedAt))
    },
  }),
}

/** The other languages of a release. */
async function findOthers(db: Database, releaseId: number, id: number): Promise<number[]> {
  return (await livingFirmwares(db, releaseId)).map((image) => image.id).filter((other) => other !== id)
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

function nbProductUpdates(db: Database) {
  const updates = db.select({ updates: count() }).from(productUpdates).where(eq(productUpdates.firmwareId, firmwares.id))
  return sql<number>`(${updates})`.mapWith(Number)
}
