/**
 * One frame as a short text and back, for reports: hexadecimal digits without the check and without zeros at the end. The image's data is
 * left out, it is in the firmware file. Knows no order of frames, no time, no file.
 */
import { commands, decodeRequest, encodeProgram, frameBytes, sealed } from '../protocol/frames.ts'

/** What a sound frame says, without its check. */
const saidBytes = 62
const programText = /^program (\d+)$/
/** Stands for "damaged": a frame whose check is wrong is written whole, because all of it may matter. */
const damagedSign = '!'

/** A request of ours. */
export function requestText(frame: Uint8Array): string {
  const request = decodeRequest(frame)
  return request?.command === 'program' ? `program ${request.offset}` : soundText(frame)
}

/** A sound frame, whatever it says. */
export function soundText(frame: Uint8Array): string {
  let length = saidBytes
  while (length > 1 && frame[length - 1] === 0) length -= 1
  return hexOf(frame.subarray(0, length))
}

/** A frame with a wrong check, or of `isTypeOnly` no more than its first byte. */
export function damagedText(frame: Uint8Array, isTypeOnly: boolean): string {
  return damagedSign + hexOf(frame.subarray(0, isTypeOnly ? 1 : frameBytes))
}

/** The offset of a program request's text, else null. */
export function programOffset(text: string): number | null {
  const digits = programText.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** The type that a frame of this text begins with. */
export function typeOf(text: string): number {
  return programOffset(text) === null ? Number.parseInt(text.slice(0, 2), 16) : commands.program
}

/** The frame of a text. A program request is one of `image`. */
export function frameOf(text: string, image: Uint8Array): Uint8Array {
  const frame = new Uint8Array(frameBytes)
  const offset = programOffset(text)
  if (offset !== null) return encodeProgram(image, offset, frame)
  const isDamaged = text.startsWith(damagedSign)
  frame.set(bytesOf(isDamaged ? text.slice(1) : text).subarray(0, frameBytes))
  if (!isDamaged) return sealed(frame)
  const right = sealed(frame.slice())
  const isRight = right.every((byte, at) => byte === frame[at])
  // Only the type was written, or somebody changed the file.
  if (isRight) frame[frameBytes - 1] = ~(frame[frameBytes - 1] ?? 0)
  return frame
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16))
}
