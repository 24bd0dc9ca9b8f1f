import type { Logger } from 'pino'
import type { Config } from './config/readConfig.ts'
import type { Database } from './db/connect.ts'
import type { Storage } from './files/storage.ts'
import type { FactorVault } from './keys/factorVault.ts'
import type { KeyRing } from './keys/keyRing.ts'

/** Everything that a running server consists of. Tests pass their own clock and folder. */
export type ServerContext = {
  readonly config: Config
  readonly db: Database
  readonly keyRing: KeyRing
  readonly factorVault: FactorVault
  readonly storage: Storage
  readonly log: Logger
  readonly clock: () => Date
}
