/** Threads without threads: two in virtual time, or one whose other end is the test. */
import type { Clock } from '../../src/device/clock.ts'
import type { FrameChannel } from '../../src/device/workerApi.ts'

type Listener = Parameters<FrameChannel['addEventListener']>[1]

/** An end of a channel at whose other end a test sits: all that was said to it so far, and a way to say something at once. */
export function createTestedEnd<Said, Heard>() {
  const said: Said[] = []
  const listeners = new Set<Listener>()
  const channel: FrameChannel = {
    // Whoever is tested says nothing else.
    postMessage: (message) => void said.push(message as Said),
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  }
  function tell(message: Heard): void {
    for (const listener of listeners) listener({ data: message })
  }
  return { channel, said, tell }
}

/** Both ends of a channel, each of which hears what the other says `hopMs` after it was said, asked for each message, and in that order. */
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
