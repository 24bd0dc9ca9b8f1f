/** `npm run seed -- --users N`: adds N customers with detectors and updates to the configured database, for performance tests. */
import { readClock } from '../clock/openClock.ts'
import { readConfig } from '../config/readConfig.ts'
import { print, readArguments, runCommand } from '../config/shell.ts'
import { connectDatabase } from '../db/connect.ts'
import { seedMany } from '../demo/seedMany.ts'
import { rebuildUpdateCounts } from '../entities/dashboard/updateCounts.ts'
import { openStorage } from '../files/openStorage.ts'

const usage = 'Usage: npm run seed -- --users 1000000'

async function main(): Promise<void> {
  const userCount = Number(readArguments(usage, { users: { type: 'string', default: '1000' } }).values.users)
  if (!Number.isInteger(userCount) || userCount < 1) throw new Error(usage)
  const config = readConfig(process.env)
  if (!config.isDemo)
    throw new Error(`Nothing was added: these customers are demo data, and this is no demo, because ${config.demoReason}.`)
  const { db, kind, close } = await connectDatabase(config)
  const startedAt = performance.now()
  try {
    const clock = await readClock({ db, kind })
    const onProgress = (made: number) => print(`${made} of ${userCount} users, ${Math.round((performance.now() - startedAt) / 1000)} s`)
    await seedMany(db, await openStorage(config), userCount, onProgress, clock())
    // Sooner done than to add up millions of differences.
    await rebuildUpdateCounts(db)
  } finally {
    await close()
  }
}

await runCommand(main)
