import type { Logger } from 'pino'
import type { Config } from './config/readConfig.ts'
import type { Database } from './db/connect.ts'
import type { Storage } from './files/storage.ts'

/** What one running server is made of. Tests give their own clock and folder. */
export type ServerContext = {
  readonly config: Config
  readonly db: Database
  readonly storage: Storage
  readonly log: Logger
  readonly clock: () => Date
}
