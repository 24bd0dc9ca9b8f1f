/**
 * Addition: signing in with a second factor, or with a passkey alone. Each call fails as those of authentication.ts do while an account is
 * locked or an address guesses; a wrong code or passkey counts as a wrong guess.
 */
import * as v from 'valibot'
import { loginSession } from './authentication.ts'
import { endpoint } from './endpoint.ts'
import { factorProof, passkeyRequest, passkeySignature } from './factors.ts'
import { typedPassword, username } from './fields.ts'

export const factorSignIn = {
  /**
   * What the browser is to sign. With credentials: one of the account's passkeys, for checkFactor. Without: any passkey that can verify its
   * person, for loginWithPasskey. It serves once, within ten minutes.
   */
  beginPasskey: endpoint({
    method: 'POST',
    path: '/authentication/beginPasskey',
    audience: 'anyone',
    body: 'json',
    request: v.strictObject({ credentials: v.optional(v.strictObject({ username, password: typedPassword })) }),
    response: passkeyRequest,
  }),

  /**
   * The second step, after `beforeLogin` named `factors`: on success sets the cookie that allows one `login` within two minutes.
   * `code.invalid.error` on `code`, also for one that was used before; `passkey.invalid.error`; `factor.expired.error` for an old challenge.
   */
  checkFactor: endpoint({
    method: 'POST',
    path: '/authentication/checkFactor',
    audience: 'anyone',
    body: 'json',
    request: v.strictObject({ username, password: typedPassword, proof: factorProof }),
    response: v.object({}),
  }),

  /**
   * Signs in without a password. `passkey.unverified.error` if the passkey did not verify its person, by a PIN or a fingerprint: it still
   * serves after the password. `passkey.invalid.error` for one that no account has; `factor.expired.error`.
   */
  loginWithPasskey: endpoint({
    method: 'POST',
    path: '/authentication/loginWithPasskey',
    audience: 'anyone',
    body: 'json',
    request: v.strictObject({ signature: passkeySignature }),
    response: loginSession,
  }),
}
