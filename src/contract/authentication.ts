/**
 * Signing in and staying signed in. The steps are: beforeLogin, checkSmsCode where it asked for a code, then login. Any of them throws
 * `account.locked.error` while the account is locked and `too.many.requests.error` for an address that guesses; both carry `Retry-After`.
 * login leaves a cookie by which wrong guesses from elsewhere do not lock this browser.
 */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { endpoint, everyRole } from './endpoint.ts'
import { id, idText, mailedToken, typedPassword, username } from './fields.ts'
import { roles, smsCodeDigits } from './rules.ts'

const credentials = v.strictObject({ username, password: typedPassword })

/** As read from a telephone: "123 456" and "123-456" are meant as well. */
export const smsCode = v.pipe(
  v.string(),
  v.transform((typed) => typed.replaceAll(/[\s-]/g, '')),
  v.minLength(1, 'MandatoryField' satisfies ErrorCode),
  v.regex(new RegExp(`^\\d{${smsCodeDigits}}$`), 'code.invalid.error' satisfies ErrorCode),
)

/** The login session as the app keeps it (section 3). The role in force is the first of `roles`. */
export const loginSession = v.object({
  username: v.string(),
  roles: v.pipe(v.array(v.picklist(roles)), v.minLength(1)),
  id,
  access_token: v.string(),
  refresh_token: v.string(),
})
export type LoginSession = v.InferOutput<typeof loginSession>

export const authentication = {
  /**
   * Checks the credentials and, where the account needs one, sends a code by SMS. Called again it sends a new code, which voids the one
   * before, but at most one a minute and five an hour: until then the code that was sent still holds. `too.many.requests.error` where
   * none may be sent and none holds.
   */
  beforeLogin: endpoint({
    method: 'POST',
    path: '/authentication/beforeLogin',
    audience: 'anyone',
    body: 'form',
    request: credentials,
    response: v.object({
      displayCodeValidation: v.boolean(),
      /** Partly hidden; null where no code is asked for. */
      phoneNumber: v.nullable(v.string()),
      /** Addition: how long until this call sends another code; null where no code is asked for. */
      resendInSeconds: v.nullable(v.number()),
    }),
  }),

  /**
   * Leaves the right to sign in, once and within two minutes, in a cookie that no script can read. `code.invalid.error` for a wrong code;
   * `code.expired.error` for one that is too old, was used, was replaced, or was guessed at five times.
   */
  checkSmsCode: endpoint({
    method: 'POST',
    path: '/authentication/checkSmsCode',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ ...credentials.entries, code: smsCode }),
    response: v.object({}),
  }),

  /** `code.required.error` where the account needs a code and checkSmsCode was not passed just before. */
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    audience: 'anyone',
    body: 'json',
    request: credentials,
    response: loginSession,
  }),

  /** Exchanges a refresh token for new tokens; again within ten seconds for the same refresh token. Any failure is 401: the app signs out. */
  refresh: endpoint({
    method: 'POST',
    path: '/oauth/access_token',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ grant_type: v.literal('refresh_token'), refresh_token: v.pipe(v.string(), v.maxLength(200)) }),
    response: loginSession,
  }),

  /** Mails a new link to an account that is not validated yet; answers the same, in the same time, where there is none. */
  resendValidateAccountMail: endpoint({
    method: 'POST',
    path: '/authentication/resendValidateAccountMail',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ username }),
    response: v.object({}),
  }),

  /** By the mailed link. `ValidateAccount.error` where it is unknown, used, too old or another user's. */
  validateAccount: endpoint({
    method: 'POST',
    path: '/authentication/validateAccount',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ token: mailedToken('ValidateAccount.error'), userId: v.optional(idText) }),
    response: v.object({}),
  }),

  /** Addition: ends this session on the server. */
  logout: endpoint({
    method: 'POST',
    path: '/authentication/logout',
    audience: everyRole,
    body: 'none',
    response: v.object({}),
  }),
}
