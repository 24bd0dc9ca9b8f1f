/**
 * `npm run rebuild-counts`: counts the product updates of the dashboard anew, and what is known of each detector, in the database that the environment names. On PostgreSQL the
 * servers may keep running; the embedded database allows one process at a time.
 */
import { readConfig } from '../config/readConfig.ts'
import { print, runCommand } from '../config/shell.ts'
import { connectDatabase } from '../db/connect.ts'
import { productUpdates } from '../db/tables.ts'
import { noteDetectorStates, rebuildUpdateCounts } from '../entities/dashboard/updateCounts.ts'

await runCommand(async () => {
  const { db, close } = await connectDatabase(readConfig(process.env))
  try {
    await noteDetectorStates(db)
    await rebuildUpdateCounts(db)
    print(`The product updates were counted anew: ${await db.$count(productUpdates)}.`)
  } finally {
    await close()
  }
}, 'The counts were not rebuilt and stay as they were.')
