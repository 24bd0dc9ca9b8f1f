/** Leaves serial numbers out of what a report says. Knows where frames hold them; knows no file and no order of frames. */
import { decodeReply, decodeRequest, encodeReply, encodeRequest, frameBytes, sealed } from '../protocol/frames.ts'

/** Gives each serial number, 10 hexadecimal digits, another name of that form. */
export type RenameSerial = (serialNumber: string) => string

const noSerial = '0000000000'
/** In a reply the last byte before the check; no field of a reply but a slot of accessories reaches so far. */
const lastPayloadByte = 61

/** Numbers serial numbers as they are met, so that a report still tells one detector from another. */
export function createPseudonyms(): RenameSerial {
  const names = new Map([[noSerial, noSerial]])
  return (serialNumber) => {
    const name = names.get(serialNumber) ?? String(names.size).padStart(noSerial.length, '0')
    names.set(serialNumber, name)
    return name
  }
}

/** The same request of ours with its serial number renamed. */
export function redactedRequest(frame: Uint8Array, rename: RenameSerial): Uint8Array {
  const request = decodeRequest(frame)
  if (request?.command !== 'selectTarget') return frame
  return encodeRequest({ ...request, serialNumber: rename(request.serialNumber) })
}

/**
 * A sound frame of the detector with only what the protocol knows of it: a serial number may hide in any other byte. `isRequest` says
 * whether a frame is like one of ours; a reply that was none does not become one by being cut.
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
  return sealed(cut)
}

function unlikeRequest(frame: Uint8Array, isRequest: (frame: Uint8Array) => boolean): Uint8Array {
  if (!isRequest(frame)) return frame
  frame[lastPayloadByte] = 1
  return sealed(frame)
}
