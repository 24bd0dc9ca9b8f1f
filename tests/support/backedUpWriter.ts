/**
 * A process that has the database of the environment open like a server, and answers requests for backups. Prints "open", then writes pairs
 * of rate limits, one transaction for each pair, until SIGTERM.
 */
import { writeSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { answerRequests } from '../../src/server/backup/answerRequests.ts'
import { rateLimits } from '../../src/server/db/tables.ts'
import { openContext } from '../../src/server/openContext.ts'

const { context, copyTo, close } = await openContext(process.env)
const { config, db, log } = context
const stopAnswering = copyTo && answerRequests({ dataDir: config.dataDir, db, log, copyTo })
const stopping = new AbortController()
process.once('SIGTERM', () => stopping.abort())
writeSync(1, 'open\n')
const expiresAt = new Date('2100-01-01')

for (let pair = 0; !stopping.signal.aborted; pair += 1) {
  await db.transaction(async (tx) => {
    await tx.insert(rateLimits).values({ key: `pair-${pair}-left`, takenAt: [], expiresAt })
    await tx.insert(rateLimits).values({ key: `pair-${pair}-right`, takenAt: [], expiresAt })
  })
  await turn()
}
await stopAnswering?.()
await close()
