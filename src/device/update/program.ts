/** Sends an image chunk by chunk, one request and one reply at a time. Knows the order of chunks; knows nothing of the steps before and after. */
import type { ErrorCode } from '../../errors.ts'
import { isProgramEcho } from '../link/echo.ts'
import type { Ahead } from '../link/frameLink.ts'
import { requestConfirmed } from '../link/requestConfirmed.ts'
import type { Classification, Transport } from '../link/transport.ts'
import { chunkBytes, encodeProgram, encodeReply, type ReplyOf, successStatus } from '../protocol/frames.ts'
import { frameBytes } from '../protocol/hidReport.ts'

/**
 * Programs all of `image` (at least one byte) into a detector that has just erased. Returns null, or why it stopped. `onConfirmed` gets the
 * number of bytes that the detector has confirmed, after each chunk. The link gets the next chunks before it is asked to send them, so that no
 * reply waits for this thread.
 */
export async function programImage(
  transport: Transport,
  image: Uint8Array,
  onConfirmed: (bytes: number) => void,
): Promise<ErrorCode | null> {
  const frame = new Uint8Array(frameBytes)
  let offset = 0
  /** An offset beyond this chunk that the detector has named once. */
  let offsetAhead: number | null = null

  function classify({ status, nextOffset }: ReplyOf<'program'>, received: Uint8Array): Classification {
    const expected = offset + chunkBytes
    const end = Math.max(expected, image.length)
    if (status === successStatus && nextOffset === expected) return 'answer'
    if (isProgramEcho(received, image)) return 'echo'
    if (status !== successStatus) return 'answer'
    if (nextOffset <= offset || nextOffset > end) return 'outOfOrder'
    if (nextOffset <= Math.min(expected, image.length)) return 'answer'
    // Beyond this chunk: either the detector already has the next chunks, or this is a late reply to an earlier update. A late reply does not
    // come a second time, so the request is sent again.
    if (nextOffset === offsetAhead) return 'answer'
    offsetAhead = nextOffset
    return 'askAgain'
  }

  const ahead: Ahead = (step) => {
    const nextOffset = offset + (step + 1) * chunkBytes
    if (nextOffset >= image.length) return null
    const expectedReply = encodeReply({ type: 'program', status: successStatus, nextOffset })
    return { expectedReply, nextFrame: encodeProgram(image, nextOffset, new Uint8Array(frameBytes)) }
  }

  while (offset < image.length) {
    offsetAhead = null
    encodeProgram(image, offset, frame)
    const answer = await requestConfirmed(transport, { command: 'program', frame, classify, ahead })
    if (!answer.isAnswered) return answer.cause
    if (answer.reply.status !== successStatus) return 'device.bad.status.error'
    offset = Math.min(answer.reply.nextOffset, image.length)
    onConfirmed(offset)
  }
  return null
}
