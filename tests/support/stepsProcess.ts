/**
 * A server that does steps until it is killed: each writes the row of its key, once. Prints "open", the key of each step that it begins, and
 * "nothing left".
 */
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { dueWork, rateLimits } from '../../src/server/db/tables.ts'
import { openContext } from '../../src/server/openContext.ts'
import { startWork } from '../../src/server/work/startWork.ts'

const { context } = await openContext(process.env)
const { db } = context
const print = (line: string) => writeSync(1, `${line}\n`)
const makeBackup = {
  lane: 'backups',
  run: async (_: unknown, { key }: { key: string }) => {
    print(key)
    const takenAt = sql`array[clock_timestamp()]`
    await db
      .insert(rateLimits)
      .values({ key, takenAt, expiresAt: new Date('2100-01-01') })
      .onConflictDoNothing()
  },
} as const
startWork(context, { makeBackup }, { leaseMs: 500, lookEveryMs: 20 })
print('open')
while ((await db.$count(dueWork)) > 0) await pause(20)
print('nothing left')
