/** Whether messages wait although they are due. The figure is how many. */
import { and, eq, gte, lt, or } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { outgoingMessages } from '../db/tables.ts'
import { findRestored } from '../installation/restored.ts'
import { minuteMs } from '../limits/durations.ts'
import type { Evaluation } from './evaluation.ts'

export const stuckMinutes = 15
const flowingMinutes = 5
/** Fewer say little: a message that was queued for later has just become due. */
const triesMin = 5

export async function evaluateOutbox(db: Database, now: Date): Promise<Evaluation> {
  // There they wait on purpose.
  if ((await findRestored(db)) !== undefined) return { verdict: 'end', figure: 0 }
  const figure = await countWaiting(db, now, stuckMinutes)
  if (figure > 0) return { verdict: 'raise', figure }
  return { verdict: (await countWaiting(db, now, flowingMinutes)) > 0 ? 'keep' : 'end', figure }
}

/** Messages that have waited longer, because nobody tries them or they fail. Each try moves `dueAt`, so it does not tell these. */
export async function countWaiting(db: Database, now: Date, minutes: number): Promise<number> {
  const { attempts, createdAt, dueAt } = outgoingMessages
  const since = new Date(now.getTime() - minutes * minuteMs)
  return db.$count(outgoingMessages, or(and(eq(attempts, 0), lt(dueAt, since)), and(gte(attempts, triesMin), lt(createdAt, since))))
}
