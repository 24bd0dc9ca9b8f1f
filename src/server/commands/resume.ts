/**
 * `npm run resume`: says what waits since the installation was restored; with `-- --yes` sends messages and offers firmware again. On
 * PostgreSQL the servers may keep running; the embedded database allows one process at a time.
 */
import { lte } from 'drizzle-orm'
import { readClock } from '../clock/openClock.ts'
import { readConfig } from '../config/readConfig.ts'
import { print, readArguments, runCommand } from '../config/shell.ts'
import { connectDatabase } from '../db/connect.ts'
import { outgoingMessages } from '../db/tables.ts'
import { findRestored, resumeRestored } from '../installation/restored.ts'
import { renewDeletions } from '../leaving/accountDeletion.ts'

const usage = 'Usage: npm run resume [-- --yes]'

async function main(): Promise<void> {
  const { yes: isMeant } = readArguments(usage, { yes: { type: 'boolean', default: false } }).values
  const { db, kind, close } = await connectDatabase(readConfig(process.env))
  try {
    const restoredFrom = await findRestored(db)
    if (restoredFrom === undefined) {
      print('Nothing waits: this installation was not restored, or is back in service.')
      return
    }
    const now = (await readClock({ db, kind }))()
    const [waiting, useless] = [await db.$count(outgoingMessages), await db.$count(outgoingMessages, lte(outgoingMessages.uselessAt, now))]
    print(`This installation was restored from a backup of ${restoredFrom.toISOString()}.`)
    print(`Messages that wait: ${waiting}. Too old to be of use, and not sent: ${useless}.`)
    print('Firmwares will be offered as the backup has them. Withdraw first what was withdrawn since.')
    if (!isMeant) {
      print('Nothing was changed yet. To put the portal back into service: npm run resume -- --yes')
      return
    }
    await db.transaction(async (transaction) => {
      if (await resumeRestored(transaction)) await renewDeletions(transaction, now)
    })
    print('Messages are sent and firmware is offered from now on.')
  } finally {
    await close()
  }
}

await runCommand(main)
