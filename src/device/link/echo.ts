/**
 * Some USB 3 hosts return a request as if it were the reply (pybricks/support #2375). An echo has a right checksum and the right type, and
 * its byte 1 is payload where a reply has its status: it would read as a failure, or even as a success. Knows no time and no link.
 */
import { decodeRequest, encodeProgram, encodeReply, successStatus } from '../protocol/frames.ts'
import { frameBytes, isSameFrame } from '../protocol/hidReport.ts'

/** The echo of select target for serial number 0100000000 has the same bytes as its success. It counts as the success, which is harmless. */
const selectSuccess = encodeReply({ type: 'selectTarget', status: successStatus })

/** Whether `frame` is the echo of `request`, the request under way. */
export function isEcho(frame: Uint8Array, request: Uint8Array): boolean {
  return isSameFrame(frame, request) && !isSameFrame(frame, selectSuccess)
}

/** Whether `frame` is the echo of any program request of this image: a late echo differs from the request under way. */
export function isProgramEcho(frame: Uint8Array, image: Uint8Array): boolean {
  const request = decodeRequest(frame)
  if (request?.command !== 'program' || request.offset >= image.length) return false
  return isSameFrame(frame, encodeProgram(image, request.offset, new Uint8Array(frameBytes)))
}
