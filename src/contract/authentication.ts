/** Signing in and staying signed in. The steps are: beforeLogin, checkSmsCode where it asked for a code, then login. */
import * as v from 'valibot'
import { endpoint, everyRole } from './endpoint.ts'
import { id, typedPassword, username } from './fields.ts'
import { roles } from './rules.ts'

const credentials = v.strictObject({ username, password: typedPassword })

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
  beforeLogin: endpoint({
    method: 'POST',
    path: '/authentication/beforeLogin',
    audience: 'anyone',
    body: 'form',
    request: credentials,
    /** `phoneNumber` is partly hidden, and null where no code is asked for. */
    response: v.object({ displayCodeValidation: v.boolean(), phoneNumber: v.nullable(v.string()) }),
  }),

  login: endpoint({
    method: 'POST',
    path: '/api/login',
    audience: 'anyone',
    body: 'json',
    request: credentials,
    response: loginSession,
  }),

  /** Exchanges a refresh token, once, for new tokens. Any failure is 401: the app signs out. */
  refresh: endpoint({
    method: 'POST',
    path: '/oauth/access_token',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ grant_type: v.literal('refresh_token'), refresh_token: v.pipe(v.string(), v.maxLength(200)) }),
    response: loginSession,
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
