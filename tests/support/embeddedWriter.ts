/**
 * A process that opens the embedded database in the given folder, prints "open", then writes pairs of rows until it is killed, one
 * transaction for each pair, and prints each pair's number once it is acknowledged.
 */
import { writeSync } from 'node:fs'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { settings } from '../../src/server/db/tables.ts'

const [dataDir = '', round = ''] = process.argv.slice(2)

// Not console.log: the output must have left the process when it is killed.
const print = (line: string) => writeSync(1, `${line}\n`)

try {
  const { db } = await connectDatabase({ dataDir })
  print('open')
  for (let pair = 0; ; pair += 1) {
    await db.transaction(async (tx) => {
      await tx.insert(settings).values({ key: `${round}-${pair}-left`, value: 'x'.repeat(500) })
      await tx.insert(settings).values({ key: `${round}-${pair}-right`, value: 'x'.repeat(500) })
    })
    print(`${round}-${pair}`)
  }
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
