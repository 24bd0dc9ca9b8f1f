/**
 * The time of a server on PostgreSQL: the database's, measured, which goes on between two measurements by the steady clock of this computer.
 * So all servers of a portal have one time, whatever their own clocks say.
 */
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { rowsOf } from '../db/rowsOf.ts'
import { createSteadyTime, type MachineClock } from './machineClock.ts'
import { clockOffMaxMs, type ClockState, describeMs, type PortalClock, sureMsOf, sureState } from './portalClock.ts'

const tries = 5

/** All three clocks at one moment, and by how much the database's may differ from that, because it was read during a round trip. */
type Measurement = { readonly databaseMs: number; readonly wallMs: number; readonly steadyMs: number; readonly doubtMs: number }

/** Throws an error with a readable sentence if this computer's clock is too far from the database's. */
export async function openDatabaseClock(db: Database, machine: MachineClock): Promise<PortalClock> {
  const time = createSteadyTime(machine)
  const first = await measure(db, machine)
  const offMs = first.wallMs - first.databaseMs
  if (sureMsOf(offMs, first.doubtMs) > clockOffMaxMs)
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
    const isExpected = sureMsOf(found.databaseMs - time.at(found.steadyMs), found.doubtMs) <= clockOffMaxMs
    if (state === sureState || isExpected) time.set(found.databaseMs, found.steadyMs)
    return state
  }

  return { now: time.now, check, state: () => state }
}

function judge({ wallMs, databaseMs, doubtMs }: Measurement): ClockState {
  const offMs = wallMs - databaseMs
  return sureMsOf(offMs, doubtMs) <= clockOffMaxMs ? sureState : { mayDelete: false, sends: 'alerts', offMs }
}

/** The database read its clock somewhere within the round trip, so the middle is assumed; the shortest round trip has the smallest error. */
export async function measure(db: Database, machine: MachineClock): Promise<Measurement> {
  let best: Measurement | undefined
  for (let one = 0; one < tries; one += 1) {
    const askedMs = machine.steadyMs()
    const [row] = rowsOf(await db.execute(sql`select (extract(epoch from clock_timestamp()) * 1000)::double precision as now`))
    // In this order: a pause in between then belongs to the round trip.
    const wallMs = machine.wallMs()
    const answeredMs = machine.steadyMs()
    const doubtMs = (answeredMs - askedMs) / 2
    if (best === undefined || doubtMs < best.doubtMs)
      best = { databaseMs: Number(row?.['now']), wallMs: wallMs - doubtMs, steadyMs: answeredMs - doubtMs, doubtMs }
  }
  if (best === undefined) throw new Error('the database was not asked')
  return best
}
