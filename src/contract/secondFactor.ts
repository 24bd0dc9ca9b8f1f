/**
 * Addition: the second factors of an account, which its owner manages, and their reset by staff for somebody who has lost them. Each change
 * tells the owner by mail.
 */
import * as v from 'valibot'
import { backOffice, endpoint, everyRole } from './endpoint.ts'
import { factorName, newPasskey, passkeyCreation, totpCode } from './factors.ts'
import { id, idText, instant, text } from './fields.ts'
import { always } from './effects.ts'
import { enrolledKinds } from './rules.ts'
import { saved } from './crud.ts'

const factor = v.object({
  id,
  kind: v.picklist(enrolledKinds),
  name: v.string(),
  createdAt: instant,
  /** Null until it has served. */
  lastUsedAt: v.nullable(instant),
})
export type Factor = v.InferOutput<typeof factor>

const recoveryCodes = v.array(v.string())

/** The codes come with the first factor, null with any other: they are shown once and can be made anew. */
const added = v.object({ id, recoveryCodes: v.nullable(recoveryCodes) })

export const secondFactor = {
  /** The caller's own, newest first. */
  getOwn: endpoint({
    method: 'GET',
    path: '/secondFactor',
    audience: everyRole,
    isReadOnly: true,
    openBefore: 'factor',
    viewedAs: 'viewedProfile',
    body: 'none',
    response: v.object({
      factors: v.array(factor),
      /** How many recovery codes are unused. */
      recoveryCodesLeft: v.number(),
      /** Whether the caller's role must have one: the last is not removed. */
      isRequired: v.boolean(),
    }),
  }),

  /** What the browser needs to make a passkey, for ten minutes. */
  beginPasskey: endpoint({
    method: 'POST',
    path: '/secondFactor/passkey/begin',
    audience: everyRole,
    effects: { access: always },
    openBefore: 'factor',
    body: 'none',
    response: passkeyCreation,
  }),

  /** `factor.expired.error` if that was too long ago, `passkey.invalid.error` for what no browser makes, `factors.full.error`. */
  addPasskey: endpoint({
    method: 'POST',
    path: '/secondFactor/passkey',
    audience: everyRole,
    effects: { access: always },
    openBefore: 'factor',
    body: 'json',
    request: v.strictObject({ name: factorName, passkey: newPasskey }),
    response: added,
  }),

  /** A new secret for an authenticator app, for an hour. It is stored by addTotp only. */
  beginTotp: endpoint({
    method: 'POST',
    path: '/secondFactor/totp/begin',
    audience: everyRole,
    effects: { access: always },
    openBefore: 'factor',
    body: 'none',
    response: v.object({
      /** Base32, to type. */
      secret: v.string(),
      /** `otpauth://totp/…`, for a QR code. */
      uri: v.string(),
      /** Sent back with the first code. */
      setup: v.string(),
    }),
  }),

  /** `code.invalid.error` on `code`, `factor.expired.error` for a setup that is too old or was used, `factors.full.error`. */
  addTotp: endpoint({
    method: 'POST',
    path: '/secondFactor/totp',
    audience: everyRole,
    effects: { access: always },
    openBefore: 'factor',
    body: 'json',
    request: v.strictObject({ name: factorName, setup: v.pipe(v.string(), v.regex(/^[\w.-]+$/), v.maxLength(400)), code: totpCode }),
    response: added,
  }),

  /** `factor.last.error` if the caller's role must have one. With the last, the recovery codes go too. */
  remove: endpoint({
    method: 'DELETE',
    path: '/secondFactor/{id}',
    audience: everyRole,
    effects: { access: always },
    body: 'none',
    params: v.strictObject({ id: idText }),
    response: v.object({}),
  }),

  /** Ten new ones; those before serve no longer. `resource.not.found` without a factor. */
  makeRecoveryCodes: endpoint({
    method: 'POST',
    path: '/secondFactor/recoveryCodes',
    audience: everyRole,
    effects: { access: always },
    openBefore: 'factor',
    body: 'none',
    response: v.object({ recoveryCodes }),
  }),

  /**
   * For somebody who has lost all of theirs: removes them and signs the account out. Both get the reason by mail. `own.account.error` for
   * the own account, `not.authorized` if the back office names anybody but a customer, `resource.not.found` for an account without any.
   */
  reset: endpoint({
    method: 'POST',
    path: '/secondFactor/reset',
    audience: backOffice,
    effects: { access: always },
    body: 'form',
    request: v.strictObject({ userId: idText, reason: text() }),
    response: saved,
  }),
}
