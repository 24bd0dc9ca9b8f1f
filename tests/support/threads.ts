/** Message channels between page and worker without threads: both ends in virtual time, or one end in the test's hands. */
import type { Clock } from '../../src/device/clock.ts'
import type { FrameChannel } from '../../src/device/link/frameChannel.ts'

type Listener = Parameters<FrameChannel['addEventListener']>[1]

/** A channel with the test at its other end: all messages posted so far, and a way to deliver one at once. */
export function createTestChannel<Posted, Delivered>() {
  const posted: Posted[] = []
  const listeners = new Set<Listener>()
  const channel: FrameChannel = {
    // The code under test posts nothing else.
    postMessage: (message) => void posted.push(message as Posted),
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  }
  function emit(message: Delivered): void {
    for (const listener of listeners) listener({ data: message })
  }
  return { channel, posted, emit }
}

/** Both ends of a channel. Each message arrives after its `hopMs`, but never before an earlier one. */
export function createThreads(clock: Clock, hopMs: () => number): readonly [FrameChannel, FrameChannel] {
  const pageListeners = new Set<Listener>()
  const workerListeners = new Set<Listener>()
  return [endOf(clock, hopMs, pageListeners, workerListeners), endOf(clock, hopMs, workerListeners, pageListeners)]
}

function endOf(clock: Clock, hopMs: () => number, own: Set<Listener>, others: ReadonlySet<Listener>): FrameChannel {
  let lastAtMs = 0
  return {
    postMessage: (message) => {
      // Copied now, like a transfer: the sender may reuse its bytes.
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
