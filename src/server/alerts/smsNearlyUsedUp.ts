/** Whether most of the SMS of a day are sent, on all servers together. The figure is the percentage of SMS_PER_DAY, rounded down. */
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { countSms } from '../limits/smsPerDay.ts'
import type { Evaluation } from './evaluation.ts'

const percentMax = 80
const calmPercentMax = 60

export async function evaluateSms(db: Database, config: Pick<Config, 'smsPerDay'>, now: Date): Promise<Evaluation> {
  const percent = (100 * (await countSms(db, config, now))) / config.smsPerDay
  return { verdict: percent >= percentMax ? 'raise' : percent >= calmPercentMax ? 'keep' : 'end', figure: Math.floor(percent) }
}
