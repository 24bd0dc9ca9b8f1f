/**
 * The time of a server on the embedded database, which has no other clock than this computer's. While it runs, the steady clock shows
 * whether that one was set; over a stop, the time that was last seen does (lastSeen.ts).
 */
import type { Database } from '../db/connect.ts'
import { isOver, isRightAgain, judgeStart, type LastSeen, readLastSeen, writeLastSeen } from './lastSeen.ts'
import { createSteadyTime, type MachineClock } from './machineClock.ts'
import { clockOffMaxMs, type ClockState, type PortalClock, sureState } from './portalClock.ts'

export async function openEmbeddedClock(db: Database, machine: MachineClock): Promise<PortalClock> {
  const time = createSteadyTime(machine)
  let checkedMs = machine.steadyMs()
  let known = judgeStart(await readLastSeen(db), time.at(checkedMs))
  await writeLastSeen(db, known)
  let state = stateOf(known, { offMs: undefined, wallMs: known.seenMs })

  async function check(): Promise<ClockState> {
    const [steadyMs, wallMs] = [machine.steadyMs(), machine.wallMs()]
    const doubt = known.doubt && { ...known.doubt, ranMs: known.doubt.ranMs + steadyMs - checkedMs }
    checkedMs = steadyMs
    const isRight = doubt !== undefined && isRightAgain(doubt, wallMs)
    const offMs = wallMs - time.at(steadyMs)
    const isOff = !isRight && Math.abs(offMs) > clockOffMaxMs
    // A clock that was set is not followed, until it is right again or the server is started anew. What NTP corrects is.
    if (!isOff) time.set(wallMs, steadyMs)
    known = { seenMs: time.at(steadyMs), doubt: doubt === undefined || isRight || isOver(doubt) ? undefined : doubt }
    state = stateOf(known, { offMs: isOff ? offMs : undefined, wallMs })
    await writeLastSeen(db, known)
    return state
  }

  return { now: time.now, check, state: () => state }
}

function stateOf({ doubt }: LastSeen, { offMs, wallMs }: { offMs: number | undefined; wallMs: number }): ClockState {
  if (offMs === undefined && doubt === undefined) return sureState
  return { mayDelete: false, sends: 'useful', offMs: offMs ?? (doubt && wallMs - doubt.sureMs - doubt.ranMs) }
}
