/**
 * Writes one frame as a short text for reports, and reads it back: hexadecimal digits without the checksum and without trailing zeros. Image
 * data is left out, because it is in the firmware file. Knows no order of frames, no time, no file.
 */
import { commands, decodeRequest, encodeProgram, withChecksum } from '../protocol/frames.ts'
import { frameBytes } from '../protocol/hidReport.ts'

/** A frame without its checksum. */
const contentBytes = 62
const programText = /^program (\d+)$/
/** Marks a frame with a wrong checksum. It is written in full, because any byte of it may matter. */
const damagedSign = '!'

/** The text of one of our requests. */
export function requestText(frame: Uint8Array): string {
  const request = decodeRequest(frame)
  return request?.command === 'program' ? `program ${request.offset}` : frameText(frame)
}

/** The text of any frame with a right checksum. */
export function frameText(frame: Uint8Array): string {
  let length = contentBytes
  while (length > 1 && frame[length - 1] === 0) length -= 1
  return hexOf(frame.subarray(0, length))
}

/** The text of a frame with a wrong checksum; with `isTypeOnly` only its first byte. */
export function damagedText(frame: Uint8Array, isTypeOnly: boolean): string {
  return damagedSign + hexOf(frame.subarray(0, isTypeOnly ? 1 : frameBytes))
}

/** The offset in the text of a program request; null for other texts. */
export function programOffset(text: string): number | null {
  const digits = programText.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** The type byte of the frame with this text. */
export function typeOf(text: string): number {
  return programOffset(text) === null ? Number.parseInt(text.slice(0, 2), 16) : commands.program
}

/** The frame with this text. The data of a program request is taken from `image`. */
export function frameOf(text: string, image: Uint8Array): Uint8Array {
  const frame = new Uint8Array(frameBytes)
  const offset = programOffset(text)
  if (offset !== null) return encodeProgram(image, offset, frame)
  const isDamaged = text.startsWith(damagedSign)
  frame.set(bytesOf(isDamaged ? text.slice(1) : text).subarray(0, frameBytes))
  if (!isDamaged) return withChecksum(frame)
  const corrected = withChecksum(frame.slice())
  const isRight = corrected.every((byte, at) => byte === frame[at])
  // Right by chance, because only the type was written or the file was edited: the frame must stay damaged.
  if (isRight) frame[frameBytes - 1] = ~(frame[frameBytes - 1] ?? 0)
  return frame
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16))
}
