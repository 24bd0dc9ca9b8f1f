import { expect, it } from 'vitest'
import { crc16 } from './crc16.ts'

it('gives the check value that every CRC-16/XMODEM gives', () => {
  expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x31c3)
})

it('starts from 0, so that nothing and zeros check as 0', () => {
  expect(crc16(new Uint8Array())).toBe(0)
  expect(crc16(new Uint8Array(62))).toBe(0)
})

it('checks no further than it is told', () => {
  expect(crc16(new TextEncoder().encode('123456789 and more'), 9)).toBe(0x31c3)
})
