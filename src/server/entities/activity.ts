/**
 * The audit trail of all records, for administrators. It may have a million rows, so each condition has an index (db/tables/audit.ts). Records
 * are found and named by the search and the rows of their own lists.
 */
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { ActivityRow } from '../../contract/activity.ts'
import { type AuditedEntity, auditedEntities } from '../../contract/audit.ts'
import type { contract } from '../../contract/contract.ts'
import { staff } from '../../contract/endpoint.ts'
import type { RecordEntity } from '../../contract/recordFields.ts'
import { userChoice } from '../accounts/userNames.ts'
import type { HandlersOf } from '../call.ts'
import type { Database } from '../db/connect.ts'
import { auditEntries, users } from '../db/tables.ts'
import { selectEntries, shownEntry } from '../records/auditTrail.ts'
import { type Actor, listHandlers, type ListSource, searchedBy } from '../records/list.ts'
import { dateFilter, recordFilter, valueFilter } from '../records/listFilters.ts'
import { betaGroupList } from './betaGroup/handlers.ts'
import { nameOfFirmware } from './catalogue.ts'
import { firmwareList } from './firmware/handlers.ts'
import { newsList } from './news/handlers.ts'
import { productList } from './product/handlers.ts'
import { rallyZoneList } from './rallyZone/handlers.ts'
import { userList } from './user/userList.ts'

type Names = ReadonlyMap<number, string>

type Named = {
  /** The ids of the records that a search finds, deleted or not; undefined for a search of nothing. */
  readonly search: (db: Database, typed: string) => SQL | undefined
  readonly names: (db: Database, ids: readonly number[], actor: Actor) => Promise<Names>
}

/** Batches of codes have no names. */
const named: Readonly<Record<RecordEntity, Named>> = {
  user: namedBy(userList, (row) => userChoice(row)?.tostring ?? ''),
  product: namedBy(productList, ({ name }) => name),
  firmware: namedBy(firmwareList, nameOfFirmware),
  betaGroup: namedBy(betaGroupList, ({ name }) => name),
  news: namedBy(newsList, ({ title }) => title),
  rallyZone: namedBy(rallyZoneList, ({ title }) => title),
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
  async find(db, ids, actor) {
    const rows = await selectEntries(db).where(inArray(auditEntries.id, [...ids]))
    const namesOf = new Map<AuditedEntity, Names>()
    for (const entity of namedEntities) {
      const recordIds = new Set(rows.flatMap(({ entry }) => (entry.entity === entity ? [entry.recordId] : [])))
      if (recordIds.size > 0) namesOf.set(entity, await named[entity].names(db, [...recordIds], actor))
    }
    return rows.map((row) => {
      const { entity, recordId } = row.entry
      return Object.assign(shownEntry(row), { entity, recordId, recordName: namesOf.get(entity)?.get(recordId) ?? null })
    })
  },
}

export const activity: HandlersOf<typeof contract.activity> = listHandlers(list, {})

function namedBy<Row extends { readonly id: number }>(source: ListSource<Row>, nameOf: (row: Row) => string): Named {
  const { table } = source
  return {
    search(db, typed) {
      const condition = searchedBy(source, db, typed)
      return condition && sql`any(array(${db.select({ id: table.id }).from(table).where(condition)}))`
    },
    names: async (db, ids, actor) => new Map((await source.find(db, ids, actor)).map((row) => [row.id, nameOf(row)])),
  }
}

function isEntryOfAny(entity: RecordEntity, ids: SQL): SQL {
  return sql`(${auditEntries.entity} = ${entity} and ${auditEntries.recordId} = ${ids})`
}

/** Those who may have changed a record, by name. Deleted ones still have their entries. */
async function findStaff(db: Database) {
  const people = await db
    .select({ id: users.id, firstname: users.firstname, lastname: users.lastname, username: users.username })
    .from(users)
    .where(inArray(users.role, [...staff]))
    .orderBy(sql`${users.lastnameKey} collate "C"`, users.id)
  return people.map((person) => userChoice(person)).filter((choice) => choice !== null)
}
