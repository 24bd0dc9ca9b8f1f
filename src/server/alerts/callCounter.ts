/** Counts answered calls in memory by the minute, and adds the counts to those of all servers. */
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { callCounts } from '../db/tables.ts'
import { minuteMs } from '../limits/durations.ts'
import { errorRateMinutes } from './errorRate.ts'

type Counts = { answered: number; failed: number }

export type CallCounter = {
  /** Called for every answered request (http/observe/observeCalls.ts); counts the calls among them. */
  readonly answered: (request: { readonly call: string | undefined; readonly status: number }) => void
  /** Where the database does not answer, the counts wait for the next time, for as long as they matter. */
  readonly addTo: (db: Database) => Promise<void>
}

export function createCallCounter(clock: () => Date): CallCounter {
  let minutes = new Map<number, Counts>()

  function add(minute: number, { answered, failed }: Counts): void {
    const known = minutes.get(minute) ?? { answered: 0, failed: 0 }
    minutes.set(minute, { answered: known.answered + answered, failed: known.failed + failed })
  }

  return {
    answered({ call, status }) {
      if (call === undefined) return
      const now = clock().getTime()
      const minute = now - (now % minuteMs)
      if (!minutes.has(minute)) for (const old of minutes.keys()) if (old < now - errorRateMinutes * minuteMs) minutes.delete(old)
      add(minute, { answered: 1, failed: Number(status >= 500) })
    },

    async addTo(db) {
      const taken = [...minutes]
      if (taken.length === 0) return
      minutes = new Map()
      // In one order on all servers, so that no two wait for each other.
      const rows = taken
        .toSorted(([one], [other]) => one - other)
        .map(([at, { answered, failed }]) => ({ minute: new Date(at), answered, failed }))
      try {
        await db
          .insert(callCounts)
          .values(rows)
          .onConflictDoUpdate({
            target: callCounts.minute,
            set: { answered: sql`${callCounts.answered} + excluded.answered`, failed: sql`${callCounts.failed} + excluded.failed` },
          })
      } catch (error) {
        for (const [at, counts] of taken) add(at, counts)
        throw error
      }
    },
  }
}
