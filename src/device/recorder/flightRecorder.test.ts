import { describe, expect, it } from 'vitest'
import { createVirtualClock } from '../../../tests/support/virtualClock.ts'
import { createFlightRecorder, recordedKinds } from './flightRecorder.ts'
import { frameBytes } from '../protocol/hidReport.ts'
import type { LinkEnd } from './recording.ts'

const connected: LinkEnd = { call: 'connect', cause: null }

function frame(first: number): Uint8Array {
  return new Uint8Array(frameBytes).fill(first)
}

/** A recorder with this many entries, and both ends of its link. */
function recordedLink(entries: number) {
  const clock = createVirtualClock()
  const recorder = createFlightRecorder(clock, entries)
  const listeners: ((frame: Uint8Array) => void)[] = []
  const sent: Uint8Array[] = []
  const link = recorder.link({
    send: (out) => void sent.push(out),
    open: (onFrame) => {
      listeners.push(onFrame)
      return () => {}
    },
  })
  const received: Uint8Array[] = []
  link.open((incoming) => received.push(incoming))
  return { clock, recorder, link, sent, received, emit: (incoming: Uint8Array) => listeners[0]?.(incoming) }
}

function firstBytes({ frames }: { readonly frames: Uint8Array }): number[] {
  return Array.from({ length: frames.length / frameBytes }, (_, entry) => frames[entry * frameBytes] ?? -1)
}

describe('the flight recorder', () => {
  it('keeps all frames in both directions in order, with their times, and passes them on', async () => {
    const { clock, recorder, link, sent, received, emit } = recordedLink(8)
    link.send(frame(1))
    await clock.pass(2)
    emit(frame(2))
    await clock.pass(3)
    link.send(frame(3))
    const recording = recorder.recording()
    expect(firstBytes(recording)).toEqual([1, 2, 3])
    expect([...recording.kinds]).toEqual([recordedKinds.out, recordedKinds.in, recordedKinds.out])
    expect([...recording.times]).toEqual([0, 2, 5])
    expect([sent.map(([first]) => first), received.map(([first]) => first)]).toEqual([[1, 3], [2]])
  })

  it('keeps a frame as it was sent, even if its bytes are reused', () => {
    const { recorder, link } = recordedLink(8)
    const reused = frame(1)
    link.send(reused)
    reused.fill(9)
    expect(firstBytes(recorder.recording())).toEqual([1])
  })

  it.each([3, 4, 5, 8, 11])('keeps the newest four of %i and says how many are missing', (count) => {
    const { recorder, link } = recordedLink(4)
    for (let number = 1; number <= count; number += 1) link.send(frame(number))
    const kept = Math.min(count, 4)
    const recording = recorder.recording()
    expect(firstBytes(recording)).toEqual(Array.from({ length: kept }, (_, entry) => count - kept + entry + 1))
    expect(recording.missing).toBe(count - kept)
    expect(recording.kinds).toHaveLength(kept)
    expect(recording.times).toHaveLength(kept)
  })

  it('keeps timeouts that ran, and none that were cancelled', async () => {
    const { clock, recorder } = recordedLink(8)
    recorder.clock.schedule(5, () => {})
    recorder.clock.schedule(5, () => {})()
    await clock.pass(10)
    expect([...recorder.recording().kinds]).toEqual([recordedKinds.timer])
  })

  it('keeps between which frames a call began and ended and the detector was unplugged', async () => {
    const { recorder, link, emit } = recordedLink(8)
    await recorder.during(
      { name: 'connect' },
      async () => {
        link.send(frame(1))
        emit(frame(2))
      },
      () => connected,
    )
    recorder.markDisconnected()
    const { marks } = recorder.recording()
    expect(marks.map(({ what, index }) => [what, index])).toEqual([
      ['began', 0],
      ['ended', 2],
      ['lost', 2],
    ])
  })

  it('starts empty with each link, and a call of the link before does not end in it', async () => {
    const { clock, recorder, link } = recordedLink(8)
    const wait = () => new Promise<void>((resolve) => void clock.schedule(5, resolve))
    const ending = recorder.during({ name: 'connect' }, wait, () => connected)
    link.send(frame(1))
    recorder.clear()
    link.send(frame(2))
    await clock.until(ending, 10)
    expect(firstBytes(recorder.recording())).toEqual([2])
    expect(recorder.recording().marks).toEqual([])
  })
})
