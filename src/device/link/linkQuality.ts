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

/** With five resends, a 512 KiB image succeeds 19 times in 20 at this share of faulty frames. Above it, the chance drops fast. */
export const worstFaultShare = 0.13
/** Another batch of reads follows while chance alone could have put the share on its side of the limit. */
const batchReads = 30
const maxReads = 150
/** A batch ends early after this many faults: reads on a bad link take long. */
const enoughFaults = 8
/** Of a normal distribution: 19 measurements in 20 are as near to the true share. */
const confidence = 1.96
/** Replies that have not arrived after this long are lost, not late. */
const lateMs = 500
/**
 * After this time the probe begins no read, not even of the first batch, unless none of the batch is answered. The person waits for it after
 * pressing Update, and an update in another tab gives up after 20 s (detectorLock.ts): the rest is for the repeats of the last read and for late
 * replies. A link that is slow and poor is therefore judged by fewer reads, and more by chance.
 */
const maxReadingMs = 10_000
/** As `lateMs`, when that time is over: only a slow link needs so long. No reply is waited for longer (retransmitTimeout.ts). */
const slowLateMs = 2_000
/** The probe first listens for this long without sending: frames that arrive then are replies to another program. */
const listenMs = 100

/** Needs a connected detector. Changes nothing on it. */
export async function probeLink(transport: Transport, now: () => number): Promise<ProbeOutcome> {
  const beganAtMs = now()
  const endsAtMs = beganAtMs + maxReadingMs
  const remainingMs = () => endsAtMs - now()
  const drainError = await transport.drain()
  if (drainError !== null) return { isProbed: false, cause: drainError }
  const before = transport.counts()
  const pauseError = (await transport.pause(listenMs)) ?? (await transport.listen(0))
  if (pauseError !== null) return { isProbed: false, cause: pauseError }

  const roundTripsMs: number[] = []
  for (;;) {
    const batch = await readBatch(transport, now, remainingMs)
    if (typeof batch === 'string') return { isProbed: false, cause: batch }
    roundTripsMs.push(...batch.roundTripsMs)
    const lateError = await waitForLate(transport, before, remainingMs)
    if (lateError !== null) return { isProbed: false, cause: lateError }
    // Somebody else's update that began after it had listened, or whose replies a busy page delivered late.
    if (transport.hasHeardOther(beganAtMs)) return { isProbed: false, cause: 'device.busy.error' }
    const after = transport.counts()
    const sent = after.sent - before.sent
    const faultShare = faultsSince(before, after) / sent
    if (roundTripsMs.length < maxReads && remainingMs() > 0 && isNearLimit(faultShare, sent)) continue
    const quality = { roundTripMs: median(roundTripsMs), faultShare, foreignFrames: after.foreign - before.foreign }
    return { isProbed: true, identity: batch.identity, quality }
  }
}

type Batch = { readonly identity: DetectorIdentity; readonly roundTripsMs: readonly number[] }

/** Returns why a read failed otherwise. */
async function readBatch(transport: Transport, now: () => number, remainingMs: () => number): Promise<Batch | ErrorCode> {
  const before = transport.counts()
  const readIdentity = { command: 'readTargetData', frame: encodeRequest({ command: 'readTargetData' }) } as const
  const roundTripsMs: number[] = []
  let identity: DetectorIdentity | null = null
  for (;;) {
    const startedAtMs = now()
    const { late } = transport.counts()
    const answer = await transport.request(readIdentity)
    if (answer.isAnswered) {
      if (answer.reply.status !== successStatus) return 'device.bad.status.error'
      identity = answer.reply.identity
      roundTripsMs.push(now() - startedAtMs)
    } else {
      const lateError = await transport.drain()
      // The reply arrived after all: the page was busy for longer than the timeout, and the cable lost nothing.
      const isOnlyLate = lateError === null && answer.cause === 'device.no.reply.error' && transport.counts().late > late
      if (!isOnlyLate) return lateError ?? answer.cause
    }
    const isOver = roundTripsMs.length === batchReads || faultsSince(before, transport.counts()) >= enoughFaults || remainingMs() <= 0
    if (identity !== null && isOver) return { identity, roundTripsMs }
  }
}

/** Replies that come late were not lost: a busy computer only delayed them. */
async function waitForLate(transport: Transport, before: LinkCounts, remainingMs: () => number): Promise<ErrorCode | null> {
  const error = await transport.drain()
  if (error !== null || faultsSince(before, transport.counts()) === 0) return error
  return transport.pause(remainingMs() > lateMs ? lateMs : slowLateMs)
}

/** Whether chance alone could have put the share on its side of the limit. */
function isNearLimit(faultShare: number, sent: number): boolean {
  return Math.abs(faultShare - worstFaultShare) < confidence * Math.sqrt((worstFaultShare * (1 - worstFaultShare)) / sent)
}

/** Transmissions that got no reply at all, not even a late one. */
function faultsSince(before: LinkCounts, after: LinkCounts): number {
  return Math.max(0, after.sent - before.sent - (after.answered - before.answered) - (after.late - before.late))
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
