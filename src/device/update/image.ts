/** From a firmware file to the image that is sent. Knows no detector and no server. */
import { AppError } from '../../errors.ts'

/** The trailer is never sent (device document, section 4). */
const trailerBytes = 16

/**
 * The image of a firmware file: all but its last 16 bytes, as a view. `expectedFileBytes` is the length the server announced, where it did.
 * Throws `image.too.short.error` for a file under 17 bytes and `image.truncated.error` for one of another length than announced.
 */
export function imageOfFirmwareFile(file: Uint8Array, expectedFileBytes: number | null): Uint8Array {
  if (expectedFileBytes !== null && file.length !== expectedFileBytes) throw new AppError('image.truncated.error')
  if (file.length <= trailerBytes) throw new AppError('image.too.short.error')
  return file.subarray(0, file.length - trailerBytes)
}
