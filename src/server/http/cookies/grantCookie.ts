/** The cookie with the permission to sign in once. */
import type { Context } from 'hono'
import { type GrantCookie, grantSeconds } from '../../auth/signInGrant.ts'
import type { Config } from '../../config/readConfig.ts'
import { hostCookie } from './hostCookie.ts'

export function grantCookie(c: Context, config: Config): GrantCookie {
  const { value, set, clear } = hostCookie(c, config, 'fieldport-sign-in')
  return { secret: value, set: (secret) => set(secret, grantSeconds), clear }
}
