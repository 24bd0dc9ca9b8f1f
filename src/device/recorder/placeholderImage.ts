/** Stands in for a firmware image that is not at hand. Knows of it only its length and its check. */
import { crc16 } from '../protocol/crc16.ts'

/** No reply looks like a chunk of these, so that none is taken for an echo. */
const filling = 0xa5

/** An image of this length and CRC-16; of one byte, only where a byte has that check. */
export function standInImage(lengthBytes: number, imageCrc16: number): Uint8Array {
  const image = new Uint8Array(lengthBytes).fill(filling)
  const free = Math.min(2, lengthBytes)
  const before = crc16(image, lengthBytes - free)
  for (let guess = 0; guess < 256 ** free; guess += 1) {
    const ending = free === 2 ? [guess >> 8, guess & 0xff] : [guess]
    if (crc16(Uint8Array.from(ending)) !== imageCrc16) continue
    // A check that goes on from `before` equals one that begins anew with `before` added to its first two bytes.
    image.set([(ending[0] ?? 0) ^ (before >> 8), (ending[1] ?? 0) ^ (before & 0xff)].slice(0, free), lengthBytes - free)
    break
  }
  return image
}
