/** Decides whether this is a demo. Demo accounts have a published password: the default is yes only if nobody else can connect. */
import ipaddr from 'ipaddr.js'

type Variables = {
  readonly DEMO?: boolean | undefined
  readonly NODE_ENV?: string | undefined
  readonly HOST: string
  readonly PUBLIC_URL?: string | undefined
  readonly SMTP_URL?: string | undefined
  readonly SMS_URL?: string | undefined
}

/** `reason` completes a sentence that begins with "because" and is printed at start. */
export function decideDemo(variables: Variables): { readonly isDemo: boolean; readonly reason: string } {
  const { DEMO, NODE_ENV, HOST, PUBLIC_URL, SMTP_URL, SMS_URL } = variables
  if (DEMO !== undefined) return { isDemo: DEMO, reason: `DEMO is ${DEMO}` }
  const reasons = [
    NODE_ENV === 'production' && 'NODE_ENV is production',
    !isLoopback(HOST) && `HOST is ${HOST}, where others can reach it`,
    PUBLIC_URL?.startsWith('https:') === true && 'PUBLIC_URL is https',
    SMTP_URL !== undefined && 'SMTP_URL is set',
    SMS_URL !== undefined && 'SMS_URL is set',
  ]
  const against = reasons.find((reason) => reason !== false)
  if (against !== undefined) return { isDemo: false, reason: against }
  return { isDemo: true, reason: 'nothing says that anybody else can reach it' }
}

function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback'
}
