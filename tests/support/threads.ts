/** Two threads in virtual time, of which each hears what the other says some time after it was said, and in that order. */
import type { Clock } from '../../src/device/clock.ts'
import type { FrameChannel } from '../../src/device/workerApi.ts'

type Listener = Parameters<FrameChannel['addEventListener']>[1]

/** Both ends of a channel. `hopMs` is asked for each message: how long the other thread takes to wake. */
export function createThreads(clock: Clock, hopMs: () => number): readonly [FrameChannel, FrameChannel] {
  const pageHears = new Set<Listener>()
  const workerHears = new Set<Listener>()
  return [endOf(clock, hopMs, pageHears, workerHears), endOf(clock, hopMs, workerHears, pageHears)]
}

function endOf(clock: Clock, hopMs: () => number, own: Set<Listener>, others: ReadonlySet<Listener>): FrameChannel {
  let lastAtMs = 0
  return {
    postMessage: (message) => {
      // Taken over now, as by a transfer: the sender may use its bytes again.
      const data: unknown = structuredClone(message)
      lastAtMs = Math.max(lastAtMs, clock.now() + hopMs())
      clock.schedule(lastAtMs - clock.now(), () => {
        for (const listener of others) listener({ data })
      })
    },
    addEventListener: (_type, listener) => void own.add(listener),
    removeEventListener: (_type, listener) => void own.delete(listener),
  }
}
