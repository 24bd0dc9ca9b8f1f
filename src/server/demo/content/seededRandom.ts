/** Repeatable random numbers: the same seed gives the same demo on every machine. Not for secrets. */
import { createCipheriv, createHash } from 'node:crypto'

export type SeededRandom = {
  /** From 0 up to but excluding 1. */
  fraction(): number
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number
  pick<T>(choices: readonly T[]): T
  /** Returns true with this probability, 0 to 1. */
  chance(share: number): boolean
  /** Upper-case hexadecimal. */
  hex(digits: number): string
  bytes(length: number): Uint8Array
}

export function seededRandom(seed: string): SeededRandom {
  // The key stream of a cipher: fast, portable and evenly distributed.
  const stream = createCipheriv('aes-128-ctr', createHash('sha256').update(seed).digest().subarray(0, 16), Buffer.alloc(16))
  const bytes = (length: number) => stream.update(Buffer.alloc(length))
  const fraction = () => bytes(4).readUInt32BE() / 2 ** 32
  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1))
  return {
    fraction,
    integer,
    bytes,
    pick(choices) {
      const choice = choices[integer(0, choices.length - 1)]
      if (choice === undefined) throw new RangeError('nothing to pick from')
      return choice
    },
    chance: (share) => fraction() < share,
    hex: (digits) =>
      bytes(Math.ceil(digits / 2))
        .toString('hex')
        .slice(0, digits)
        .toUpperCase(),
  }
}
