/**
 * `npm run confirm-clock`: says whether the embedded database waits for somebody to confirm the clock of this computer before it deletes what
 * expires; with `-- --yes` confirms it. Stop the server first.
 */
import { describeDoubt, judgeStart, readLastSeen, writeLastSeen } from '../clock/lastSeen.ts'
import { machineClock } from '../clock/machineClock.ts'
import { readConfig } from '../config/readConfig.ts'
import { print, readArguments, runCommand } from '../config/shell.ts'
import { connectDatabase } from '../db/connect.ts'

const usage = 'Usage: npm run confirm-clock [-- --yes]'

async function main(): Promise<void> {
  const { yes: isMeant } = readArguments(usage, { yes: { type: 'boolean', default: false } }).values
  const { db, kind, close } = await connectDatabase(readConfig(process.env))
  try {
    if (kind === 'postgresql') {
      print('Nothing waits: on PostgreSQL the clock of the database decides.')
      return
    }
    const wallMs = machineClock.wallMs()
    const { doubt } = judgeStart(await readLastSeen(db), wallMs)
    if (doubt === undefined || doubt.isConfirmed) {
      print(doubt === undefined ? 'Nothing waits: the clock goes on from the time last seen.' : describeDoubt(doubt, wallMs))
      return
    }
    print(describeDoubt(doubt, wallMs))
    print(`This computer says that it is ${new Date(wallMs).toISOString()}.`)
    if (!isMeant) {
      print('Nothing was changed yet. If that is right: npm run confirm-clock -- --yes')
      return
    }
    const confirmed = { ...doubt, isConfirmed: true }
    await writeLastSeen(db, { seenMs: wallMs, doubt: confirmed })
    print('The clock is confirmed.')
  } finally {
    await close()
  }
}

await runCommand(main)
