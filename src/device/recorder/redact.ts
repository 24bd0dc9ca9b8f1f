/** Removes serial numbers from the frames of a report. Knows where frames hold them; knows no file and no order of frames. */
import { decodeReply, decodeRequest, encodeReply, encodeRequest, withChecksum } from '../protocol/frames.ts'
import { frameBytes } from '../protocol/hidReport.ts'

/** Replaces a serial number, 10 hexadecimal digits, by a pseudonym of the same form. */
export type RenameSerial = (serialNumber: string) => string

/** Serial numbers that are none. They keep their form, because a connection fails by them (protocol/impossibleIdentity.ts). */
const noSerials: ReadonlySet<string> = new Set(['0000000000', 'FFFFFFFFFF'])
const serialDigits = 10
/** The last byte before the checksum. No reply uses it, except for the last slot of accessories. */
const lastPayloadByte = 61

/** Numbers the serial numbers in the order in which they occur, so that a report still tells one detector from another. */
export function createPseudonyms(): RenameSerial {
  const names = new Map<string, string>()
  return (serialNumber) => {
    if (noSerials.has(serialNumber)) return serialNumber
    const name = names.get(serialNumber) ?? String(names.size + 1).padStart(serialDigits, '0')
    names.set(serialNumber, name)
    return name
  }
}

/** A request with its serial number replaced. */
export function redactedRequest(frame: Uint8Array, rename: RenameSerial): Uint8Array {
  const request = decodeRequest(frame)
  if (request?.command !== 'selectTarget') return frame
  return encodeRequest({ ...request, serialNumber: rename(request.serialNumber) })
}

/**
 * A frame of the detector, reduced to the fields that the protocol knows: any other byte could be part of a serial number. `isRequest` tells
 * whether a frame equals one of our requests; a reply that was no echo must not turn into one by being reduced.
 */
export function redactedReply(frame: Uint8Array, rename: RenameSerial, isRequest: (frame: Uint8Array) => boolean): Uint8Array {
  const reply = decodeReply(frame)
  switch (reply.type) {
    case 'badChecksum':
    case 'unknownMessage':
      return typeAndStatusOf(frame)
    case 'readTargetData': {
      const { identity } = reply
      return unlikeRequest(encodeReply({ ...reply, identity: { ...identity, serialNumber: rename(identity.serialNumber) } }), isRequest)
    }
    case 'listAccessories': {
      const slots = reply.slots.map((slot) => ({ ...slot, serialNumber: rename(slot.serialNumber) }))
      return encodeReply({ ...reply, slots })
    }
    default:
      return unlikeRequest(encodeReply(reply), isRequest)
  }
}

function typeAndStatusOf(frame: Uint8Array): Uint8Array {
  const cut = new Uint8Array(frameBytes)
  cut.set(frame.subarray(0, 2))
  return withChecksum(cut)
}

function unlikeRequest(frame: Uint8Array, isRequest: (frame: Uint8Array) => boolean): Uint8Array {
  if (!isRequest(frame)) return frame
  frame[lastPayloadByte] = 1
  return withChecksum(frame)
}
