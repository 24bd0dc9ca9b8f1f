/** People: their own profile here; staff's calls are in userStaff.ts. */
import * as v from 'valibot'
import { endpoint, everyRole } from './endpoint.ts'
import { booleanText, id, instant, newPassword, optionalText, repeatsNewPassword, typedPassword } from './fields.ts'
import { personForm, shownPerson } from './person.ts'
import { phonePrefixAnswer } from './register.ts'
import { passwordMaxLength } from './rules.ts'
import { userStaff } from './userStaff.ts'

/** What a person may read and, but for id and trial, change of themselves (device document, section 3). */
export const profile = v.object({
  id,
  ...shownPerson,
  isNewsletter: v.boolean(),
  /** Addition: the page explains beta firmware to those who see it. */
  isBetaTester: v.boolean(),
  freeTrialEndDate: v.nullable(instant),
  /** Addition: the address that will hold once its owner has followed the mailed link. */
  pendingUsername: v.nullable(v.string()),
  /** Addition: the phone that will hold once the code sent to it is given, whether such a code can be used now, and when to ask for another. */
  pendingPhone: v.nullable(
    v.object({ phonePrefix: v.string(), phoneNumber: v.string(), isCodeSent: v.boolean(), resendInSeconds: v.number() }),
  ),
})
export type Profile = v.InferOutput<typeof profile>

export const user = {
  ...userStaff,

  getProfile: endpoint({ method: 'GET', path: '/user/getProfile', audience: everyRole, body: 'none', response: profile }),

  /**
   * Saves the other fields at once; a new address or phone waits for its proof (contact.ts). Only a change of one of these two, spelling
   * aside, needs `currentPassword`, an addition: `MandatoryField` where it is missing, `incorrect.password` where it is wrong. A taken
   * address is answered like a free one. `phone.unprovable.error` where no SMS can be sent and the account signs in with codes.
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
   * `incorrect.password` on `oldPassword`. Ends the user's other sessions. Leaves the right to sign in once with the new password, within
   * two minutes and without another SMS code, as the app does next; that new session replaces the present one.
   */
  updateCurrentUserPassword: endpoint({
    method: 'POST',
    path: '/user/updateCurrentUserPassword',
    audience: everyRole,
    body: 'form',
    request: v.pipe(v.strictObject({ oldPassword: typedPassword, newPassword, newPasswordRepeat: typedPassword }), repeatsNewPassword()),
    response: v.object({}),
  }),

  /** The same list as register's, for the forms inside. */
  getPhonePrefixes: endpoint({
    method: 'GET',
    path: '/user/getPhonePrefixes',
    audience: everyRole,
    body: 'none',
    response: v.array(phonePrefixAnswer),
  }),
}
