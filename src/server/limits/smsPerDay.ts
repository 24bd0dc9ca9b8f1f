/** How many SMS all servers together send within 24 hours: each costs money, and a fault or a flood would go on unseen. Sends nothing. */
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { dayMs } from './durations.ts'
import { countUses, type RateLimit, tryConsume } from './rateLimit.ts'

type Limits = Pick<Config, 'smsPerDay'>

/** One row for the installation. */
const key = 'all'
const limitOf = ({ smsPerDay }: Limits): RateLimit => ({ name: 'sms a day', max: smsPerDay, windowMs: dayMs })

/**
 * Counts an SMS that is about to be queued. Returns null, or the milliseconds to wait. Call it after the limits of one person, in the same
 * transaction: all sign-ins with a code wait for its row.
 */
export function consumeSms(db: Database, limits: Limits, now: Date): Promise<number | null> {
  return tryConsume(db, limitOf(limits), key, now)
}

export function countSms(db: Database, limits: Limits, now: Date): Promise<number> {
  return countUses(db, limitOf(limits), key, now)
}
