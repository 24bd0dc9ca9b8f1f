/**
 * Signing in and staying signed in: beforeLogin, then checkSmsCode if a code is needed, then login. Each of them fails with
 * `account.locked.error` while the account is locked and with `too.many.requests.error` for an address that guesses; both carry
 * `Retry-After`. login sets a cookie that keeps wrong guesses from elsewhere from locking out this browser.
 */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { endpoint, everyRole } from './endpoint.ts'
import { id, idText, mailedToken, typedPassword, username } from './fields.ts'
import { factorKinds, locales, passwordDues, roles, smsCodeDigits } from './rules.ts'

const credentials = v.strictObject({ username, password: typedPassword })

/** Spaces and dashes are allowed, as in "123 456" and "123-456". */
export const smsCode = v.pipe(
  v.string(),
  v.transform((typed) => typed.replaceAll(/[\s-]/g, '')),
  v.minLength(1, 'MandatoryField' satisfies ErrorCode),
  v.regex(new RegExp(`^\\d{${smsCodeDigits}}$`), 'code.invalid.error' satisfies ErrorCode),
)

/** The login session as the app holds it (the specification, section 3). The first of `roles` is the one in force. */
export const loginSession = v.object({
  username: v.string(),
  roles: v.pipe(v.array(v.picklist(roles)), v.minLength(1)),
  id,
  access_token: v.string(),
  refresh_token: v.string(),
  /**
   * Only while an administrator views the portal as a customer: sent in place of `access_token`. The other fields but the tokens are then
   * the customer's. The calls below never return it; impersonation.ts does.
   */
  impersonateToken: v.optional(v.string()),
  /**
   * Addition: why the person is to choose another password; absent without a reason. With `setByStaff` most calls answer
   * `password.choice.required.error` until then. Only login answers `weak`, so that it can be put off until the next sign-in.
   */
  passwordDue: v.optional(v.picklist(passwordDues)),
  /**
   * Addition: 0 if staff are to add a second factor now; absent if they have one or need none. Until then most calls answer
   * `factor.enrolment.required.error`.
   */
  factorDueInSeconds: v.optional(v.number()),
  /** Addition: the account's language, which `locale/setLocale` stores. */
  locale: v.picklist(locales),
})
export type LoginSession = v.InferOutput<typeof loginSession>

export const authentication = {
  /**
   * Checks the credentials and sends an SMS code if the account needs one. A new code voids the one before. At most one code a minute and
   * five an hour are sent; until then the last code stays valid. `too.many.requests.error` if none can be sent and none is valid.
   */
  beforeLogin: endpoint({
    method: 'POST',
    path: '/authentication/beforeLogin',
    audience: 'anyone',
    body: 'form',
    request: credentials,
    response: v.object({
      displayCodeValidation: v.boolean(),
      /** Partly hidden; null if no code is needed. */
      phoneNumber: v.nullable(v.string()),
      /** Addition: seconds until this call sends another code; null if no code is needed. */
      resendInSeconds: v.nullable(v.number()),
      /** Addition: the account's own factors, any of which serves too (factorSignIn.ts). Absent without any. */
      factors: v.optional(v.array(v.picklist(factorKinds))),
    }),
  }),

  /**
   * On success sets an HttpOnly cookie that allows one sign-in within two minutes. `code.invalid.error` for a wrong code;
   * `code.expired.error` for a code that is too old, used, replaced, or was guessed five times.
   */
  checkSmsCode: endpoint({
    method: 'POST',
    path: '/authentication/checkSmsCode',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ ...credentials.entries, code: smsCode }),
    response: v.object({}),
  }),

  /**
   * `code.required.error` if the account needs a code and checkSmsCode has not just succeeded; `factor.required.error` if it has factors
   * of its own and neither factorSignIn.checkFactor nor a code that counts for it has.
   */
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    audience: 'anyone',
    body: 'json',
    request: credentials,
    response: loginSession,
  }),

  /**
   * Exchanges a refresh token for new tokens. The same refresh token works again for ten seconds. Any failure is 401, and the app signs
   * out.
   */
  refresh: endpoint({
    method: 'POST',
    path: '/oauth/access_token',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ grant_type: v.literal('refresh_token'), refresh_token: v.pipe(v.string(), v.maxLength(200)) }),
    response: loginSession,
  }),

  /** Mails a new link to an account that is not validated yet. Answers the same, in the same time, for unknown addresses. */
  resendValidateAccountMail: endpoint({
    method: 'POST',
    path: '/authentication/resendValidateAccountMail',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ username }),
    response: v.object({}),
  }),

  /** Called with the mailed link. `ValidateAccount.error` if the link is unknown, used, too old or another user's. */
  validateAccount: endpoint({
    method: 'POST',
    path: '/authentication/validateAccount',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ token: mailedToken('ValidateAccount.error'), userId: v.optional(idText) }),
    /** Addition: the address to which the link was mailed, for the sign-in. */
    response: v.object({ username: v.string() }),
  }),

  /** Addition: ends this session on the server. */
  logout: endpoint({
    method: 'POST',
    path: '/authentication/logout',
    audience: everyRole,
    openBefore: 'password',
    body: 'none',
    response: v.object({}),
  }),
}
