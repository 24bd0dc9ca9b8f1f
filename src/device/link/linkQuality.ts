/** How good a cable and its port are, by a short series of harmless identity reads. Knows no USB, and nothing of what is asked afterwards. */
import { encodeRequest, successStatus } from '../protocol/frames.ts'
import type { LinkCounts, Transport } from './transport.ts'
import type { ProbeOutcome } from '../workerApi.ts'

const reads = 30
/** So many faults in one series say enough, and a bad link answers slowly. */
const enoughFaults = 8
/** Nothing is asked for so long: what is heard then answers somebody else. */
const listenMs = 100

/** Needs a connected detector. Nothing on it is changed. */
export async function probeLink(transport: Transport, now: () => number): Promise<ProbeOutcome> {
  const unquiet = await transport.drain()
  if (unquiet !== null) return { isProbed: false, cause: unquiet }
  const before = transport.counts()
  const interruption = await transport.pause(listenMs)
  if (interruption !== null) return { isProbed: false, cause: interruption }

  const question = { command: 'readTargetData', frame: encodeRequest({ command: 'readTargetData' }) } as const
  const roundTripsMs: number[] = []
  for (;;) {
    const askedAtMs = now()
    const { late } = transport.counts()
    const answer = await transport.ask(question)
    if (!answer.isAnswered) {
      const lastWord = await transport.drain()
      // The page was busy for longer than a reply is waited for: the cable had it in time.
      if (answer.cause === 'device.no.reply.error' && lastWord === null && transport.counts().late > late) continue
      return { isProbed: false, cause: answer.cause }
    }
    if (answer.reply.status !== successStatus) return { isProbed: false, cause: 'device.bad.status.error' }
    roundTripsMs.push(now() - askedAtMs)

    if (roundTripsMs.length < reads && faultsSince(before, transport.counts()) < enoughFaults) continue
    // What only comes late was not lost: a computer that is busy says nothing of its cable.
    const lastWord = await transport.drain()
    if (lastWord !== null) return { isProbed: false, cause: lastWord }
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

/** Requests that were never answered, not even late. */
function faultsSince(before: LinkCounts, after: LinkCounts): number {
  return Math.max(0, after.sent - before.sent - (after.answered - before.answered) - (after.late - before.late))
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
