/** Hashing one mebibyte takes one or two milliseconds, so other requests get a turn after each. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

const turnBytes = 1024 * 1024

/** In lower-case hexadecimal. */
export async function sha256InPieces(pieces: Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for (const piece of pieces) {
    for (let start = 0; start < piece.length; start += turnBytes) {
      hash.update(piece.subarray(start, start + turnBytes))
      await setImmediate()
    }
  }
  return hash.digest('hex')
}
