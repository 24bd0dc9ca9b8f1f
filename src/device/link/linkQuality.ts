/** Measures the cable and its port with a short series of identity reads, which change nothing on the detector. Knows no USB. */
import type { ErrorCode } from '../../errors.ts'
import type { DetectorIdentity } from '../detector.ts'
import { encodeRequest, successStatus } from '../protocol/frames.ts'
import type { LinkCounts, Transport } from './transport.ts'

export type LinkQuality = {
  /** Median of the series. */
  readonly roundTripMs: number
  /** The share of requests that were lost or whose reply had a bad checksum, 0 to 1. */
  readonly faultShare: number
  /** Replies to commands that this page did not send: another program uses the detector. */
  readonly foreignFrames: number
}

export type ProbeOutcome =
  | { readonly isProbed: true; readonly identity: DetectorIdentity; readonly quality: LinkQuality }
  | { readonly isProbed: false; readonly cause: ErrorCode }

const reads = 30
/** The series ends here: this many faults are enough to know, and reads on a bad link take long. */
const enoughFaults = 8
/** The probe first listens for this long without sending: frames that arrive then are replies to another program. */
const listenMs = 100

/** Needs a connected detector. Changes nothing on it. */
export async function probeLink(transport: Transport, now: () => number): Promise<ProbeOutcome> {
  const drainError = await transport.drain()
  if (drainError !== null) return { isProbed: false, cause: drainError }
  const before = transport.counts()
  const pauseError = await transport.pause(listenMs)
  if (pauseError !== null) return { isProbed: false, cause: pauseError }

  const readIdentity = { command: 'readTargetData', frame: encodeRequest({ command: 'readTargetData' }) } as const
  const roundTripsMs: number[] = []
  for (;;) {
    const startedAtMs = now()
    const { late } = transport.counts()
    const answer = await transport.request(readIdentity)
    if (!answer.isAnswered) {
      const lateError = await transport.drain()
      // The reply arrived after all: the page was busy for longer than the timeout, and the cable lost nothing.
      if (answer.cause === 'device.no.reply.error' && lateError === null && transport.counts().late > late) continue
      return { isProbed: false, cause: answer.cause }
    }
    if (answer.reply.status !== successStatus) return { isProbed: false, cause: 'device.bad.status.error' }
    roundTripsMs.push(now() - startedAtMs)
    if (roundTripsMs.length < reads && faultsSince(before, transport.counts()) < enoughFaults) continue

    // Wait for late replies: they were not lost, a busy computer only delayed them.
    const lateError = await transport.drain()
    if (lateError !== null) return { isProbed: false, cause: lateError }
    const after = transport.counts()
    return {
      isProbed: true,
      identity: answer.reply.identity,
      quality: {
        roundTripMs: median(roundTripsMs),
        faultShare: faultsSince(before, after) / (after.sent - before.sent),
        foreignFrames: after.foreign - before.foreign,
      },
    }
  }
}

/** Transmissions that got no reply at all, not even a late one. */
function faultsSince(before: LinkCounts, after: LinkCounts): number {
  return Math.max(0, after.sent - before.sent - (after.answered - before.answered) - (after.late - before.late))
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
