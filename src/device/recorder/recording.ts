/** What the flight recorder keeps of one link. Types only; browsers store them, so names and values stay as they are. */
import type { ErrorCode } from '../../errors.ts'
import type { UpdateOutcome } from '../update/updateState.ts'

/** A call made over the link. The image of an update is not kept: its length and CRC identify it. */
export type LinkCall =
  | { readonly name: 'connect' | 'probe' | 'disconnect' }
  | { readonly name: 'update'; readonly serialNumber: string; readonly imageLengthBytes: number; readonly imageCrc16: number }

/** How a call ended; `cause` is null if it succeeded. */
export type LinkEnd =
  | { readonly call: 'connect' | 'probe' | 'disconnect'; readonly cause: ErrorCode | null }
  | { readonly call: 'update'; readonly outcome: UpdateOutcome }

/** An event between frames. `index` is the number of frames and timeouts before it, including those no longer kept. `lost`: USB disconnected. */
export type LinkMark = { readonly index: number; readonly atMs: number } & (
  | { readonly what: 'began'; readonly call: LinkCall }
  | { readonly what: 'ended'; readonly end: LinkEnd }
  | { readonly what: 'lost' }
)

/** Oldest first. `kinds` and `times` have one entry for each frame or timeout; `frames` has 64 bytes for each. */
export type Recording = {
  /** How many older frames and timeouts were not kept. */
  readonly missing: number
  /** Values of `recordedKinds` in flightRecorder.ts. */
  readonly kinds: Uint8Array
  /** Milliseconds of the worker's clock. */
  readonly times: Float64Array
  readonly frames: Uint8Array
  readonly marks: readonly LinkMark[]
}
