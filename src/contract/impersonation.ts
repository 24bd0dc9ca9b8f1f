/**
 * An administrator, or somebody of the back office, views the portal as a customer does, without being able to change anything. The specification names only the token
 * (`impersonateToken`, section 3); the calls are additions.
 *
 * The token is a bearer token for calls with `isReadOnly`; any other call fails with `impersonation.read.only.error`. It ends after
 * `impersonationMinutes`, with the viewer's own session, and as soon as the viewer loses the role or the customer's account
 * is deleted, blocked or no customer's. Then it is 401, and there is no refresh token.
 */
import * as v from 'valibot'
import { backOffice, endpoint } from './endpoint.ts'
import { id, idText } from './fields.ts'
import { always } from './effects.ts'

const impersonationId = v.pipe(v.string(), v.uuid())

const impersonationAnswer = v.object({
  id: impersonationId,
  impersonateToken: v.string(),
  customer: v.object({ id, username: v.string(), tostring: v.string() }),
  /** Seconds, because the clock of the browser may be wrong. */
  endsInSeconds: v.number(),
})
export type Impersonation = v.InferOutput<typeof impersonationAnswer>

export const impersonation = {
  /**
   * `resource.not.found` for an unknown user, `impersonation.refused.error` for anybody but a customer with an active account. Written to the
   * security log.
   */
  start: endpoint({
    method: 'POST',
    path: '/impersonation',
    audience: backOffice,
    effects: { access: always },
    body: 'form',
    request: v.strictObject({ userId: idText }),
    response: impersonationAnswer,
  }),

  /** Called with the viewer's own token. `resource.not.found` if it is unknown, somebody else's, or has ended. */
  end: endpoint({
    method: 'DELETE',
    path: '/impersonation/{id}',
    audience: backOffice,
    body: 'none',
    params: v.strictObject({ id: impersonationId }),
    response: v.object({}),
  }),
}
