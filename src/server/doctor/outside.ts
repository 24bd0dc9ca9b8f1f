/** What lies around the server: the SMS gateway, the portal's public address with its certificate, the proxy before it. */
import * as v from 'valibot'
import { certificateDaysMin, daysLeft, endsSoon } from '../alerts/certificateEnds.ts'
import type { MachineClock } from '../clock/machineClock.ts'
import type { Config } from '../config/readConfig.ts'
import { askCertificate } from '../installation/certificate.ts'
import { judgeClock } from './database.ts'
import { fault, notChecked, ok, reasonOf, warning } from './finding.ts'

const timeoutMs = 10_000
/** The header says whole seconds: half a second later is the middle. */
const dateHeaderMs = 500

const notImplemented = 501

/** HEAD asks a gateway for nothing. Many refuse it. */
export async function checkSms({ sms, smsCode, isDemo }: Config) {
  if (sms === undefined) {
    if (smsCode !== 'never' && !isDemo) return fault('There is no SMS_URL, but people sign in with codes.', 'Set SMS_URL to your gateway.')
    return ok('There is no SMS_URL: nobody is sent a code.')
  }
  const { host } = new URL(sms.url)
  try {
    const { status } = await fetch(sms.url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    const answers = `The SMS gateway ${host} answers HEAD with ${status}`
    if (status < 400) return ok(`${answers}. Nothing was sent, so whether it takes our token is not known.`)
    if (status >= 500 && status !== notImplemented) return warning(`${answers}.`, 'See what is wrong with the gateway.')
    return notChecked(`${answers}: it is there, but whether it takes a message only an SMS would tell.`)
  } catch (error) {
    return fault(`The SMS gateway ${host} does not answer: ${reasonOf(error)}.`, 'Correct SMS_URL, or the way to the gateway.')
  }
}

/** Nothing is known of what lies behind: another computer may reach it. */
const noWay = /\b(?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)\b|timeout|timed out/i

export async function checkCertificate({ publicUrl, isDemo }: Config, now: Date) {
  if (!publicUrl.startsWith('https:')) {
    const { hostname } = new URL(publicUrl)
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    const sentence = `PUBLIC_URL is ${publicUrl}, without TLS.`
    if (isDemo && isLocal) return ok(sentence)
    return isLocal
      ? warning(`${sentence} Only this computer can reach it.`, 'Set PUBLIC_URL to the https address of the portal.')
      : fault(
          `${sentence} Browsers let no page use USB there.`,
          'Put a proxy with a certificate before the server, and set PUBLIC_URL to its https address.',
        )
  }
  const found = await askCertificate(publicUrl).catch((error: unknown) => reasonOf(error))
  if (typeof found === 'string' && noWay.test(found))
    return notChecked(
      `${publicUrl} cannot be reached from here: ${found}.`,
      'Start the proxy, or correct its name. Where a firewall closes this way, look from outside.',
    )
  if (typeof found === 'string')
    return fault(`${publicUrl} cannot be reached by TLS from here: ${found}.`, 'Start the proxy, or correct its name and certificate.')
  const days = daysLeft(found, now)
  const whatToDo = 'Renew it, and see why the proxy did not.'
  if (days < 0) return fault(`The certificate of ${publicUrl} has ended, ${-days} days ago.`, whatToDo)
  if (found.problem !== undefined)
    return fault(
      `Browsers refuse the certificate of ${publicUrl}: ${found.problem}.`,
      'Get one for this name from an authority that browsers trust.',
    )
  if (endsSoon(found, now))
    return warning(`The certificate of ${publicUrl} ends in ${days} days; alerts begin at ${certificateDaysMin}.`, whatToDo)
  return ok(`The certificate of ${publicUrl} is valid for ${days} more days.`)
}

type PublicAnswer = {
  readonly isPortal: boolean
  readonly hasHsts: boolean
  readonly aheadMs: number | undefined
  readonly doubtMs: number
}

/** Returns the reason if nothing answers there. */
export async function askPortal({ publicUrl }: Config, machine: MachineClock): Promise<PublicAnswer | string> {
  try {
    const askedMs = machine.steadyMs()
    const response = await fetch(`${publicUrl}/livez`, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    const wallMs = machine.wallMs()
    const doubtMs = (machine.steadyMs() - askedMs) / 2
    const answer: unknown = await response.json().catch(() => undefined)
    const isAlive = v.is(v.object({ isAlive: v.literal(true) }), answer)
    const date = Date.parse(response.headers.get('date') ?? '')
    return {
      isPortal: response.status === 200 && isAlive,
      hasHsts: response.headers.has('strict-transport-security'),
      aheadMs: Number.isNaN(date) ? undefined : date + dateHeaderMs - (wallMs - doubtMs),
      doubtMs: doubtMs + dateHeaderMs,
    }
  } catch (error) {
    return reasonOf(error)
  }
}

export function checkPortal({ publicUrl }: Config, answer: PublicAnswer | string) {
  if (typeof answer === 'string')
    return warning(
      `Nothing answers at ${publicUrl}/livez: ${answer}.`,
      'Start the server, if it is meant to run, and see whether the proxy reaches it.',
    )
  if (!answer.isPortal) return fault(`What answers at ${publicUrl}/livez is no Fieldport.`, 'Let the proxy pass all paths to the server.')
  if (publicUrl.startsWith('https:') && !answer.hasHsts)
    return warning(`The portal answers at ${publicUrl}, but without HSTS.`, 'Let the proxy pass the header Strict-Transport-Security.')
  return ok(`The portal answers at ${publicUrl}.`)
}

export function checkClock({ publicUrl }: Config, answer: PublicAnswer | string) {
  if (typeof answer === 'string' || answer.aheadMs === undefined) return notChecked(`${publicUrl} tells no time to compare with.`)
  return judgeClock({ aheadMs: answer.aheadMs, doubtMs: answer.doubtMs }, publicUrl)
}

export function checkProxies({ publicUrl, trustedProxies }: Config) {
  if (trustedProxies.length > 0) return ok('TRUSTED_PROXIES names the proxies whose X-Forwarded-For is believed.')
  if (!publicUrl.startsWith('https:')) return ok('TRUSTED_PROXIES is empty, and no proxy is needed without https.')
  return warning(
    'TRUSTED_PROXIES is empty: all people behind the proxy count as one in the limits of wrong guesses.',
    'Set TRUSTED_PROXIES to the address from which the proxy connects.',
  )
}
