/**
 * A password by a mailed link: a new one (30 minutes), or the first one of an account that an import made (14 days). A link is valid for one
 * use; reading it does not use it up.
 */
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { mailedToken, newPassword, repeatsNewPassword, typedPassword, username } from './fields.ts'

const token = mailedToken('password.token.invalid.error')

export const forgotPassword = {
  /**
   * Mails a link if the address has an account: five an hour, and five more for each browser that the account trusts. Answers the same, in
   * the same time, in every case.
   */
  resetPassword: endpoint({
    method: 'POST',
    path: '/forgotPassword/resetPassword',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ username }),
    response: v.object({}),
  }),

  /** 418 `password.token.invalid.error` if the link is unknown, used or too old. */
  checkUpdatePasswordToken: endpoint({
    method: 'POST',
    path: '/forgotPassword/checkUpdatePasswordToken',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ token }),
    /** Addition. */
    response: v.object({ passwordMinLength: v.number() }),
  }),

  /** 418 as above; on `newPassword`, what passwords.ts lists. The link can then be used again. Ends every session of the account. */
  updatePasswordFromEmail: endpoint({
    method: 'POST',
    path: '/forgotPassword/updatePasswordFromEmail',
    audience: 'anyone',
    body: 'form',
    request: v.pipe(v.strictObject({ token, newPassword, newPasswordRepeat: typedPassword }), repeatsNewPassword()),
    response: v.object({}),
  }),
}
