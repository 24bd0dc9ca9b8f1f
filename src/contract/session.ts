/** Addition: where a user is signed in, and signing out of those places. */
import * as v from 'valibot'
import { endpoint, everyRole } from './endpoint.ts'
import { anyProof, passkeyRequest } from './factors.ts'
import { instant } from './fields.ts'
import { always } from './effects.ts'
import { factorKinds, signInMethods } from './rules.ts'

const sessionId = v.pipe(v.string(), v.uuid())

export const sessionAnswer = v.object({
  id: sessionId,
  /** As the browser reports itself, "Chrome" and "Windows"; null if unknown. */
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  startedAt: instant,
  /** When its access token was last renewed, to a quarter of an hour. */
  lastUsedAt: instant,
  /** Additions: how it was signed in, and the browser, the same number for sign-ins in the same one; null where that is unknown. */
  method: v.nullable(v.picklist(signInMethods)),
  deviceId: v.nullable(v.number()),
  /** Whether this is the session that makes the call. */
  isCurrent: v.boolean(),
})
export type Session = v.InferOutput<typeof sessionAnswer>

export const session = {
  /** What proves that the caller is the person who signed in (effects.ts), best first, and what a passkey is to sign. */
  beginProof: endpoint({
    method: 'POST',
    path: '/session/proof/begin',
    audience: everyRole,
    openBefore: 'factor',
    body: 'none',
    response: v.object({ kinds: v.array(v.picklist([...factorKinds, 'password'])), passkey: v.nullable(passkeyRequest) }),
  }),

  /**
   * From now on the caller's session has fresh proof, for `proofMinutes`. Fails as factorSignIn.checkFactor does; `incorrect.password` on
   * `password`; `proof.required.error` for the password of an account that has factors.
   */
  prove: endpoint({
    method: 'POST',
    path: '/session/proof',
    audience: everyRole,
    openBefore: 'factor',
    body: 'json',
    request: v.strictObject({ proof: anyProof }),
    response: v.object({}),
  }),

  /** The caller's own sessions, last used first. */
  getOwn: endpoint({
    method: 'GET',
    path: '/session',
    audience: everyRole,
    isReadOnly: true,
    viewedAs: 'viewedSessions',
    body: 'none',
    response: v.array(sessionAnswer),
  }),

  /** Ends one of the caller's own sessions; 404 if it has already ended. */
  end: endpoint({
    method: 'DELETE',
    path: '/session/{id}',
    audience: everyRole,
    body: 'none',
    params: v.strictObject({ id: sessionId }),
    response: v.object({}),
  }),

  /** Addition: signs out everywhere but here. */
  endOthers: endpoint({
    method: 'DELETE',
    path: '/session/others',
    audience: everyRole,
    effects: { loss: always },
    body: 'none',
    response: v.object({}),
  }),

  /** Signs out everywhere, including here. */
  endAll: endpoint({ method: 'DELETE', path: '/session', audience: everyRole, body: 'none', response: v.object({}) }),
}
