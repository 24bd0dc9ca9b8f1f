/**
 * The audit trail of all records, for administrators. It may have a million rows, so each condition has an index (db/tables/audit.ts). Records
 * are found by the search of their own lists.
 */
import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ActivityRow } from '../../contract/activity.ts'
import { type AuditedEntity, auditedEntities } from '../../contract/audit.ts'
import type { contract } from '../../contract/contract.ts'
import { staff } from '../../contract/endpoint.ts'
import type { RecordEntity } from '../../contract/recordFields.ts'
import { userChoice } from '../accounts/userNames.ts'
import type { HandlersOf } from '../call.ts'
import type { Database } from '../db/connect.ts'
import { auditEntries, betaGroups, firmwares, news, products, rallyZones, users } from '../db/tables.ts'
import { selectEntries, shownEntry } from '../records/auditTrail.ts'
import { listHandlers, type ListSource, searchedBy } from '../records/list.ts'
import { exportHandlers } from '../exports/exportRows.ts'
import { dateFilter, recordFilter, valueFilter } from '../records/listFilters.ts'
import { betaGroupList } from './betaGroup/handlers.ts'
import { nameOfFirmware } from './catalogue.ts'
import { firmwareList } from './firmware/handlers.ts'
import { newsList } from './news/handlers.ts'
import { productList } from './product/handlers.ts'
import { rallyZoneList } from './rallyZone/handlers.ts'
import { userList } from './user/userList.ts'

/** What an entry says of its record, by the record's id. */
type Facts = ReadonlyMap<number, { readonly name: string; readonly isDeleted: boolean }>

type Named = {
  /** The ids of the records that a search finds, deleted or not; undefined for a search of nothing. */
  readonly search: (db: Database, typed: string) => SQL | undefined
  readonly find: (db: Database, ids: readonly number[]) => Promise<Facts>
}

/** Batches of codes have no names. Read from the records' own tables alone: the rows of their lists also count what belongs to them. */
const named: Readonly<Record<RecordEntity, Named>> = {
  user: namedBy(
    userList,
    users,
    { firstname: users.firstname, lastname: users.lastname, username: users.username },
    (row) => userChoice(row)?.tostring ?? '',
  ),
  product: namedBy(productList, products, { name: products.name }, ({ name }) => name),
  firmware: namedBy(firmwareList, firmwares, { versionName: firmwares.versionName, language: firmwares.language }, nameOfFirmware),
  betaGroup: namedBy(betaGroupList, betaGroups, { name: betaGroups.name }, ({ name }) => name),
  news: namedBy(newsList, news, { title: news.title }, ({ title }) => title),
  rallyZone: namedBy(rallyZoneList, rallyZones, { title: rallyZones.title }, ({ title }) => title),
}
const namedEntities = auditedEntities.filter((entity): entity is RecordEntity => entity !== 'warrantyCodeBatch')

const list: ListSource<ActivityRow> = {
  table: auditEntries,
  searched(db, typed) {
    const number = /^\s*#([1-9]\d{0,14})\s*$/.exec(typed)?.[1]
    if (number !== undefined)
      return [and(inArray(auditEntries.entity, [...auditedEntities]), eq(auditEntries.recordId, Number(number))) ?? sql`true`]
    const people = named.user.search(db, typed)
    if (people === undefined) return []
    const ofRecords = namedEntities.map((entity) => {
      const found = named[entity].search(db, typed)
      return found && isEntryOfAny(entity, found)
    })
    return [or(sql`${auditEntries.userId} = ${people}`, ...ofRecords) ?? sql`true`]
  },
  // The default order, newest first, is by time here: the indexes of the filters end with it.
  sorts: () => ({ id: auditEntries.date }),
  filters: (db) => [
    recordFilter(
      'by',
      () => findStaff(db),
      (id) => eq(auditEntries.userId, id),
    ),
    valueFilter('entity', auditedEntities, (entity) => sql`${auditEntries.entity} = ${entity}`),
    dateFilter('date', auditEntries.date),
  ],
  async find(db, ids) {
    const rows = await selectEntries(db).where(inArray(auditEntries.id, [...ids]))
    const factsOf = new Map<AuditedEntity, Facts>()
    for (const entity of namedEntities) {
      const recordIds = new Set(rows.flatMap(({ entry }) => (entry.entity === entity ? [entry.recordId] : [])))
      if (recordIds.size > 0) factsOf.set(entity, await named[entity].find(db, [...recordIds]))
    }
    return rows.map((row) => {
      const { entity, recordId } = row.entry
      const { name: recordName = null, isDeleted: isRecordDeleted = false } = factsOf.get(entity)?.get(recordId) ?? {}
      return Object.assign(shownEntry(row), { entity, recordId, recordName, isRecordDeleted })
    })
  },
}

export const activity: HandlersOf<typeof contract.activity> = {
  ...listHandlers(list, {}),
  ...exportHandlers(list, {
    list: 'activity',
    columns: {
      id: { is: 'instant', at: ({ date }) => date },
      by: ({ by }) => by?.tostring ?? null,
      action: ({ action }) => action,
      entity: ({ entity }) => entity,
      recordName: ({ recordName, recordId }) => recordName ?? `#${recordId}`,
      changes: ({ before, after }) => changesOf(before ?? {}, after ?? {}),
    },
  }),
}

/** The fields by their names in the contract: "role: ROLE_BE → ROLE_CUSTOMER". */
function changesOf(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => textOf(before[field]) !== textOf(after[field]))
    .map((field) => `${field}: ${textOf(before[field])} → ${textOf(after[field])}`)
    .join('; ')
}

function textOf(value: unknown = null): string {
  if (value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

type NamedRow<Name extends string> = { readonly id: number; readonly isDeleted: boolean } & Readonly<Record<Name, string>>

/** `columns`: those of the table that make a name. */
function namedBy<Name extends string>(
  source: ListSource<{ readonly id: number }>,
  table: PgTable & { readonly id: PgColumn; readonly isDeleted: PgColumn },
  columns: Readonly<Record<Name, AnyPgColumn<{ data: string; notNull: true }>>>,
  nameOf: (row: NamedRow<Name>) => string,
): Named {
  return {
    search(db, typed) {
      const condition = searchedBy(source, db, typed)
      return condition && sql`any(array(${db.select({ id: table.id }).from(table).where(condition)}))`
    },
    async find(db, ids) {
      const selected = db.select({ ...columns, id: table.id, isDeleted: table.isDeleted })
      // Drizzle's types name a row's fields only where they know the columns.
      const rows = (await selected.from(table).where(inArray(table.id, [...ids]))) as NamedRow<Name>[]
      return new Map(rows.map((row) => [row.id, { name: nameOf(row), isDeleted: row.isDeleted }]))
    },
  }
}

function isEntryOfAny(entity: RecordEntity, ids: SQL): SQL {
  return sql`(${auditEntries.entity} = ${entity} and ${auditEntries.recordId} = ${ids})`
}

/** Those who may have changed a record, by name. Deleted ones still have their entries. */
async function findStaff(db: Database) {
  const isStaff = inArray(users.role, [...staff])
  const people = await db
    .select({ id: users.id, firstname: users.firstname, lastname: users.lastname, username: users.username })
    .from(users)
    // Each half has its index.
    .where(or(and(isStaff, not(users.isDeleted)), and(isStaff, users.isDeleted)))
    .orderBy(sql`${users.lastnameKey} collate "C"`, users.id)
  return people.map((person) => userChoice(person)).filter((choice) => choice !== null)
}
