/** Makes an image for the replay of an update whose firmware is not at hand: it has the same length and CRC. */
import { crc16 } from '../protocol/crc16.ts'

/** No reply equals a chunk of these bytes, so that none is taken for an echo. */
const fillByte = 0xa5

/** An image with this length and CRC-16. An image of one byte has another CRC if no byte has this one. */
export function placeholderImage(lengthBytes: number, imageCrc16: number): Uint8Array {
  const image = new Uint8Array(lengthBytes).fill(fillByte)
  const free = Math.min(2, lengthBytes)
  const before = crc16(image, lengthBytes - free)
  for (let guess = 0; guess < 256 ** free; guess += 1) {
    const ending = free === 2 ? [guess >> 8, guess & 0xff] : [guess]
    if (crc16(Uint8Array.from(ending)) !== imageCrc16) continue
    // Continuing a CRC from `before` gives the same as starting anew with `before` XORed into the first two bytes.
    image.set([(ending[0] ?? 0) ^ (before >> 8), (ending[1] ?? 0) ^ (before & 0xff)].slice(0, free), lengthBytes - free)
    break
  }
  return image
}
