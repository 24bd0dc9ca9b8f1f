/** The clocks of a computer, turned by hand: its wall clock can be set, its steady clock only goes on. */
import type { MachineClock } from '../../src/server/clock/machineClock.ts'

export type FakeMachine = MachineClock & {
  /** Time goes by, on both clocks. */
  readonly pass: (ms: number) => void
  /** Somebody sets the clock. */
  readonly turn: (ms: number) => void
}

/** Its clocks stand still otherwise. `aheadMs`: how far its wall clock is ahead of this computer's. */
export function createMachine(aheadMs = 0): FakeMachine {
  const [wallMs, steadyMs] = [Date.now(), Math.round(performance.now())]
  return createFake({ wallMs: () => wallMs, steadyMs: () => steadyMs }, aheadMs)
}

/** Its clocks go on with this computer's, as those of a database do. */
export function createRunningMachine(aheadMs = 0): FakeMachine {
  return createFake({ wallMs: () => Date.now(), steadyMs: () => performance.now() }, aheadMs)
}

function createFake(real: MachineClock, aheadMs: number): FakeMachine {
  let [turnedMs, passedMs] = [aheadMs, 0]
  return {
    wallMs: () => real.wallMs() + turnedMs + passedMs,
    steadyMs: () => real.steadyMs() + passedMs,
    pass: (ms) => void (passedMs += ms),
    turn: (ms) => void (turnedMs += ms),
  }
}
