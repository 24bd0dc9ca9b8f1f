/** People as staff see and manage them (sections 2, 6 and 7). Spread into `user`. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { byId, choice, removeCalls, rightsOnRecord, saved, shownRecord, version } from './crud.ts'
import { backOffice, endpoint, staff, type Audience } from './endpoint.ts'
import { booleanText, id, idText, instant, newPassword, repeated, searchText } from './fields.ts'
import { personForm, shownPerson } from './person.ts'
import { firmwareAfterFailure, firmwareStates, passwordMaxLength, passwordMinLength, roles, updateErrorTypes } from './rules.ts'
import { tableCalls } from './table.ts'

/** What staff can give to somebody without a subscription, and how many months each lasts (section 9). */
export const renewalDurations = ['3months', '1year'] as const
export const renewalMonths: Readonly<Record<(typeof renewalDurations)[number], number>> = { '3months': 3, '1year': 12 }

const admins = ['ROLE_ADMIN'] as const satisfies Audience

const userRow = v.object({
  id,
  firstname: v.string(),
  lastname: v.string(),
  username: v.string(),
  phoneNumber: v.string(),
  country: v.string(),
  subscriptionName: v.nullable(v.string()),
  nbProductUpdates: v.number(),
  isDeleted: v.boolean(),
  ...rightsOnRecord,
})
export type UserRow = v.InferOutput<typeof userRow>

/** Names in lists of one word, as section 3 writes them. */
const shownUser = v.object({
  ...shownRecord,
  ...rightsOnRecord,
  ...shownPerson,
  /** Addition: the address that will hold once its owner has followed the mailed link. */
  pendingUsername: v.nullable(v.string()),
  role: v.picklist(roles),
  origin: v.string(),
  since: instant,
  isNewsletter: v.boolean(),
  isBetaTester: v.boolean(),
  betaGroups: v.array(choice),
  accountValidated: v.boolean(),
  /** Blocked on purpose, or for some minutes after wrong passwords. */
  accountLocked: v.boolean(),
  firstLaunch: v.nullable(instant),
  lastLaunch: v.nullable(instant),
  lastSync: v.nullable(instant),
  /** Bytes. */
  diskUsage: v.nullable(v.number()),
  freeTrialEndDate: v.nullable(instant),
  subscriptionName: v.nullable(v.string()),
  subscriptionStart: v.nullable(instant),
  subscriptionEnd: v.nullable(instant),
  /** Nothing that counts as a subscription (section 4): one may be given. */
  mayRenew: v.boolean(),
  userProducts: v.array(
    v.object({
      id,
      productName: v.string(),
      serialNumberFormatted: v.string(),
      since: instant,
      firmwareState: v.optional(v.picklist(firmwareStates), 'unknown'),
      /** Of the update from which `firmwareState` follows; null where there was none. */
      versionName: v.optional(v.nullable(v.string()), null),
    }),
  ),
  accessories: v.array(v.object({ id, name: v.string(), serialNumberFormatted: v.string() })),
  /** Newest first; `success` is null until it is reported. */
  productUpdates: v.array(
    v.object({
      id,
      date: instant,
      productName: v.string(),
      versionName: v.string(),
      success: v.nullable(v.boolean()),
      errorType: v.nullable(v.picklist(updateErrorTypes)),
      firmwareAfter: v.optional(v.nullable(v.picklist(firmwareAfterFailure)), null),
    }),
  ),
})
export type ShownUser = v.InferOutput<typeof shownUser>

/** Groups count only for beta testers. */
const form = { ...personForm, isBetaTester: booleanText, selectedBetaGroupIds: repeated(idText) }
const role = v.picklist(roles)

/** As `newPassword`, but empty where the present one stays. */
const newPasswordOrNone = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(passwordMaxLength, 'text.too.long.error' satisfies ErrorCode),
  v.check((typed) => typed === '' || typed.length >= passwordMinLength, 'Password.minlenght.error' satisfies ErrorCode),
)
const ofUser = v.strictObject({ userId: idText })

export const userStaff = {
  ...tableCalls('user', { audience: staff, row: userRow, sortable: ['firstname', 'lastname', 'username', 'country'] }),

  get: endpoint({ method: 'GET', path: '/user/{id}', audience: staff, body: 'none', params: byId, response: shownUser }),

  /** The account needs no validation. `password` is of section 2's form; section 7 does not name it. */
  create: endpoint({
    method: 'POST',
    path: '/user',
    audience: admins,
    body: 'form',
    request: v.strictObject({ ...form, role: v.optional(role, 'ROLE_CUSTOMER'), password: newPassword }),
    response: saved,
    isIdempotentByKey: true,
  }),

  /**
   * Without `password` and `role` they stay. `not.authorized` where the back office changes a role or anybody but a customer,
   * `own.account.error` where somebody changes their own role, `own.profile.error` where they change their own address, phone or password
   * here. A new password or role ends what the old one opened. A new address waits for its proof (contact.ts), but holds at once for an
   * account that was never validated; a new phone holds at once. `email.already.exists.error` on `username`.
   */
  update: endpoint({
    method: 'POST',
    path: '/user/{id}',
    audience: backOffice,
    body: 'form',
    params: byId,
    request: v.strictObject({ ...form, role: v.optional(role), password: v.optional(newPasswordOrNone), version }),
    response: saved,
  }),

  /** `own.account.error` for one's own account, so that an administrator is left. */
  ...removeCalls('user', admins),

  verifyAccount: endpoint({
    method: 'POST',
    path: '/user/verifyAccount',
    audience: backOffice,
    body: 'form',
    request: ofUser,
    response: saved,
  }),

  unlockAccount: endpoint({
    method: 'POST',
    path: '/user/unlockAccount',
    audience: backOffice,
    body: 'form',
    request: ofUser,
    response: saved,
  }),

  /** `subscription.exists.error` where there is one. */
  renewTrial: endpoint({
    method: 'POST',
    path: '/user/renewTrial',
    audience: admins,
    body: 'form',
    request: v.strictObject({ userId: idText, duration: v.picklist(renewalDurations) }),
    response: saved,
  }),

  /** Addition: section 7 shows no path. Mails the user a link to choose a new password. */
  resetPassword: endpoint({
    method: 'POST',
    path: '/user/resetPassword',
    audience: admins,
    body: 'form',
    request: ofUser,
    response: saved,
  }),

  /** Beta testers to choose from, by name; `search`, an addition, finds parts of names and addresses. */
  getBetaTesters: endpoint({
    method: 'GET',
    path: '/user/getBetaTesters',
    audience: backOffice,
    body: 'none',
    query: v.strictObject({ search: searchText() }),
    response: v.array(choice),
  }),
}
