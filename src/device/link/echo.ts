/**
 * Some hosts hand a request back as if it were the reply (facts: USB 3 controllers). An echo has the right checksum and the right type, and
 * its byte 1 is payload where a reply has its status, so that it would read as a failure, or worse, as a success. Knows no time and no link.
 */
import { decodeRequest, encodeProgram, encodeReply, frameBytes, isSameFrame, successStatus } from '../protocol/frames.ts'

/** The one echo that reads the same as the success it stands for: select target of serial 01 00 00 00 00. It is let through, and harmless. */
const selectSuccess = encodeReply({ type: 'selectTarget', status: successStatus })

/** Whether `frame` is the request in flight come back. */
export function isEcho(frame: Uint8Array, request: Uint8Array): boolean {
  return isSameFrame(frame, request) && !isSameFrame(frame, selectSuccess)
}

/** Whether `frame` is any program request of this image come back; an echo may be late, and then differs from the one in flight. */
export function isProgramEcho(frame: Uint8Array, image: Uint8Array): boolean {
  const request = decodeRequest(frame)
  if (request?.command !== 'program' || request.offset >= image.length) return false
  return isSameFrame(frame, encodeProgram(image, request.offset, new Uint8Array(frameBytes)))
}
