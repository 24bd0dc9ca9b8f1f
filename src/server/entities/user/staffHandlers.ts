/** Staff's calls on users; handlers.ts has the calls on one's own account. */
import { and, eq, not } from 'drizzle-orm'
import { renewalMonths, userStaff as calls } from '../../../contract/userStaff.ts'
import { addMonths } from '../../../contract/warranty.ts'
import { AppError } from '../../../errors.ts'
import { lockAdministrators } from '../../accounts/administrators.ts'
import { compareContact } from '../../accounts/changeContact.ts'
import { assertNotOwnContact, changeContactByStaff } from '../../accounts/changeContactByStaff.ts'
import { changePassword } from '../../accounts/changePassword.ts'
import { claimUsername } from '../../accounts/claimUsername.ts'
import { findDeletionState } from '../../accounts/deletionState.ts'
import { assertNotReserved } from '../../accounts/formerContact.ts'
import { nameOfUser, searchedUser } from '../../accounts/userNames.ts'
import { addSubscription, hasSubscription } from '../../accounts/subscription.ts'
import { voidAllMailedTokens, voidMailedTokens } from '../../auth/mailedToken.ts'
import { assertGoodStaffPassword } from '../../auth/passwords/findPasswordFault.ts'
import { hashPassword, noPassword } from '../../auth/passwords/passwords.ts'
import { endSessionsOf } from '../../auth/session.ts'
import { voidGrants } from '../../auth/signInGrant.ts'
import { liftLock } from '../../auth/signInLock.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { users } from '../../db/tables.ts'
import { checkContact, storedPhone } from '../../messages/phone.ts'
import { queueMessage } from '../../messages/queueMessage.ts'
import { writeAudit } from '../../records/auditTrail.ts'
import { changeMembers } from '../../records/changeMembers.ts'
import { createRecord, removeHandlers } from '../../records/changeRecord.ts'
import { saveForm } from '../../records/saveForm.ts'
import { containsWords } from '../../records/foldText.ts'
import { type Actor, listHandlers } from '../../records/list.ts'
import { wholeUnlessSearched } from '../../records/wholeUnlessSearched.ts'
import { groupsOfUser } from '../betaGroup/groupLinks.ts'
import type { ServerContext } from '../../serverContext.ts'
import { changeUser, type StaffCall, writeStaffEvent } from './changeUser.ts'
import { findShownUser } from './findShownUser.ts'
import { userExport } from './userExport.ts'
import { userList } from './userList.ts'
import { userKind } from './userRecord.ts'
import { assertMayEdit, mayGive } from '../../accounts/userRights.ts'

type User = typeof users.$inferSelect

/** Deletes and restores an account. */
export const userRemovals = removeHandlers(userKind, {
  beforeRemove: async (call, db) => {
    const { id } = call.params
    if (id === call.user.id) throw new AppError('own.account.error')
    await assertStillAdministrator(db, call.user)
    await endAccess(db, id)
    await writeStaffEvent(db, call, { kind: 'accountDeleted', userId: id })
  },
  afterRestore: async (call, db) => {
    if ((await find(db, call.params.id)).erasedAt !== null) throw new AppError('resource.not.found')
    await assertAddressFree(call, db)
    await voidAllMailedTokens(db, call.params.id)
    await mailWaitingDeletion(db, call.params.id, call.now)
    await writeStaffEvent(db, call, { kind: 'accountRestored', userId: call.params.id })
  },
})

/** A deleted account gets no mail, so its owner could not know that it will be erased. */
async function mailWaitingDeletion(db: Database, userId: number, now: Date): Promise<void> {
  const { deletionAt, deletionHasBegun } = await findDeletionState(db, userId)
  if (deletionAt !== null && !deletionHasBegun) await queueMessage(db, { template: 'deletionRequested', userId }, now)
}

export const userStaff: HandlersOf<typeof calls> = {
  // The list's Add button is the administrators' (specification, section 6), though the back office may add customers.
  ...listHandlers(userList, { ...calls, create: { ...calls.create, audience: ['ROLE_ADMIN'] } }),
  ...userExport,

  get: ({ params, db, ...reader }) => findShownUser(db, params.id, reader),

  async create({ body: { password = '', sendsPasswordLink = false, selectedBetaGroupIds, distributor, ...values }, ...call }) {
    if (!mayGive(call.user, values.role)) throw new AppError('not.authorized')
    checkContact(values)
    const passwordHash = sendsPasswordLink ? noPassword : await judgeAndHash(call, password, values)
    const passwordDue = sendsPasswordLink ? null : ('setByStaff' as const)
    const made = { passwordHash, passwordDue, since: call.now, origin: 'STAFF', accountValidated: true, locale: call.locale }
    const row = { ...values, ...storedPhone(values), distributor: distributor || null, ...made }
    return createRecord(call, userKind, async (db) => {
      const id = await claimUsername(db, row.username, call.now, async () => {
        const created = single(await db.insert(users).values(row).returning({ id: users.id }))
        return created.id
      })
      await changeMembers(db, groupsOfUser(id), { selected: values.isBetaTester ? selectedBetaGroupIds : [] })
      await writeStaffEvent(db, call, { kind: 'accountAdded', userId: id, reason: values.role })
      if (sendsPasswordLink) await sendPasswordLink(db, call, { id, passwordHash })
      return { id }
    })
  },

  async update(call) {
    const { password = '', sendsPasswordLink = false } = call.body
    const [stored] = await call.db.select().from(users).where(eq(users.id, call.params.id))
    checkContact(call.body, stored)
    const isKept = password === '' || sendsPasswordLink
    const passwordHash = isKept ? undefined : await judgeAndHash(call, password, call.body)
    const { user: caller, address, now } = call
    const { id } = call.params
    return saveForm(call, userKind, async (db, form) => {
      const { selectedBetaGroupIds, betaGroupChanges, distributor, password: _, sendsPasswordLink: __, ...values } = form
      const { username, phonePrefix, phoneNumber, ...others } = values
      const wanted = { username, phonePrefix, phoneNumber }
      const before = await find(db, id)
      assertMayEdit(caller, before, values.role)
      if (values.role !== undefined && values.role !== before.role) await assertStillAdministrator(db, caller)
      if (id === caller.id) assertNotOwnContact(before, wanted, passwordHash !== undefined)
      const spelling = compareContact(before, wanted).hasNewPhone ? {} : storedPhone(wanted)
      const set = { ...others, ...spelling, role: values.role ?? before.role, distributor: distributor || null }
      const after = single(await db.update(users).set(set).where(eq(users.id, id)).returning())
      const groups = values.isBetaTester ? { selected: selectedBetaGroupIds, changes: betaGroupChanges } : { selected: [] }
      await changeMembers(db, groupsOfUser(id), groups)
      if (before.role !== after.role) {
        await endAccess(db, id)
        await writeStaffEvent(db, call, { kind: 'roleChanged', userId: id, reason: after.role })
      }
      if (passwordHash !== undefined) await setPassword(db, { userId: id, passwordHash, actorId: caller.id, address }, now)
      // After the password, because a new password cancels pending changes.
      await changeContactByStaff(db, { user: before, wanted, caller, address }, now)
      if (!sendsPasswordLink) return
      await sendPasswordLink(db, call, after)
      await writeAudit(db, { entity: 'user', recordId: id, action: 'resetPassword', userId: caller.id, before: null, after: null }, now)
    })
  },

  ...userRemovals,

  verifyAccount: (call) =>
    changeUser(call, call.body.userId, 'verify', async (db, { id }) => {
      await db.update(users).set({ accountValidated: true }).where(eq(users.id, id))
      await voidMailedTokens(db, 'validateAccount', id)
      await writeStaffEvent(db, call, { kind: 'accountVerified', userId: id })
    }),

  resendValidation: (call) =>
    changeUser(call, call.body.userId, 'resendValidation', async (db, { id: userId, accountValidated }) => {
      if (accountValidated) throw new AppError('account.validated.error')
      await queueMessage(db, { template: 'validateAccount', userId }, call.now)
      await writeStaffEvent(db, call, { kind: 'validationLinkSent', userId })
    }),

  unlockAccount: (call) => unlockUser(call, call.body.userId),

  renewTrial: (call) =>
    changeUser(call, call.body.userId, 'renewTrial', async (db, user) => {
      if (hasSubscription(user, call.now)) throw new AppError('subscription.exists.error')
      const end = new Date(addMonths(call.now.toISOString(), renewalMonths[call.body.duration]))
      await addSubscription(db, user.id, { start: call.now, end })
    }),

  resetPassword: (call) => changeUser(call, call.body.userId, 'resetPassword', (db, user) => sendPasswordLink(db, call, user)),

  async getBetaTesters({ query, db }) {
    const testers = db
      .select()
      .from(users)
      .where(and(users.isBetaTester, not(users.isDeleted), ...containsWords(searchedUser, query.search ?? '')))
      .orderBy(users.lastnameKey, users.firstnameKey, users.id)
    const rows = await wholeUnlessSearched(testers, query.search)
    return rows.map((row) => ({ id: row.id, tostring: nameOfUser(row) }))
  },
}

/** Lifts staff's lock, and the one after wrong passwords. */
export function unlockUser(call: StaffCall, userId: number): Promise<{ id: number }> {
  return changeUser(call, userId, 'unlock', async (db, user) => {
    await db.update(users).set({ accountLocked: false }).where(eq(users.id, user.id))
    await liftLock(db, user)
    await writeStaffEvent(db, call, { kind: 'unlocked', userId: user.id })
  })
}

/** Somebody who has no password yet gets more time to choose one. */
async function sendPasswordLink(
  db: Database,
  call: StaffCall,
  { id: userId, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
): Promise<void> {
  const template = passwordHash === noPassword ? 'invitation' : 'resetPassword'
  await queueMessage(db, { template, userId }, call.now)
  await writeStaffEvent(db, call, { kind: 'passwordLinkSent', userId })
}

/** Two administrators who delete or demote each other at the same time run one after the other, and the second one fails. */
async function assertStillAdministrator(db: Database, caller: Actor): Promise<void> {
  await lockAdministrators(db)
  const { role, isDeleted } = await find(db, caller.id)
  if (role !== 'ROLE_ADMIN' || isDeleted) throw new AppError('not.authorized')
}

/** The address may have been reserved for another account while this one was deleted. */
async function assertAddressFree({ params: { id }, now }: { params: { id: number }; now: Date }, db: Database): Promise<void> {
  await assertNotReserved(db, (await find(db, id)).username, id, now)
}

/** A password that staff set. Compared with the names that the form has, which the account gets with it. */
async function judgeAndHash(
  { config }: Pick<ServerContext, 'config'>,
  password: string,
  owner: Pick<User, 'username' | 'firstname' | 'lastname'>,
) {
  assertGoodStaffPassword({ password, owner }, config, 'password')
  return hashPassword(password)
}

type StaffPassword = { readonly userId: number; readonly passwordHash: string; readonly actorId: number; readonly address: string }

async function setPassword(db: Database, chosen: StaffPassword, now: Date): Promise<void> {
  await changePassword(db, chosen, now)
  const { userId: recordId, actorId: userId } = chosen
  await writeAudit(db, { entity: 'user', recordId, action: 'changePassword', userId, before: null, after: null }, now)
}

async function find(db: Database, id: number): Promise<User> {
  return single(await db.select().from(users).where(eq(users.id, id)))
}

async function endAccess(db: Database, userId: number): Promise<void> {
  await endSessionsOf(db, userId)
  await voidGrants(db, userId)
}
