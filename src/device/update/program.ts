/** Sends an image chunk by chunk, one request and one reply at a time. Knows the order of chunks; knows neither what comes before nor after. */
import type { ErrorCode } from '../../errors.ts'
import { askSurely } from '../link/requestConfirmed.ts'
import { isProgramEcho } from '../link/echo.ts'
import { chunkBytes, encodeProgram, encodeReply, frameBytes, type ReplyOf, successStatus } from '../protocol/frames.ts'
import type { Transport, Verdict } from '../link/transport.ts'

/**
 * Programs all of `image` (one byte or more) into a detector that has just erased. Returns null, or why it stopped. `onConfirmed` hears of
 * the bytes that the detector has confirmed, after each chunk. The next frame is made before a reply comes, and goes out with the one before it.
 */
export async function programImage(
  transport: Transport,
  image: Uint8Array,
  onConfirmed: (bytes: number) => void,
): Promise<ErrorCode | null> {
  let frame = encodeProgram(image, 0, new Uint8Array(frameBytes))
  let spare = new Uint8Array(frameBytes)
  let offset = 0
  let leap: number | null = null

  function judge({ status, nextOffset }: ReplyOf<'program'>, received: Uint8Array): Verdict {
    const expected = offset + chunkBytes
    const end = Math.max(expected, image.length)
    if (status === successStatus && nextOffset === expected) return 'answer'
    if (isProgramEcho(received, image)) return 'echo'
    if (status !== successStatus) return 'answer'
    if (nextOffset <= offset || nextOffset > end) return 'outOfOrder'
    if (nextOffset <= Math.min(expected, image.length)) return 'answer'
    // Further than this chunk: true of a detector that already has the next ones, or a late reply of an update before this one.
    // The detector says it again when asked again; a late reply does not.
    if (nextOffset === leap) return 'answer'
    leap = nextOffset
    return 'askAgain'
  }

  while (offset < image.length) {
    leap = null
    const likelyOffset = offset + chunkBytes
    encodeProgram(image, likelyOffset, spare)
    const likelyReply = encodeReply({ type: 'program', status: successStatus, nextOffset: likelyOffset })
    const ahead = likelyOffset < image.length ? { ahead: { reply: likelyReply, frame: spare } } : {}
    const answer = await askSurely(transport, { command: 'program', frame, judge, ...ahead })
    if (!answer.isAnswered) return answer.cause
    if (answer.reply.status !== successStatus) return 'device.bad.status.error'
    offset = Math.min(answer.reply.nextOffset, image.length)
    if (offset !== likelyOffset) encodeProgram(image, offset, spare)
    ;[frame, spare] = [spare, frame]
    onConfirmed(offset)
  }
  return null
}
