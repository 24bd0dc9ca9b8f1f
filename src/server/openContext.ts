/** Opens everything that a server needs, in order: configuration, database with migrations, storage, demo data. Knows no HTTP. */
import { openLog } from './config/openLog.ts'
import { readConfig } from './config/readConfig.ts'
import { connectDatabase } from './db/connect.ts'
import { assertNoDemoRows } from './demo/demoRows.ts'
import { seedDemo } from './demo/seedDemo.ts'
import { openStorage } from './files/openStorage.ts'
import type { ServerContext } from './serverContext.ts'

/**
 * `durability` is a line that says what acknowledged writes survive; `copyTo` copies an embedded database; `close` releases the data
 * folder. Throws an error with a readable sentence: for an invalid variable, a folder in use, a database or bucket that cannot be used, or
 * demo data if this is no demo.
 */
export async function openContext(environment: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(environment)
  const log = openLog(config.logLevel)
  const { db, pool, durability, copyTo, close } = await connectDatabase(config, (line) => log.warn(line))
  try {
    const storage = await openStorage(config)
    await assertNoDemoRows(db, config)
    if (config.isDemo) await seedDemo(db, storage)
    const context: ServerContext = { config, log, storage, db, clock: () => new Date() }
    return { context, pool, durability, copyTo, close }
  } catch (error) {
    await close()
    throw error
  }
}
