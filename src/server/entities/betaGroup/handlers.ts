import { and, count, eq, inArray, not, sql } from 'drizzle-orm'
import { betaGroup as calls, type BetaGroupRow } from '../../../contract/betaGroup.ts'
import type { contract } from '../../../contract/contract.ts'
import type { Choice } from '../../../contract/crud.ts'
import type { RecordField } from '../../../contract/recordFields.ts'
import { listRowsMax } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import { nameOfUser, searchedUser } from '../../accounts/userNames.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { betaGroups, betaGroupUsers, firmwareBetaGroups, firmwares, users } from '../../db/tables.ts'
import { writeAudit } from '../../records/auditTrail.ts'
import { exportHandlers } from '../../exports/exportRows.ts'
import { changeMembers } from '../../records/changeMembers.ts'
import { changeRecord, createRecord, findRecordMeta, removeHandlers } from '../../records/changeRecord.ts'
import { containsWords, folded, foldedOrder } from '../../records/foldText.ts'
import { listHandlers, type ListSource } from '../../records/list.ts'
import { type FormKind, saveForm } from '../../records/saveForm.ts'
import { namesOf, readStoredForm } from '../../records/storedFields.ts'
import { wholeUnlessSearched } from '../../records/wholeUnlessSearched.ts'
import { nameOfFirmware, newestVersionFirst } from '../catalogue.ts'
import { guardOffers } from '../offers/guardOffers.ts'
import { firmwaresOf, usersOf, withKeptLanguages } from './groupLinks.ts'
import { addPastedTesters, findPastedTesters, lockPastedTesters } from './pastedTesters.ts'

const searched = { text: folded(sql`' ' || ${betaGroups.name}`), name: foldedOrder(betaGroups.name) }

export const betaGroupKind: FormKind<RecordField<'betaGroup'>> = {
  entity: 'betaGroup',
  table: betaGroups,
  unique: { beta_groups_name_key: { code: 'name.already.exists.error', invalidField: 'name' } },
  guards: [guardOffers],
  form: { request: calls.update.request, read: findStoredBetaGroup, facts: { selectedUserIds: ['nbUsers'] } },
  fields: {
    name: betaGroups.name,
    selectedFirmwareIds: { read: async (db, id) => namesOf(await findFirmwares(db, id)) },
    nbUsers: { read: (db, id) => countUsers(db, id) },
  },
}

/** What the edit form holds; with its firmwares, by which the contract sees whether its members get another one. */
async function findStoredBetaGroup({ db, params: { id } }: { db: Database; params: { id: number } }) {
  const inGroup = await findFirmwares(db, id)
  const stored = await readStoredForm(db, betaGroupKind, eq(betaGroups.id, id))
  return { ...stored, selectedFirmwareIds: inGroup.map((firmware) => firmware.id) }
}

export const betaGroupList: ListSource<BetaGroupRow> = {
  table: betaGroups,
  searched,
  sorts: (db) => ({ name: foldedOrder(betaGroups.name), nbUsers: nbUsers(db), nbFirmwares: nbFirmwares(db) }),
  filters: () => [],
  find: (db, ids) =>
    db
      .select({ ...columns, nbUsers: nbUsers(db), nbFirmwares: nbFirmwares(db) })
      .from(betaGroups)
      .where(inArray(betaGroups.id, [...ids])),
}
const columns = { id: betaGroups.id, name: betaGroups.name, isDeleted: betaGroups.isDeleted }

export const betaGroup: HandlersOf<typeof contract.betaGroup> = {
  ...listHandlers(betaGroupList, calls),
  ...exportHandlers(betaGroupList, {
    list: 'betaGroup',
    columns: {
      name: ({ name }) => name,
      nbUsers: (row) => row.nbUsers,
      nbFirmwares: (row) => row.nbFirmwares,
    },
  }),

  async getAll({ query, db }) {
    const groups = db
      .select({ id: betaGroups.id, tostring: betaGroups.name })
      .from(betaGroups)
      .where(and(not(betaGroups.isDeleted), ...containsWords(searched, query.search ?? '')))
      .orderBy(foldedOrder(betaGroups.name))
    return wholeUnlessSearched(groups, query.search)
  },

  async get({ params: { id }, db, now }) {
    const [row] = await betaGroupList.find(db, [id], { id: 0, role: 'ROLE_BE' })
    if (row === undefined) throw new AppError('resource.not.found')
    const [inGroup, testers] = [await findFirmwares(db, id), await findUsers(db, id)]
    return { ...row, tostring: row.name, firmwares: inGroup, users: testers, ...(await findRecordMeta(db, betaGroupKind, row, now)) }
  },

  getUsers: ({ params, query, db }) => findUsers(db, params.id, query.search),

  findTesters: ({ params, body, db }) => findTesters(db, params.id, body.addresses),

  async addTesters({ body: { addresses }, ...call }) {
    const { id } = call.params
    // Without an entry in the history of the group when the request is repeated.
    if ((await findTesters(call.db, id, addresses)).found.length === 0) return { id, nbAdded: 0 }
    let nbAdded = 0
    // Users before the group, as a user's form locks them.
    const kind = { ...betaGroupKind, lockFirst: (db: Database) => lockPastedTesters(db, addresses) }
    await changeRecord(call, kind, {}, async (db) => {
      nbAdded = await addPastedTesters(db, { groupId: id, addresses, userId: call.user.id, now: call.now })
    })
    return { id, nbAdded }
  },

  create({ body: { name, selectedFirmwareIds, selectedUserIds }, ...call }) {
    return createRecord(call, betaGroupKind, async (db) => {
      const { id } = single(await db.insert(betaGroups).values({ name }).returning({ id: betaGroups.id }))
      await changeMembers(db, firmwaresOf(id), { selected: selectedFirmwareIds })
      await changeMembers(db, usersOf(id), { selected: selectedUserIds })
      return { id }
    })
  },

  update(call) {
    const { id } = call.params
    return saveForm(call, betaGroupKind, async (db, { name, selectedFirmwareIds, selectedUserIds, firmwareChanges, userChanges }) => {
      await db.update(betaGroups).set({ name }).where(eq(betaGroups.id, id))
      const selected = await withKeptLanguages(db, id, selectedFirmwareIds)
      await changeMembers(db, firmwaresOf(id), { selected, changes: firmwareChanges })
      await changeMembers(db, usersOf(id), { selected: selectedUserIds, changes: userChanges })
    })
  },

  ...removeHandlers(betaGroupKind),
}

async function findTesters(db: Database, id: number, addresses: readonly string[]) {
  await assertGroup(db, id)
  return findPastedTesters(db, id, addresses)
}

/** Throws `resource.not.found`, or `record.deleted.error`. */
export async function assertGroup(db: Database, id: number): Promise<void> {
  const [group] = await db.select({ isDeleted: betaGroups.isDeleted }).from(betaGroups).where(eq(betaGroups.id, id))
  if (group === undefined) throw new AppError('resource.not.found')
  if (group.isDeleted) throw new AppError('record.deleted.error')
}

function nbUsers(db: Database) {
  const members = db
    .select({ members: count() })
    .from(betaGroupUsers)
    .innerJoin(users, eq(users.id, betaGroupUsers.userId))
    .where(and(eq(betaGroupUsers.betaGroupId, betaGroups.id), not(users.isDeleted)))
  return sql<number>`(${members})`.mapWith(Number)
}

async function countUsers(db: Database, id: number): Promise<number> {
  const rows = db.select({ nbUsers: nbUsers(db) }).from(betaGroups)
  return single(await rows.where(eq(betaGroups.id, id))).nbUsers
}

/** One entry in the group's history for all whom a batch has added, or removed where `added` is negative. */
export async function writeMembersAdded(
  db: Database,
  { groupId, added, userId, now }: { groupId: number; added: number; userId: number; now: Date },
): Promise<void> {
  if (added === 0) return
  const nbUsersNow = await countUsers(db, groupId)
  const change = { before: { nbUsers: nbUsersNow - added }, after: { nbUsers: nbUsersNow } }
  await writeAudit(db, { entity: 'betaGroup', recordId: groupId, action: 'update', userId, ...change }, now)
}

function nbFirmwares(db: Database) {
  const assigned = db
    .select({ assigned: count() })
    .from(firmwareBetaGroups)
    .innerJoin(firmwares, eq(firmwares.id, firmwareBetaGroups.firmwareId))
    .where(and(eq(firmwareBetaGroups.betaGroupId, betaGroups.id), not(firmwares.isDeleted)))
  return sql<number>`(${assigned})`.mapWith(Number)
}

/** Newest first. */
async function findFirmwares(db: Database, id: number): Promise<Choice[]> {
  const rows = await db
    .select({ id: firmwares.id, versionName: firmwares.versionName, language: firmwares.language })
    .from(firmwareBetaGroups)
    .innerJoin(firmwares, eq(firmwares.id, firmwareBetaGroups.firmwareId))
    .where(and(eq(firmwareBetaGroups.betaGroupId, id), not(firmwares.isDeleted)))
    .orderBy(...newestVersionFirst())
  return rows.map((row) => ({ id: row.id, tostring: nameOfFirmware(row) }))
}

/** By name. */
async function findUsers(db: Database, id: number, search = ''): Promise<Choice[]> {
  const rows = await db
    .select({ id: users.id, firstname: users.firstname, lastname: users.lastname, username: users.username })
    .from(betaGroupUsers)
    .innerJoin(users, eq(users.id, betaGroupUsers.userId))
    .where(and(eq(betaGroupUsers.betaGroupId, id), not(users.isDeleted), ...containsWords(searchedUser, search)))
    .orderBy(users.lastnameKey, users.firstnameKey, users.id)
    .limit(listRowsMax)
  return rows.map((row) => ({ id: row.id, tostring: nameOfUser(row) }))
}
