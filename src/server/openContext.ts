/** Opens everything that a server needs, in order: configuration, database with migrations, clock, storage, demo data. Knows no HTTP. */
import { machineClock } from './clock/machineClock.ts'
import { openClock } from './clock/openClock.ts'
import { openLog } from './config/openLog.ts'
import { readConfig } from './config/readConfig.ts'
import { connectDatabase } from './db/connect.ts'
import { assertNoDemoRows } from './demo/demoRows.ts'
import { seedDemo } from './demo/seedDemo.ts'
import { openStorage } from './files/openStorage.ts'
import type { ServerContext } from './serverContext.ts'

/**
 * `time` says how sure the server is of `context.clock`; `durability` is a line that says what acknowledged writes survive; `copyTo` copies an embedded database; `close` releases the data
 * folder. Throws an error with a readable sentence: for an invalid variable, a folder in use, a database or bucket that cannot be used, a
 * clock that is far from the database's, or demo data if this is no demo.
 */
export async function openContext(environment: Readonly<Record<string, string | undefined>>, machine = machineClock) {
  const config = readConfig(environment)
  const log = openLog(config.logLevel)
  const { db, kind, pool, durability, copyTo, close } = await connectDatabase(config)
  try {
    const time = await openClock({ db, kind }, config, machine)
    const storage = await openStorage(config)
    await assertNoDemoRows(db, config)
    if (config.isDemo) await seedDemo(db, storage, time.now())
    const context: ServerContext = { config, log, storage, db, clock: time.now }
    return { context, time, pool, durability, copyTo, close }
  } catch (error) {
    await close()
    throw error
  }
}
