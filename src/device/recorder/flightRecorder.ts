/**
 * Keeps all that the device layers were told over one link, in its order and with its times: frames, waits that ran out, calls made, the
 * unplugging. That, told again, makes them do the same again (replay.ts). Knows no meaning of a frame. Runs for each one: it copies, no more.
 */
import type { Clock } from '../clock.ts'
import { frameBytes } from '../protocol/frames.ts'
import type { FrameLink } from '../link/transport.ts'
import type { LinkCall, LinkEnd, LinkMark, Recording } from '../workerApi.ts'

/** What a place of the ring holds, as in `Recording.kinds`. A wait that ran out has no bytes. */
export const recordedKinds = { in: 0, out: 1, timer: 2 } as const

/** Enough for an update of 768 KiB; of a longer one the newest part is kept. */
const ringPlaces = 32_768

export type FlightRecorder = {
  /** The clock that the layers must live by for their waits to be recorded. */
  readonly clock: Clock
  /** The same link, with every frame recorded both ways. */
  link(link: FrameLink): FrameLink
  /** Runs a call, recording when it began and how it ended. */
  during<Outcome>(call: LinkCall, run: () => Promise<Outcome>, endOf: (outcome: Outcome) => LinkEnd): Promise<Outcome>
  /** USB reported a disconnect. */
  lost(): void
  /** A new link begins: the one before is forgotten. */
  clear(): void
  /** A copy of what is kept. */
  recording(): Recording
}

export function createFlightRecorder(clock: Clock, places: number = ringPlaces): FlightRecorder {
  const kinds = new Uint8Array(places)
  const times = new Float64Array(places)
  const frames = new Uint8Array(places * frameBytes)
  let count = 0
  let marks: LinkMark[] = []

  function record(kind: number, frame: Uint8Array | null): void {
    const place = count % places
    kinds[place] = kind
    times[place] = clock.now()
    if (frame !== null) frames.set(frame, place * frameBytes)
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
      // Kept by name: a call that outlives its link must not end in the record of the next one.
      const ownMarks = marks
      ownMarks.push({ index: count, atMs: clock.now(), what: 'began', call })
      const outcome = await run()
      ownMarks.push({ index: count, atMs: clock.now(), what: 'ended', end: endOf(outcome) })
      return outcome
    },
    lost: () => void marks.push({ index: count, atMs: clock.now(), what: 'lost' }),
    clear: () => {
      count = 0
      marks = []
    },
    recording: () => {
      const kept = Math.min(count, places)
      const oldest = (count - kept) % places
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

/** A copy of `length` places of a ring from `oldest` on. */
function inOrder<Ring extends Uint8Array | Float64Array>(ring: Ring, oldest: number, length: number): Ring
function inOrder(ring: Uint8Array | Float64Array, oldest: number, length: number): Uint8Array | Float64Array {
  const copy = ring.slice(0, length)
  if (oldest > 0) {
    copy.set(ring.subarray(oldest), 0)
    copy.set(ring.subarray(0, oldest), ring.length - oldest)
  }
  return copy
}
