import { AppError } from '../../errors.ts'

/** The end of the file is never sent (device document, section 4). */
const trailerBytes = 16

/**
 * The image of a firmware file: all but its last 16 bytes, as a view. `expectedFileBytes` is the length that the server announced, or null.
 * Throws `image.too.short.error` for a file of 16 bytes or less, and `image.truncated.error` for a file of another length than announced.
 */
export function imageOfFirmwareFile(file: Uint8Array, expectedFileBytes: number | null): Uint8Array {
  if (expectedFileBytes !== null && file.length !== expectedFileBytes) throw new AppError('image.truncated.error')
  if (file.length <= trailerBytes) throw new AppError('image.too.short.error')
  return file.subarray(0, file.length - trailerBytes)
}
