/**
 * Records all inputs of the device layers on one link, in order and with their times: frames, timeouts, calls, the disconnect. With the same
 * inputs the layers do the same again (replay.ts). Does not know what a frame means. Runs for every frame, so it only copies.
 */
import type { Clock } from '../clock.ts'
import { frameBytes } from '../protocol/hidReport.ts'
import type { FrameLink } from '../link/frameLink.ts'
import type { LinkCall, LinkEnd, LinkMark, Recording } from './recording.ts'

/** What an entry of the ring is, as in `Recording.kinds`. A timeout has no bytes. */
export const recordedKinds = { in: 0, out: 1, timer: 2 } as const

/** Enough for an update of 768 KiB; of a longer one, the newest part is kept. */
const ringEntries = 32_768

export type FlightRecorder = {
  /** The layers must use this clock, so that their timeouts are recorded. */
  readonly clock: Clock
  /** The same link, with all frames in both directions recorded. */
  link(link: FrameLink): FrameLink
  /** Runs a call and records when it began and how it ended. */
  during<Outcome>(call: LinkCall, run: () => Promise<Outcome>, endOf: (outcome: Outcome) => LinkEnd): Promise<Outcome>
  /** Records that USB reported a disconnect. */
  markDisconnected(): void
  /** Forgets the link before: a new one begins. */
  clear(): void
  /** A copy of all that is kept. */
  recording(): Recording
}

export function createFlightRecorder(clock: Clock, entries: number = ringEntries): FlightRecorder {
  const kinds = new Uint8Array(entries)
  const times = new Float64Array(entries)
  const frames = new Uint8Array(entries * frameBytes)
  let count = 0
  let marks: LinkMark[] = []

  function record(kind: number, frame: Uint8Array | null): void {
    const entry = count % entries
    kinds[entry] = kind
    times[entry] = clock.now()
    if (frame !== null) frames.set(frame, entry * frameBytes)
    count += 1
  }

  return {
    clock: {
      now: clock.now,
      schedule: (delayMs, run) =>
        clock.schedule(delayMs, () => {
          record(recordedKinds.timer, null)
          run()
        }),
    },
    link: (link) => ({
      send: (frame, ahead) => {
        record(recordedKinds.out, frame)
        link.send(frame, ahead)
      },
      open: (onFrame) =>
        link.open((frame) => {
          record(recordedKinds.in, frame)
          onFrame(frame)
        }),
      ...(link.settled !== undefined && { settled: link.settled }),
    }),
    during: async (call, run, endOf) => {
      // Of this link: a call that outlives its link must not end in the recording of the next one.
      const ownMarks = marks
      ownMarks.push({ index: count, atMs: clock.now(), what: 'began', call })
      const outcome = await run()
      ownMarks.push({ index: count, atMs: clock.now(), what: 'ended', end: endOf(outcome) })
      return outcome
    },
    markDisconnected: () => void marks.push({ index: count, atMs: clock.now(), what: 'lost' }),
    clear: () => {
      count = 0
      marks = []
    },
    recording: () => {
      const kept = Math.min(count, entries)
      const oldest = (count - kept) % entries
      return {
        missing: count - kept,
        kinds: inOrder(kinds, oldest, kept),
        times: inOrder(times, oldest, kept),
        frames: inOrder(frames, oldest * frameBytes, kept * frameBytes),
        marks: [...marks],
      }
    },
  }
}

/** A copy of `length` elements of a ring, from `oldest` on. */
function inOrder<Ring extends Uint8Array | Float64Array>(ring: Ring, oldest: number, length: number): Ring
function inOrder(ring: Uint8Array | Float64Array, oldest: number, length: number): Uint8Array | Float64Array {
  const copy = ring.slice(0, length)
  if (oldest > 0) {
    copy.set(ring.subarray(oldest), 0)
    copy.set(ring.subarray(0, oldest), ring.length - oldest)
  }
  return copy
}
