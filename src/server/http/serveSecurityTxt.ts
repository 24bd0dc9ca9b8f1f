/** Tells people who found a weakness whom to write to (RFC 9116). Without a contact there is no such file. */
import type { Hono } from 'hono'
import { dayMs } from '../limits/durations.ts'
import type { ServerContext } from '../serverContext.ts'

/** The standard asks for less than a year. */
const validDays = 180

export function serveSecurityTxt(app: Hono, { config, clock }: Pick<ServerContext, 'config' | 'clock'>): void {
  const { securityContact, publicUrl } = config
  if (securityContact === undefined) return
  const path = '/.well-known/security.txt'
  app.get(path, (c) => {
    const expires = new Date(clock().getTime() + validDays * dayMs).toISOString()
    const lines = [`Contact: ${securityContact}`, `Expires: ${expires}`, 'Preferred-Languages: en, fr', `Canonical: ${publicUrl}${path}`]
    return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'no-cache' })
  })
}
