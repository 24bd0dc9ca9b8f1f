/**
 * `npm run rebuild-counts`: counts the product updates of the dashboard anew, in the database that the environment names. On PostgreSQL the
 * servers may keep running; the embedded database allows one process at a time.
 */
import { readConfig } from '../config/readConfig.ts'
import { connectDatabase } from '../db/connect.ts'
import { productUpdates } from '../db/tables.ts'
import { rebuildUpdateCounts } from '../entities/dashboard/updateCounts.ts'

try {
  const { db, close } = await connectDatabase(readConfig(process.env))
  try {
    await rebuildUpdateCounts(db)
    process.stdout.write(`The product updates were counted anew: ${await db.$count(productUpdates)}.\n`)
  } finally {
    await close()
  }
} catch (error) {
  process.stderr.write(`The counts were not rebuilt and stay as they were. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
