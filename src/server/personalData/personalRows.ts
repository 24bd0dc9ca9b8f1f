/**
 * Which rows of each table are about a person. A table with a column that is exported or erased (db/dataClasses/) and without a rule here does
 * not compile.
 */
import { type Column, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Database } from '../db/connect.ts'
import type { dataClasses } from '../db/dataClasses/dataClasses.ts'
import * as tables from '../db/tables.ts'

type Person = typeof tables.users.$inferSelect

type Classes = typeof dataClasses
type ClassesIn<Name extends keyof Classes> = Classes[Name][keyof Classes[Name]]
type PersonalClass = `${string}, exported, ${string}` | `${string}, erased`
/** Each has at least one column that is exported or erased. */
export type PersonalTable = {
  [Name in keyof Classes]: Extract<ClassesIn<Name>, PersonalClass> extends never ? never : Name
}[keyof Classes]

type Rule = (person: Person, db: Database) => SQL | undefined

const of =
  (...columns: Column[]): Rule =>
  ({ id }) =>
    or(...columns.map((column) => eq(column, id)))

const ofDetector =
  (column: Column): Rule =>
  ({ id }, db) =>
    inArray(column, db.select({ id: tables.userProducts.id }).from(tables.userProducts).where(eq(tables.userProducts.userId, id)))

/** Of now, of lately, and to come. */
const addressesOf = ({ id }: Person) => sql`
  select username from users where id = ${id}
  union select username from former_contacts where user_id = ${id}
  union select username from pending_usernames where user_id = ${id}`

/** Likewise, with prefix, with and without the zero that is dialled at home. */
const phonesOf = ({ id }: Person) => sql`
  select phone_prefix || number from (
    select phone_prefix, phone_number from users where id = ${id}
    union select phone_prefix, phone_number from former_contacts where user_id = ${id}
    union select phone_prefix, phone_number from pending_phones where user_id = ${id}
  ) as phones, regexp_replace(phone_number, '\\D', '', 'g') as digits, unnest(array[digits, ltrim(digits, '0')]) as number`

/** By what counters of tries know a person: number, SHA-256 of addresses and of browsers that the account trusts, phones, network addresses. */
const countedBy = (person: Person) => sql`
  select unnest(array[${person.id}::text, 'trusted ' || ${person.id}::text])
  union select encode(sha256(convert_to(username, 'UTF8')), 'hex') from (${addressesOf(person)}) as addresses
  union select token_hash from trusted_devices where user_id = ${person.id}
  union ${phonesOf(person)}
  union select address from security_events where actor_id = ${person.id} or (user_id = ${person.id} and actor_id is null)`

/**
 * First stand those that are found by rows which they lose, or which go: files by what names them, counters and messages by addresses. What somebody else did to the person's account is theirs; what a member
 * of staff did to others is not.
 */
export const personalRows: Readonly<Record<PersonalTable, Rule>> = {
  files: ({ id }, db) => inArray(tables.files.id, filesOf(id, db)),
  signInLocks: (person) => sql`${tables.signInLocks.nameHash} in (${countedBy(person)})`,
  // "exports:12": the limit's name, and who is counted.
  rateLimits: (person) => sql`${tables.rateLimits.key} like any (select '%:' || mark from (${countedBy(person)}) as counted (mark))`,
  outgoingMessages: (person) =>
    or(
      eq(tables.outgoingMessages.userId, person.id),
      sql`(${tables.outgoingMessages.alertId} is null and ${tables.outgoingMessages.address} in (${addressesOf(person)}))`,
    ),
  demoMessages: (person) => sql`${tables.demoMessages.recipient} in (${addressesOf(person)} union ${phonesOf(person)})`,
  users: of(tables.users.id),
  peopleSeen: of(tables.peopleSeen.userId),
  userNotes: of(tables.userNotes.userId),
  dataExports: of(tables.dataExports.userId),
  accountDeletions: of(tables.accountDeletions.userId),
  userBatches: of(tables.userBatches.startedBy),
  userBatchRows: of(tables.userBatchRows.userId),
  formerContacts: of(tables.formerContacts.userId),
  updateMails: of(tables.updateMails.userId),
  subscriptions: of(tables.subscriptions.userId),
  idempotencyKeys: of(tables.idempotencyKeys.userId),
  sessions: of(tables.sessions.userId),
  signIns: of(tables.signIns.userId),
  impersonations: of(tables.impersonations.customerId, tables.impersonations.administratorId),
  trustedDevices: of(tables.trustedDevices.userId),
  signInGrants: of(tables.signInGrants.userId),
  smsCodes: of(tables.smsCodes.userId),
  mailedTokens: of(tables.mailedTokens.userId),
  secondFactors: of(tables.secondFactors.userId),
  recoveryCodes: of(tables.recoveryCodes.userId),
  factorResets: of(tables.factorResets.userId),
  pendingUsernames: of(tables.pendingUsernames.userId),
  pendingPhones: of(tables.pendingPhones.userId),
  settledMessages: of(tables.settledMessages.userId),
  userProducts: of(tables.userProducts.userId),
  accessories: of(tables.accessories.userId),
  productUpdates: ofDetector(tables.productUpdates.userProductId),
  warrantyCodes: of(tables.warrantyCodes.userId),
  proofChecks: ({ id }, db) => inArray(tables.proofChecks.fileId, filesOf(id, db)),
  releaseOutcomes: of(tables.releaseOutcomes.userId),
  releaseMails: of(tables.releaseMails.userId),
  releaseRecalls: of(tables.releaseRecalls.userId),
  betaGroupUsers: of(tables.betaGroupUsers.userId),
  newsReads: of(tables.newsReads.userId),
  securityEvents: of(tables.securityEvents.userId),
  auditEntries: ({ id }) => sql`${tables.auditEntries.entity} = 'user' and ${tables.auditEntries.recordId} = ${id}`,
  sealedEntries: of(tables.sealedEntries.userId),
}

/** Purchase proofs, and archives of the person's data. */
function filesOf(id: number, db: Database) {
  const { accessories, userProducts, dataExports } = tables
  return unionAll(
    db.select({ id: accessories.purchaseProofFileId }).from(accessories).where(eq(accessories.userId, id)),
    db.select({ id: userProducts.purchaseProofFileId }).from(userProducts).where(eq(userProducts.userId, id)),
    db.select({ id: dataExports.fileId }).from(dataExports).where(eq(dataExports.userId, id)),
  )
}
