/**
 * Addition: proving a new sign-in address or phone, and undoing such a change by mail. `user.updateProfile` and `user.update` ask for the
 * change; until it is proved here the old address and phone hold for everything.
 */
import * as v from 'valibot'
import { smsCode } from './authentication.ts'
import { endpoint, everyRole } from './endpoint.ts'
import { id, mailedToken, newPassword, repeatsNewPassword, typedPassword } from './fields.ts'
import { profile } from './user.ts'

const token = mailedToken('contact.link.invalid.error')

/** Whose account it is, and the address that it is signed in to with now. */
const account = v.object({ id, username: v.string() })

export const contact = {
  /**
   * By the link mailed to a new address: it is the account's from now on, and the old one is told. `contact.link.invalid.error` for a link
   * that is no good, `email.already.exists.error` where another account got the address first.
   */
  confirmUsername: endpoint({
    method: 'POST',
    path: '/contact/confirmUsername',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ token }),
    response: account,
  }),

  /** Mails the link again, within the limits of a change of address. */
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
   * By the code sent to a new phone: it is the account's from now on. `code.invalid.error` for a wrong code, `phone.code.expired.error` for
   * one that is too old, was used, was replaced, or was guessed at five times.
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

  /** Which address a link of `restore` gives back; looking uses nothing up. `contact.link.invalid.error` as above. */
  checkRestore: endpoint({
    method: 'POST',
    path: '/contact/checkRestore',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ token }),
    response: v.object({ username: v.string() }),
  }),

  /**
   * By the link mailed to an old address: gives the account back to that address, with the phone it had then and a new password, and ends
   * every session. `contact.link.invalid.error` as above.
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
