/** Whether many calls fail, on all servers together. The figure is the percentage that failed, rounded. */
import { gt, sum } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { callCounts } from '../db/tables.ts'
import { minuteMs } from '../limits/durations.ts'
import type { Evaluation } from './evaluation.ts'

export const errorRateMinutes = 10
const callsMin = 20
const percentMax = 5
const calmPercentMax = 2

export async function evaluateErrorRate(db: Database, now: Date): Promise<Evaluation> {
  const [row] = await db
    .select({ answered: sum(callCounts.answered), failed: sum(callCounts.failed) })
    .from(callCounts)
    .where(gt(callCounts.minute, new Date(now.getTime() - errorRateMinutes * minuteMs)))
  const [answered, failed] = [Number(row?.answered ?? 0), Number(row?.failed ?? 0)]
  const percent = answered === 0 ? 0 : (100 * failed) / answered
  const verdict = answered >= callsMin && percent > percentMax ? 'raise' : percent > calmPercentMax ? 'keep' : 'end'
  return { verdict, figure: Math.round(percent) }
}
