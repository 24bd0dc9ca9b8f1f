/** People: their own profile here; staff's calls are in userStaff.ts. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { endpoint, everyRole } from './endpoint.ts'
import { booleanText, id, instant, newPassword, typedPassword } from './fields.ts'
import { personForm, shownPerson } from './person.ts'
import { phonePrefixAnswer } from './register.ts'
import { userStaff } from './userStaff.ts'

/** What a person may read and, but for id and trial, change of themselves (device document, section 3). */
export const profile = v.object({
  id,
  ...shownPerson,
  isNewsletter: v.boolean(),
  /** Addition: the page explains beta firmware to those who see it. */
  isBetaTester: v.boolean(),
  freeTrialEndDate: v.nullable(instant),
})
export type Profile = v.InferOutput<typeof profile>

export const user = {
  ...userStaff,

  getProfile: endpoint({ method: 'GET', path: '/user/getProfile', audience: everyRole, body: 'none', response: profile }),

  /** A new address holds at once; the old one is told by mail. */
  updateProfile: endpoint({
    method: 'POST',
    path: '/user/updateProfile',
    audience: everyRole,
    body: 'form',
    request: v.strictObject({
      ...personForm,
      isNewsletter: booleanText,
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
    request: v.pipe(
      v.strictObject({ oldPassword: typedPassword, newPassword, newPasswordRepeat: typedPassword }),
      v.forward(
        v.partialCheck(
          [['newPassword'], ['newPasswordRepeat']],
          ({ newPassword: chosen, newPasswordRepeat }) => chosen === newPasswordRepeat,
          'NewPassword.not.corresponding' satisfies ErrorCode,
        ),
        ['newPasswordRepeat'],
      ),
    ),
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
