/**
 * Addition: confirming a new email address or phone, and undoing such a change by mail. `user.updateProfile` and `user.update` request the
 * change; until it is confirmed here, the old address and phone stay in force.
 */
import * as v from 'valibot'
import { smsCode } from './authentication.ts'
import { endpoint, everyRole } from './endpoint.ts'
import { id, mailedToken, newPassword, repeatsNewPassword, typedPassword } from './fields.ts'
import { profile } from './user.ts'

const token = mailedToken('contact.link.invalid.error')

/** The account's current email address. */
const account = v.object({ id, username: v.string() })

export const contact = {
  /**
   * Called with the link mailed to the new address, which then replaces the old one; the old address gets a mail about it.
   * `contact.link.invalid.error` for an invalid link, `email.already.exists.error` if another account has taken the address meanwhile.
   */
  confirmUsername: endpoint({
    method: 'POST',
    path: '/contact/confirmUsername',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ token }),
    response: account,
  }),

  /** Mails the link again, within the same rate limits as a change of address. */
  resendUsernameLink: endpoint({
    method: 'POST',
    path: '/contact/resendUsernameLink',
    audience: everyRole,
    body: 'none',
    response: profile,
  }),

  cancelUsername: endpoint({ method: 'POST', path: '/contact/cancelUsername', audience: everyRole, body: 'none', response: profile }),

  /** Sends another code to the new phone, which voids the one before. `too.many.requests.error` beyond one a minute and five an hour. */
  sendPhoneCode: endpoint({ method: 'POST', path: '/contact/sendPhoneCode', audience: everyRole, body: 'none', response: profile }),

  /**
   * Called with the code sent to the new phone, which then replaces the old one. `code.invalid.error` for a wrong code,
   * `phone.code.expired.error` for a code that is too old, used, replaced, or was guessed five times.
   */
  confirmPhone: endpoint({
    method: 'POST',
    path: '/contact/confirmPhone',
    audience: everyRole,
    body: 'form',
    request: v.strictObject({ code: smsCode }),
    response: profile,
  }),

  cancelPhone: endpoint({ method: 'POST', path: '/contact/cancelPhone', audience: everyRole, body: 'none', response: profile }),

  /** The address that a `restore` link gives back. Reading does not use up the link. `contact.link.invalid.error` as above. */
  checkRestore: endpoint({
    method: 'POST',
    path: '/contact/checkRestore',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ token }),
    response: v.object({ username: v.string(), passwordMinLength: v.number() }),
  }),

  /**
   * Called with the link mailed to an old address: restores that address and its phone, sets a new password and ends every session.
   * `contact.link.invalid.error` as above; on `newPassword`, what passwords.ts lists.
   */
  restore: endpoint({
    method: 'POST',
    path: '/contact/restore',
    audience: 'anyone',
    body: 'form',
    request: v.pipe(v.strictObject({ token, newPassword, newPasswordRepeat: typedPassword }), repeatsNewPassword()),
    response: account,
  }),
}
