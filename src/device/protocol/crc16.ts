/** CRC-16 of frames and images: polynomial 0x1021, initial value 0, not reflected, no final xor (XMODEM; device document, section 9). */
const polynomial = 4129

const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ polynomial : crc << 1
  return crc
})

/** The CRC of the first `length` bytes, 0 to 0xFFFF. `"123456789"` gives 0x31C3. */
export function crc16(bytes: Uint8Array, length = bytes.length): number {
  let crc = 0
  // All indices are in range; `?? 0` only satisfies the compiler.
  for (let at = 0; at < length; at += 1) crc = ((crc << 8) & 0xff00) ^ (table[(crc >> 8) ^ (bytes[at] ?? 0)] ?? 0)
  return crc
}
