/** The cookies of trusted devices (auth/trustedDevice.ts): one per account, numbered so that their names reveal nothing. */
import type { Context } from 'hono'
import { type DeviceCookies, deviceSlots, trustedDays } from '../../auth/trustedDevice.ts'
import type { Config } from '../../config/readConfig.ts'
import { hostCookie } from './hostCookie.ts'

export function deviceCookies(c: Context, config: Config): DeviceCookies {
  const cookieOf = (slot: number) => hostCookie(c, config, `fieldport-device-${slot + 1}`)
  return {
    secrets: Array.from({ length: deviceSlots }, (_, slot) => cookieOf(slot).value),
    set: ({ slot, secret }) => cookieOf(slot).set(secret, trustedDays * 24 * 60 * 60),
  }
}
