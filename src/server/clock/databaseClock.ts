/**
 * The time of a server on PostgreSQL: the database's, measured, which goes on between two measurements by the steady clock of this computer.
 * So all servers of a portal have one time, whatever their own clocks say.
 */
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { rowsOf } from '../db/rowsOf.ts'
import { createSteadyTime, type MachineClock } from './machineClock.ts'
import { clockOffMaxMs, type ClockState, describeMs, type PortalClock, sureState } from './portalClock.ts'

const tries = 5

/** All three clocks at one moment. */
type Measurement = { readonly databaseMs: number; readonly wallMs: number; readonly steadyMs: number }

/** Throws an error with a readable sentence if this computer's clock is too far from the database's. */
export async function openDatabaseClock(db: Database, machine: MachineClock): Promise<PortalClock> {
  const time = createSteadyTime(machine)
  const first = await measure(db, machine)
  const offMs = first.wallMs - first.databaseMs
  if (Math.abs(offMs) > clockOffMaxMs)
    throw new Error(
      `The clock of this computer is ${describeMs(offMs)} ${offMs > 0 ? 'ahead of' : 'behind'} that of the database. Set both by NTP, then start again.`,
    )
  time.set(first.databaseMs, first.steadyMs)
  let state = sureState

  async function check(): Promise<ClockState> {
    const found = await measure(db, machine)
    state = judge(found)
    // A database whose clock agrees neither with this computer's nor with the time that went by was set itself (another one may have taken
    // over). Two of three decide: the time goes on as it was.
    const isExpected = Math.abs(found.databaseMs - time.at(found.steadyMs)) <= clockOffMaxMs
    if (state === sureState || isExpected) time.set(found.databaseMs, found.steadyMs)
    return state
  }

  return { now: time.now, check, state: () => state }
}

function judge({ wallMs, databaseMs }: Measurement): ClockState {
  const offMs = wallMs - databaseMs
  return Math.abs(offMs) <= clockOffMaxMs ? sureState : { mayDelete: false, sends: 'alerts', offMs }
}

/** The database read its clock somewhere within the round trip, so the middle is assumed; the shortest round trip has the smallest error. */
async function measure(db: Database, machine: MachineClock): Promise<Measurement> {
  let best: (Measurement & { readonly roundTripMs: number }) | undefined
  for (let one = 0; one < tries; one += 1) {
    const askedMs = machine.steadyMs()
    const [row] = rowsOf(await db.execute(sql`select (extract(epoch from clock_timestamp()) * 1000)::double precision as now`))
    const answeredMs = machine.steadyMs()
    const roundTripMs = answeredMs - askedMs
    const measured = {
      databaseMs: Number(row?.['now']),
      wallMs: machine.wallMs() - roundTripMs / 2,
      steadyMs: answeredMs - roundTripMs / 2,
      roundTripMs,
    }
    if (best === undefined || roundTripMs < best.roundTripMs) best = measured
  }
  if (best === undefined) throw new Error('the database was not asked')
  return best
}
