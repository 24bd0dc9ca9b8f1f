/** The two clocks of this computer, and the only place that reads them for a time of day. Knows no database. */
import { uptime } from 'node:os'

export type MachineClock = {
  /** What this computer takes for the time, in milliseconds since 1970. Anybody may set it, and it may be wrong. */
  readonly wallMs: () => number
  /** Milliseconds since some moment. Nobody can set it, and it goes on while the computer sleeps. */
  readonly steadyMs: () => number
}

const sleepNoticedMs = 5_000
const lookEveryMs = 1_000

/** `awakeMs` is exact and stands still while the computer sleeps; `uptimeMs` is coarse, slower to ask, and does not. */
export function createSteadyMs(awakeMs = () => performance.now(), uptimeMs = () => uptime() * 1000): () => number {
  const startedMs = uptimeMs() - awakeMs()
  let lookedMs = awakeMs()
  let sleptMs = 0
  return () => {
    const nowMs = awakeMs()
    if (nowMs - lookedMs > lookEveryMs) {
      lookedMs = nowMs
      const behindMs = uptimeMs() - startedMs - nowMs
      if (behindMs - sleptMs > sleepNoticedMs) sleptMs = behindMs
    }
    return nowMs + sleptMs
  }
}

export const machineClock: MachineClock = { wallMs: () => Date.now(), steadyMs: createSteadyMs() }

export type SteadyTime = {
  readonly set: (timeMs: number, steadyMs: number) => void
  /** The time at a moment of the steady clock. */
  readonly at: (steadyMs: number) => number
  readonly now: () => Date
}

/** A time that goes on by the steady clock, whatever happens to the other one. */
export function createSteadyTime(machine: MachineClock): SteadyTime {
  let aheadMs = machine.wallMs() - machine.steadyMs()
  const at = (steadyMs: number) => steadyMs + aheadMs
  return {
    set: (timeMs, steadyMs) => (aheadMs = timeMs - steadyMs),
    at,
    now: () => new Date(at(machine.steadyMs())),
  }
}
