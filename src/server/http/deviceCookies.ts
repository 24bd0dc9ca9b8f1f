/** The cookies of trusted devices (auth/trustedDevice.ts): one per account, numbered so that their names reveal nothing. */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { basePath } from '../../contract/contract.ts'
import { type DeviceCookies, deviceSlots, trustedDays } from '../auth/trustedDevice.ts'
import type { Config } from '../config/readConfig.ts'

const nameOf = (slot: number) => `fieldport-device-${slot + 1}`

export function deviceCookies(c: Context, { publicUrl }: Config): DeviceCookies {
  return {
    secrets: Array.from({ length: deviceSlots }, (_, slot) => getCookie(c, nameOf(slot))),
    set: ({ slot, secret }) =>
      setCookie(c, nameOf(slot), secret, {
        path: basePath,
        httpOnly: true,
        sameSite: 'Strict',
        secure: publicUrl.startsWith('https:'),
        maxAge: trustedDays * 24 * 60 * 60,
      }),
  }
}
