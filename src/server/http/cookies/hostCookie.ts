/**
 * Cookies that only this host can set: where PUBLIC_URL is https at its root, their names begin with `__Host-` (RFC 6265bis), so that no
 * other host of the domain puts one of its own in their place. Elsewhere browsers refuse such names.
 */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { basePath } from '../../../contract/contract.ts'
import type { Config } from '../../config/readConfig.ts'

type HostCookie = {
  readonly value: string | undefined
  readonly set: (value: string, maxAgeSeconds: number) => void
  readonly clear: () => void
}

/** A cookie that scripts cannot read and other sites cannot send. */
export function hostCookie(c: Context, { publicUrl, hasHostCookies }: Config, name: string): HostCookie {
  const shared = { httpOnly: true, sameSite: 'Strict', secure: publicUrl.startsWith('https:') } as const
  const plain = { ...shared, path: basePath } as const
  if (!hasHostCookies)
    return {
      value: getCookie(c, name),
      set: (value, maxAge) => setCookie(c, name, value, { ...plain, maxAge }),
      clear: () => void deleteCookie(c, name, plain),
    }
  const host = { ...shared, path: '/', prefix: 'host' } as const
  // Version 0.1 set it under the plain name. It counts until it expires or is replaced.
  const former = getCookie(c, name)
  const clearFormer = () => {
    if (former !== undefined) deleteCookie(c, name, plain)
  }
  return {
    value: getCookie(c, name, 'host') ?? former,
    set: (value, maxAge) => {
      setCookie(c, name, value, { ...host, maxAge })
      clearFormer()
    },
    clear: () => {
      deleteCookie(c, name, host)
      clearFormer()
    },
  }
}
