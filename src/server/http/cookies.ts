/**
 * Cookies that only this host can set: where PUBLIC_URL is https at its root, their names begin with `__Host-` (RFC 6265bis), so that no
 * other host of the domain puts one of its own in their place. Elsewhere browsers refuse such names.
 */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { basePath } from '../../contract/contract.ts'
import { type GrantCookie, grantSeconds } from '../auth/signInGrant.ts'
import { type DeviceCookies, deviceSlots, trustedDays } from '../auth/trustedDevice.ts'
import type { Config } from '../config/readConfig.ts'

type HostCookie = {
  readonly value: string | undefined
  readonly set: (value: string, maxAgeSeconds: number) => void
  readonly clear: () => void
}

/** A cookie that scripts cannot read and other sites cannot send. */
function hostCookie(c: Context, { publicUrl, hasHostCookies }: Config, name: string): HostCookie {
  const shared = { httpOnly: true, sameSite: 'Strict', secure: publicUrl.startsWith('https:') } as const
  const options = hasHostCookies ? ({ ...shared, path: '/', prefix: 'host' } as const) : { ...shared, path: basePath }
  return {
    value: hasHostCookies ? getCookie(c, name, 'host') : getCookie(c, name),
    set: (value, maxAge) => setCookie(c, name, value, { ...options, maxAge }),
    clear: () => void deleteCookie(c, name, options),
  }
}

/** The cookies of trusted devices (auth/trustedDevice.ts): one per account, numbered so that their names reveal nothing. */
export function deviceCookies(c: Context, config: Config): DeviceCookies {
  const cookieOf = (slot: number) => hostCookie(c, config, `fieldport-device-${slot + 1}`)
  return {
    secrets: Array.from({ length: deviceSlots }, (_, slot) => cookieOf(slot).value),
    set: ({ slot, secret }) => cookieOf(slot).set(secret, trustedDays * 24 * 60 * 60),
  }
}

/** The cookie with the permission to sign in once. */
export function grantCookie(c: Context, config: Config): GrantCookie {
  const { value, set, clear } = hostCookie(c, config, 'fieldport-sign-in')
  return { secret: value, set: (secret) => set(secret, grantSeconds), clear }
}
