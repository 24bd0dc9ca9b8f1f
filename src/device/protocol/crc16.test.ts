import { expect, it } from 'vitest'
import { crc16 } from './crc16.ts'

it('gives the published check value of CRC-16/XMODEM [T331]', () => {
  expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x31c3)
})

it('starts at 0, so that the CRC of no bytes or of zeros is 0', () => {
  expect(crc16(new Uint8Array())).toBe(0)
  expect(crc16(new Uint8Array(62))).toBe(0)
})

it('stops at the given length', () => {
  expect(crc16(new TextEncoder().encode('123456789 and more'), 9)).toBe(0x31c3)
})
