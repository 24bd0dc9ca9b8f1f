/** A user's own profile. The calls of staff are in userStaff.ts. */
import * as v from 'valibot'
import { endpoint, everyRole } from './endpoint.ts'
import { booleanText, id, instant, newPassword, optionalText, repeatsNewPassword, typedPassword } from './fields.ts'
import { personForm, shownPerson } from './person.ts'
import { phonePrefixAnswer } from './register.ts'
import { passwordMaxLength } from './rules.ts'
import { userStaff } from './userStaff.ts'
import { userSupport } from './userSupport.ts'

/** What users may read about themselves and, except for id and trial, change (the device specification, section 3). */
export const profile = v.object({
  id,
  ...shownPerson,
  isNewsletter: v.boolean(),
  /** Addition: the page explains beta firmware to beta testers. */
  isBetaTester: v.boolean(),
  freeTrialEndDate: v.nullable(instant),
  /** Addition: no trial is advertised to subscribers. */
  hasSubscription: v.boolean(),
  /** Addition: the new address, until its owner opens the mailed link. */
  pendingUsername: v.nullable(v.string()),
  /** Addition: the new phone until its code is entered, whether a code can be entered now, and when another can be requested. */
  pendingPhone: v.nullable(
    v.object({ phonePrefix: v.string(), phoneNumber: v.string(), isCodeSent: v.boolean(), resendInSeconds: v.number() }),
  ),
  /** Addition: when the account will be deleted; null if it stays. */
  deletionAt: v.nullable(instant),
  /** Addition: whether that is being done and can no longer be cancelled. */
  deletionHasBegun: v.boolean(),
})
export type Profile = v.InferOutput<typeof profile>

export const user = {
  ...userStaff,
  ...userSupport,

  getProfile: endpoint({
    method: 'GET',
    path: '/user/getProfile',
    audience: everyRole,
    isReadOnly: true,
    openBefore: 'password',
    viewedAs: 'viewedProfile',
    body: 'none',
    response: profile,
  }),

  /**
   * Addition: the companion app reports its use by its signed-in user. Instants in the future count as now. The earliest first launch, the
   * latest launch and sync, and the last reported cloud usage (bytes) are kept.
   */
  reportAppUse: endpoint({
    method: 'POST',
    path: '/user/reportAppUse',
    audience: everyRole,
    body: 'json',
    request: v.strictObject({
      firstLaunch: v.optional(instant),
      lastLaunch: v.optional(instant),
      lastSync: v.optional(instant),
      diskUsage: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    }),
    response: v.object({}),
  }),

  /**
   * Saves all other fields at once; a new address or phone waits for confirmation (contact.ts). Only changes of these two, other than in
   * spelling, need `currentPassword`, an addition: `MandatoryField` if it is missing, `incorrect.password` if it is wrong. A taken address
   * gets the same response as a free one. `phone.unprovable.error` if SMS cannot be sent and the account signs in with codes.
   */
  updateProfile: endpoint({
    method: 'POST',
    path: '/user/updateProfile',
    audience: everyRole,
    body: 'form',
    request: v.strictObject({
      ...personForm,
      isNewsletter: booleanText,
      currentPassword: optionalText(passwordMaxLength),
    }),
    response: profile,
  }),

  /**
   * `incorrect.password` on `oldPassword`. Ends the user's other sessions, and allows one sign-in with the new password within two minutes
   * without another SMS code, because the app signs in again next. That session replaces the current one. On `newPassword`: what passwords.ts
   * lists.
   */
  updateCurrentUserPassword: endpoint({
    method: 'POST',
    path: '/user/updateCurrentUserPassword',
    audience: everyRole,
    openBefore: 'password',
    body: 'form',
    request: v.pipe(v.strictObject({ oldPassword: typedPassword, newPassword, newPasswordRepeat: typedPassword }), repeatsNewPassword()),
    response: v.object({}),
  }),

  /** The same list as register's, for signed-in users. */
  getPhonePrefixes: endpoint({
    method: 'GET',
    path: '/user/getPhonePrefixes',
    audience: everyRole,
    isReadOnly: true,
    viewedAs: null,
    body: 'none',
    response: v.array(phonePrefixAnswer),
  }),
}
