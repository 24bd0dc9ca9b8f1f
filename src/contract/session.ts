/** Addition: where a person is signed in, and signing out of all of it. */
import * as v from 'valibot'
import { endpoint, everyRole } from './endpoint.ts'
import { instant } from './fields.ts'

const sessionId = v.pipe(v.string(), v.uuid())

const sessionAnswer = v.object({
  id: sessionId,
  /** As the browser names itself, "Chrome" and "Windows"; null where it is unknown. */
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  startedAt: instant,
  /** To a quarter of an hour: the last time that its access token was renewed. */
  lastUsedAt: instant,
  /** Whether this very call came from it. */
  isCurrent: v.boolean(),
})
export type Session = v.InferOutput<typeof sessionAnswer>

export const session = {
  /** The caller's own, the last used first. */
  getOwn: endpoint({ method: 'GET', path: '/session', audience: everyRole, body: 'none', response: v.array(sessionAnswer) }),

  /** Signs one of the caller's own out; 404 where it has ended already. */
  end: endpoint({
    method: 'DELETE',
    path: '/session/{id}',
    audience: everyRole,
    body: 'none',
    params: v.strictObject({ id: sessionId }),
    response: v.object({}),
  }),

  /** Signs out everywhere, here too. */
  endAll: endpoint({ method: 'DELETE', path: '/session', audience: everyRole, body: 'none', response: v.object({}) }),
}
