import { describe, expect, it } from 'vitest'
import { createVirtualClock } from '../../../tests/support/virtualClock.ts'
import { createFlightRecorder, recordedKinds } from './flightRecorder.ts'
import { frameBytes } from '../protocol/frames.ts'
import type { LinkEnd } from '../workerApi.ts'

const connected: LinkEnd = { call: 'connect', cause: null }

function frame(first: number): Uint8Array {
  return new Uint8Array(frameBytes).fill(first)
}

/** A recorder of `places` on a link that can be spoken from both ends. */
function recordedLink(places: number) {
  const clock = createVirtualClock()
  const recorder = createFlightRecorder(clock, places)
  const ears: ((said: Uint8Array) => void)[] = []
  const sent: Uint8Array[] = []
  const link = recorder.link({
    send: (out) => void sent.push(out),
    open: (onFrame) => {
      ears.push(onFrame)
      return () => {}
    },
  })
  const heard: Uint8Array[] = []
  link.open((received) => heard.push(received))
  return { clock, recorder, link, sent, heard, say: (said: Uint8Array) => ears[0]?.(said) }
}

function firstBytes({ frames }: { readonly frames: Uint8Array }): number[] {
  return Array.from({ length: frames.length / frameBytes }, (_, place) => frames[place * frameBytes] ?? -1)
}

describe('the flight recorder', () => {
  it('keeps what crossed both ways in its order, with its time, and hands it on', async () => {
    const { clock, recorder, link, sent, heard, say } = recordedLink(8)
    link.send(frame(1))
    await clock.pass(2)
    say(frame(2))
    await clock.pass(3)
    link.send(frame(3))
    const recording = recorder.recording()
    expect(firstBytes(recording)).toEqual([1, 2, 3])
    expect([...recording.kinds]).toEqual([recordedKinds.out, recordedKinds.in, recordedKinds.out])
    expect([...recording.times]).toEqual([0, 2, 5])
    expect([sent.map(([first]) => first), heard.map(([first]) => first)]).toEqual([[1, 3], [2]])
  })

  it('keeps the frame as it was sent, though its bytes are used again', () => {
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
    expect(firstBytes(recording)).toEqual(Array.from({ length: kept }, (_, place) => count - kept + place + 1))
    expect(recording.missing).toBe(count - kept)
    expect(recording.kinds).toHaveLength(kept)
    expect(recording.times).toHaveLength(kept)
  })

  it('keeps the waits that ran out and none that were called off', async () => {
    const { clock, recorder } = recordedLink(8)
    recorder.clock.schedule(5, () => {})
    recorder.clock.schedule(5, () => {})()
    await clock.pass(10)
    expect([...recorder.recording().kinds]).toEqual([recordedKinds.timer])
  })

  it('says between which frames a call began, ended, and the cable was pulled', async () => {
    const { recorder, link, say } = recordedLink(8)
    await recorder.during(
      { name: 'connect' },
      async () => {
        link.send(frame(1))
        say(frame(2))
      },
      () => connected,
    )
    recorder.lost()
    const { marks } = recorder.recording()
    expect(marks.map(({ what, index }) => [what, index])).toEqual([
      ['began', 0],
      ['ended', 2],
      ['lost', 2],
    ])
  })

  it('begins anew with each link, and a call of the one before does not end in it', async () => {
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
