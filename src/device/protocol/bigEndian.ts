/** Reads and writes numbers and hexadecimal digits in byte arrays, most significant byte first. A byte behind the end reads as 0. */
export function putU16(frame: Uint8Array, at: number, value: number): void {
  frame[at] = value >>> 8
  frame[at + 1] = value
}

export function putU32(frame: Uint8Array, at: number, value: number): void {
  putU16(frame, at, value >>> 16)
  putU16(frame, at + 2, value)
}

export function byteAt(frame: Uint8Array, at: number): number {
  return frame[at] ?? 0
}

export function u16At(frame: Uint8Array, at: number): number {
  return (byteAt(frame, at) << 8) | byteAt(frame, at + 1)
}

export function u32At(frame: Uint8Array, at: number): number {
  return ((u16At(frame, at) << 16) | u16At(frame, at + 2)) >>> 0
}

/** `length` bytes as upper-case digits, two for each byte. */
export function hexAt(frame: Uint8Array, at: number, length: number): string {
  const digits = Array.from({ length }, (_, index) =>
    byteAt(frame, at + index)
      .toString(16)
      .padStart(2, '0'),
  )
  return digits.join('').toUpperCase()
}

export function putHex(frame: Uint8Array, at: number, digits: string): void {
  for (let index = 0; index * 2 < digits.length; index += 1) frame[at + index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16)
}
