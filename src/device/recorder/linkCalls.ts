/** Calls over a link as data: records how a call ended, and makes a recorded call again. Knows neither recorder nor report. */
import type { Clock } from '../clock.ts'
import { connect, type ConnectOutcome, disconnect } from '../update/connect.ts'
import { crc16 } from '../protocol/crc16.ts'
import { probeLink, type ProbeOutcome } from '../link/linkQuality.ts'
import type { Transport } from '../link/transport.ts'
import { update, type UpdateRequest } from '../update/update.ts'
import type { LinkCall, LinkEnd } from './recording.ts'
import type { UpdateOutcome } from '../update/updateState.ts'

export const endOf = {
  connect: (outcome: ConnectOutcome): LinkEnd => ({ call: 'connect', cause: outcome.isConnected ? null : outcome.cause }),
  probe: (outcome: ProbeOutcome): LinkEnd => ({ call: 'probe', cause: outcome.isProbed ? null : outcome.cause }),
  update: (outcome: UpdateOutcome): LinkEnd => ({ call: 'update', outcome }),
  disconnect: (): LinkEnd => ({ call: 'disconnect', cause: null }),
}

/** Without the image: its length and CRC identify it. */
export function updateCall({ image, serialNumber }: UpdateRequest): LinkCall {
  return { name: 'update', serialNumber, imageLengthBytes: image.length, imageCrc16: crc16(image) }
}

/** Makes a recorded call again. `image` is what an update sends. */
export async function makeCall(call: LinkCall, image: Uint8Array, transport: Transport, clock: Clock): Promise<LinkEnd> {
  switch (call.name) {
    case 'connect':
      return endOf.connect(await connect(transport))
    case 'probe':
      return endOf.probe(await probeLink(transport, clock.now))
    case 'update':
      return endOf.update(await update(transport, clock, { image, serialNumber: call.serialNumber }, () => {}))
    case 'disconnect':
      await disconnect(transport)
      return endOf.disconnect()
    default:
      return call satisfies never
  }
}

/** Whether two calls ended in the same way: same cause, same phase, same number of bytes. */
export function isSameEnd(one: LinkEnd, other: LinkEnd): boolean {
  if (one.call !== 'update' || other.call !== 'update') {
    return one.call !== 'update' && other.call !== 'update' && one.call === other.call && one.cause === other.cause
  }
  const [first, second] = [one.outcome, other.outcome]
  if (first.phase !== 'failed' || second.phase !== 'failed') return first.phase === second.phase
  return first.cause === second.cause && first.during === second.during && first.sentBytes === second.sentBytes
}
