/** Users as staff see and manage them (the specification, sections 2, 6 and 7). Spread into `user`. */
import * as v from 'valibot'
import { byId, choice, idsOf, memberChanges, ofAsked, removeCalls, rightsOnRecord, saved, shownRecord } from './crud.ts'
import { editForm } from './editForm.ts'
import { backOffice, endpoint, staff, type Audience } from './endpoint.ts'
import { id, idText, instant, searchText } from './fields.ts'
import { always, givesAccess, unknown } from './effects.ts'
import { openUpdate } from './openUpdate.ts'
import { shownPerson } from './person.ts'
import { purchaseProofAnswer, shownProofCheck } from './purchaseProof.ts'
import { firmwareAfterFailure, firmwareStates, roles, updateErrorTypes } from './rules.ts'
import { tableCalls } from './table.ts'
import { newPasswordOrNone, newUser, role, sendsPasswordLink, userForm } from './userForm.ts'

/** The subscriptions that staff can give, and their months (the specification, section 9). */
export const renewalDurations = ['3months', '1year'] as const
export const renewalMonths: Readonly<Record<(typeof renewalDurations)[number], number>> = { '3months': 3, '1year': 12 }

const admins = ['ROLE_ADMIN'] as const satisfies Audience

/** Addition: "+33 6 39 98 44 55", null if the number is not valid. */
const phoneInternational = v.nullable(v.string())

const userRow = v.object({
  id,
  firstname: v.string(),
  lastname: v.string(),
  username: v.string(),
  phoneNumber: v.string(),
  phoneInternational,
  country: v.string(),
  subscriptionName: v.nullable(v.string()),
  nbProductUpdates: v.number(),
  /** Additions: blocked by staff (not for some minutes after wrong passwords), and the badges besides. */
  accountLocked: v.boolean(),
  accountValidated: v.boolean(),
  isBetaTester: v.boolean(),
  isDeleted: v.boolean(),
  ...rightsOnRecord,
})
export type UserRow = v.InferOutput<typeof userRow>

const shownPurchase = {
  purchaseDate: v.nullable(instant),
  purchaseProof: v.nullable(purchaseProofAnswer),
  proofCheck: shownProofCheck,
  startWarrantyExtension: v.nullable(instant),
  endWarrantyExtension: v.nullable(instant),
}

/** A user as staff see them, with the field names of section 3 of the specification. */
const shownUser = v.object({
  ...shownRecord,
  ...rightsOnRecord,
  ...shownPerson,
  phoneInternational,
  /** Addition: the new address, until its owner opens the mailed link. */
  pendingUsername: v.nullable(v.string()),
  role: v.picklist(roles),
  origin: v.string(),
  since: instant,
  isNewsletter: v.boolean(),
  isBetaTester: v.boolean(),
  betaGroups: v.array(choice),
  accountValidated: v.boolean(),
  /** Blocked permanently, or for some minutes after wrong passwords. */
  accountLocked: v.boolean(),
  /** How many second factors the user has. */
  secondFactors: v.number(),
  firstLaunch: v.nullable(instant),
  lastLaunch: v.nullable(instant),
  lastSync: v.nullable(instant),
  /** Bytes. */
  diskUsage: v.nullable(v.number()),
  freeTrialEndDate: v.nullable(instant),
  /** Addition: when the account and its data will be deleted for good; null if it stays. */
  deletionAt: v.nullable(instant),
  /** Addition: whether that is being done and can no longer be cancelled. */
  deletionHasBegun: v.boolean(),
  subscriptionName: v.nullable(v.string()),
  subscriptionStart: v.nullable(instant),
  subscriptionEnd: v.nullable(instant),
  /** All of them, newest first; the three fields above are the last one's. */
  subscriptions: v.array(v.object({ id, name: v.string(), start: instant, end: instant })),
  /** No active subscription (the specification, section 4): one may be given. */
  mayRenew: v.boolean(),
  userProducts: v.array(
    v.object({
      id,
      productName: v.string(),
      /** The model's, by which it is drawn. */
      typeName: v.nullable(v.string()),
      serialNumberFormatted: v.string(),
      since: instant,
      firmwareState: v.picklist(firmwareStates),
      openUpdate: v.nullable(openUpdate),
      /** Of the update that `firmwareState` follows from; null if there was none. */
      versionName: v.nullable(v.string()),
      /** The version that its owner reads is available (`available` in userProduct.ts); null if none. */
      availableVersion: v.nullable(v.string()),
      electronicBoardSerial: v.nullable(v.string()),
      ...shownPurchase,
      startWarranty: v.nullable(instant),
      endWarranty: v.nullable(instant),
    }),
  ),
  accessories: v.array(
    v.object({
      id,
      name: v.string(),
      serialNumberFormatted: v.string(),
      /** The detector that it is paired with. */
      userProductId: v.nullable(id),
      coilSerial: v.nullable(v.string()),
      ...shownPurchase,
      /** The warranty code that was claimed for this coil. */
      code: v.nullable(v.string()),
      codeUsedAt: v.nullable(instant),
    }),
  ),
  /** Newest first; `success` is null until it is reported. */
  productUpdates: v.array(
    v.object({
      id,
      date: instant,
      /** The detector, which may be deleted. */
      userProductId: v.nullable(id),
      productName: v.string(),
      versionName: v.string(),
      success: v.nullable(v.boolean()),
      errorType: v.nullable(v.picklist(updateErrorTypes)),
      firmwareAfter: v.nullable(v.picklist(firmwareAfterFailure)),
    }),
  ),
})
export type ShownUser = v.InferOutput<typeof shownUser>

const ofUser = v.strictObject({ userId: idText })
const removals = removeCalls('user', admins)

export const userStaff = {
  /**
   * `country` is sorted by the countries' names in the reader's language: that of the Accept-Language header, otherwise the one that
   * `locale/setLocale` has stored.
   */
  ...tableCalls('user', {
    audience: staff,
    row: userRow,
    people: (row) => [row.id],
    sortable: ['firstname', 'lastname', 'username', 'country'],
    exported: [
      'firstname',
      'lastname',
      'username',
      'phoneNumber',
      'phoneInternational',
      'country',
      'role',
      'subscriptionName',
      'nbProductUpdates',
      'isNewsletter',
      'isBetaTester',
      'accountValidated',
      'accountLocked',
      'since',
      'lastSync',
    ],
  }),

  get: endpoint({
    method: 'GET',
    path: '/user/{id}',
    audience: staff,
    isReadOnly: true,
    body: 'none',
    params: byId,
    response: shownUser,
    people: ofAsked,
  }),

  /**
   * The account needs no validation. `password` is in the form of section 2 of the specification, though section 7 does not name it.
   * It serves once: until the user has chosen another one, they can do little else (`openBefore`). `MandatoryField` on
   * `password` without both, what passwords.ts lists if it is easy to guess. `not.authorized` if the back office gives another role than
   * customer.
   */
  create: endpoint({
    method: 'POST',
    path: '/user',
    audience: backOffice,
    effects: { access: givesAccess, offer: unknown },
    body: 'form',
    request: newUser,
    response: saved,
    isIdempotentByKey: true,
  }),

  /**
   * Leaving out `password` or `role` keeps it. `not.authorized` if the back office changes a role or edits anybody but a customer,
   * `own.account.error` for a change of one's own role, `own.profile.error` for a change of one's own address, phone or password. A new
   * password or role ends the user's sessions; the password serves once, as above. A new address waits for confirmation (contact.ts), but
   * applies at once to an account that was never validated; a new phone applies at once. `email.already.exists.error` on `username`.
   */
  update: endpoint({
    method: 'POST',
    path: '/user/{id}',
    audience: backOffice,
    effects: { access: givesAccess, offer: unknown },
    body: 'form',
    params: byId,
    request: editForm({
      ...userForm,
      betaGroupChanges: memberChanges,
      role: v.optional(role),
      password: v.optional(newPasswordOrNone),
      sendsPasswordLink,
    }),
    response: saved,
  }),

  /** `own.account.error` for one's own account, so that an administrator always remains. */
  ...removals,
  remove: endpoint({ ...removals.remove, effects: { loss: always } }),
  restore: endpoint({ ...removals.restore, effects: { access: always, offer: unknown } }),

  verifyAccount: endpoint({
    method: 'POST',
    path: '/user/verifyAccount',
    audience: backOffice,
    effects: { access: always },
    body: 'form',
    request: ofUser,
    response: saved,
  }),

  /** Addition: mails the link that validates the account once more. `account.validated.error` if that is done. */
  resendValidation: endpoint({
    method: 'POST',
    path: '/user/resendValidation',
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

  /** `subscription.exists.error` if the user already has one. */
  renewTrial: endpoint({
    method: 'POST',
    path: '/user/renewTrial',
    audience: admins,
    body: 'form',
    request: v.strictObject({ userId: idText, duration: v.picklist(renewalDurations) }),
    response: saved,
  }),

  /** Addition: section 7 of the specification gives no path. Mails the user a link to choose a password. */
  resetPassword: endpoint({
    method: 'POST',
    path: '/user/resetPassword',
    audience: admins,
    body: 'form',
    request: ofUser,
    response: saved,
  }),

  /** The beta testers to choose from, by name. `search`, an addition, finds parts of names and addresses: the first `listRowsMax`. */
  getBetaTesters: endpoint({
    method: 'GET',
    path: '/user/getBetaTesters',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    query: v.strictObject({ search: searchText() }),
    response: v.array(choice),
    people: idsOf,
  }),
}
