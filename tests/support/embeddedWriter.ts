/**
 * A process that opens the embedded database in the given folder, prints "open", then writes pairs of rows until it is killed, one
 * transaction for each pair, and prints each pair's number once it is acknowledged.
 */
import { writeSync } from 'node:fs'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { rateLimits } from '../../src/server/db/tables.ts'

const [dataDir = '', round = ''] = process.argv.slice(2)

// Not console.log: the output must have left the process when it is killed.
const print = (line: string) => writeSync(1, `${line}\n`)

// About 500 bytes.
const expiresAt = new Date('2100-01-01')
const takenAt = Array.from({ length: 60 }, () => expiresAt)

try {
  const { db } = await connectDatabase({ dataDir })
  print('open')
  for (let pair = 0; ; pair += 1) {
    await db.transaction(async (tx) => {
      await tx.insert(rateLimits).values({ key: `${round}-${pair}-left`, takenAt, expiresAt })
      await tx.insert(rateLimits).values({ key: `${round}-${pair}-right`, takenAt, expiresAt })
    })
    print(`${round}-${pair}`)
  }
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
