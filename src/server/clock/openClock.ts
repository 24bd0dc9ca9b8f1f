import type { DatabaseConnection } from '../db/connect.ts'
import { openDatabaseClock } from './databaseClock.ts'
import { openEmbeddedClock } from './embeddedClock.ts'
import { machineClock, type MachineClock } from './machineClock.ts'
import { type PortalClock, sureState } from './portalClock.ts'

type Connected = Pick<DatabaseConnection, 'db' | 'kind'>

/** The clock of a server. Throws an error with a readable sentence if the server must not start. */
export async function openClock({ db, kind }: Connected, { isDemo }: { isDemo: boolean }, machine = machineClock): Promise<PortalClock> {
  if (kind === 'postgresql') return openDatabaseClock(db, machine)
  // A demo is started now and then, and has nothing to lose.
  if (isDemo) return { now: () => new Date(machine.wallMs()), check: () => Promise.resolve(sureState), state: () => sureState }
  return openEmbeddedClock(db, machine)
}

/** The clock of a command, which notes nothing. Throws as `openClock` does. */
export async function readClock({ db, kind }: Connected, machine: MachineClock = machineClock): Promise<() => Date> {
  return kind === 'postgresql' ? (await openDatabaseClock(db, machine)).now : () => new Date(machine.wallMs())
}
