/** Opens everything that a server needs, in order: configuration, database with migrations, clock, storage, signing keys, demo data. Knows no HTTP. */
import { machineClock } from './clock/machineClock.ts'
import { openClock } from './clock/openClock.ts'
import { openLog } from './config/openLog.ts'
import { readConfig } from './config/readConfig.ts'
import { connectDatabase } from './db/connect.ts'
import { assertNoDemoRows } from './demo/demoRows.ts'
import { seedDemo } from './demo/seedDemo.ts'
import { openStorage } from './files/openStorage.ts'
import { openKeys } from './keys/openRing.ts'
import { signDemo } from './entities/signature/signDemo.ts'
import type { ServerContext } from './serverContext.ts'

/**
 * `time` says how sure the server is of `context.clock`; `durability` is a line that says what acknowledged writes survive; `copyTo` copies
 * an embedded database; `close` releases the data folder. Throws an error with a readable sentence: for invalid variables, a folder in use,
 * a database or bucket that cannot be used, a clock that is far from the database's, signing keys that cannot be unwrapped, or demo data if
 * this is no demo.
 */
export async function openContext(environment: Readonly<Record<string, string | undefined>>, machine = machineClock) {
  const config = readConfig(environment)
  const log = openLog(config.logLevel)
  const { db, kind, pool, durability, copyTo, close } = await connectDatabase(config, (line) => log.warn(line))
  try {
    const time = await openClock({ db, kind }, config, machine)
    const storage = await openStorage(config)
    await assertNoDemoRows(db, config)
    const keys = await openKeys(db, config, time.now())
    if (config.isDemo) await seedDemo(db, storage, time.now())
    await signDemo(db, config)
    const context: ServerContext = { config, log, storage, db, ...keys, clock: time.now }
    return { context, time, pool, durability, copyTo, close }
  } catch (error) {
    await close()
    throw error
  }
}
