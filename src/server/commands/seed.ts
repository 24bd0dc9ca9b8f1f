/** `npm run seed -- --users N`: adds N customers with detectors and updates to the configured database, for performance tests. */
import { parseArgs } from 'node:util'
import { readConfig } from '../config/readConfig.ts'
import { connectDatabase } from '../db/connect.ts'
import { seedMany } from '../demo/seedMany.ts'
import { rebuildUpdateCounts } from '../entities/dashboard/updateCounts.ts'
import { openStorage } from '../files/openStorage.ts'

const { values } = parseArgs({ args: process.argv.slice(2), options: { users: { type: 'string', default: '1000' } } })
const userCount = Number(values.users)
if (!Number.isInteger(userCount) || userCount < 1) {
  process.stderr.write('Usage: npm run seed -- --users 1000000\n')
  process.exit(1)
}

const config = readConfig(process.env)
if (!config.isDemo) {
  process.stderr.write(`Nothing was added: these customers are demo data, and this is no demo, because ${config.demoReason}.\n`)
  process.exit(1)
}
const { db, close } = await connectDatabase(config)
const startedAt = performance.now()
try {
  await seedMany(db, await openStorage(config), userCount, (made) => {
    process.stdout.write(`${made} of ${userCount} users, ${Math.round((performance.now() - startedAt) / 1000)} s\n`)
  })
  // Sooner done than to add up millions of differences.
  await rebuildUpdateCounts(db)
} finally {
  await close()
}
