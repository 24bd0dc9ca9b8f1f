/** Opens everything that a server needs, in order: configuration, database with migrations, storage, demo data. Knows no HTTP. */
import { join } from 'node:path'
import { openLog } from './config/openLog.ts'
import { readConfig } from './config/readConfig.ts'
import { connectDatabase } from './db/connect.ts'
import { assertNoDemoRows } from './demo/demoRows.ts'
import { seedDemo } from './demo/seedDemo.ts'
import { openFolderStorage } from './files/storage.ts'
import type { ServerContext } from './serverContext.ts'

/**
 * `durability` is a line that says what acknowledged writes survive; `close` releases the data folder. Throws an error with a readable
 * sentence: for an invalid variable, a folder in use, a database that cannot be reached, or demo data if this is no demo.
 */
export async function openContext(environment: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(environment)
  const log = openLog(config.logLevel)
  const { db, durability, close } = await connectDatabase(config)
  const storage = openFolderStorage(join(config.dataDir, 'files'))
  try {
    await assertNoDemoRows(db, config)
    if (config.isDemo) await seedDemo(db, storage)
  } catch (error) {
    await close()
    throw error
  }
  const context: ServerContext = { config, log, storage, db, clock: () => new Date() }
  return { context, durability, close }
}
