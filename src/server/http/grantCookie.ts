/** The cookie with the permission to sign in once. Scripts cannot read it, other sites cannot send it, and only calls receive it. */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { basePath } from '../../contract/contract.ts'
import { type GrantCookie, grantSeconds } from '../auth/signInGrant.ts'
import type { Config } from '../config/readConfig.ts'

const name = 'fieldport-sign-in'

export function grantCookie(c: Context, { publicUrl }: Config): GrantCookie {
  const options = { path: basePath, httpOnly: true, sameSite: 'Strict', secure: publicUrl.startsWith('https:') } as const
  return {
    secret: getCookie(c, name),
    set: (secret) => setCookie(c, name, secret, { ...options, maxAge: grantSeconds }),
    clear: () => void deleteCookie(c, name, options),
  }
}
