/**
 * Whether the certificate of PUBLIC_URL ends soon. One server fetches it, once an hour, and all use what it found. The figure is the days
 * that are left, rounded down; negative if it has ended.
 */
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { askCertificate, type Certificate } from '../installation/certificate.ts'
import { readSetting, writeSetting } from '../installation/setting.ts'
import { dayMs, hourMs } from '../limits/durations.ts'
import { type RateLimit, tryConsume } from '../limits/rateLimit.ts'
import type { Evaluation } from './evaluation.ts'

export const certificateDaysMin = 14
/** Of its lifetime: one for six days is renewed two days before it ends. */
const leftShareMin = 1 / 4
const asking: RateLimit = { name: 'certificate asked', max: 1, windowMs: hourMs }
const settingKey = 'certificate'

type Kept = { readonly address: string; readonly startsAt: string; readonly endsAt: string }

export async function evaluateCertificate(db: Database, { publicUrl }: Pick<Config, 'publicUrl'>, now: Date): Promise<Evaluation> {
  if (!publicUrl.startsWith('https:')) return { verdict: 'end', figure: 0 }
  if ((await tryConsume(db, asking, 'portal', now)) === null) await ask(db, publicUrl)
  const kept = await readSetting(db, settingKey)
  if (kept === undefined) return { verdict: 'keep', figure: 0 }
  // Written below.
  const { address, startsAt, endsAt } = JSON.parse(kept) as Kept
  if (address !== publicUrl) return { verdict: 'keep', figure: 0 }
  const figure = daysLeft({ endsAt: new Date(endsAt) }, now)
  return { verdict: endsSoon({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) }, now) ? 'raise' : 'end', figure }
}

export function daysLeft({ endsAt }: Pick<Certificate, 'endsAt'>, now: Date): number {
  return Math.floor((endsAt.getTime() - now.getTime()) / dayMs)
}

export function endsSoon({ startsAt, endsAt }: Pick<Certificate, 'startsAt' | 'endsAt'>, now: Date): boolean {
  const lifetimeMs = endsAt.getTime() - startsAt.getTime()
  return endsAt.getTime() - now.getTime() < Math.min(certificateDaysMin * dayMs, lifetimeMs * leftShareMin)
}

/** Keeps what is known where nobody answers: people who cannot reach the portal say so, and `npm run doctor` says why. */
async function ask(db: Database, address: string): Promise<void> {
  const found = await askCertificate(address).catch(() => undefined)
  if (found === undefined) return
  const kept: Kept = { address, startsAt: found.startsAt.toISOString(), endsAt: found.endsAt.toISOString() }
  await writeSetting(db, settingKey, JSON.stringify(kept))
}
