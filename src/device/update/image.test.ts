import { expect, it } from 'vitest'
import { imageOfFirmwareFile } from './image.ts'

it('is the firmware file without its last 16 bytes [T325]', () => {
  const file = Uint8Array.from({ length: 20 }, (_, at) => at)
  expect(imageOfFirmwareFile(file, 20)).toEqual(Uint8Array.of(0, 1, 2, 3))
  expect(imageOfFirmwareFile(file.subarray(0, 17), null)).toEqual(Uint8Array.of(0))
})

it('rejects a file with nothing before the trailer', () => {
  expect(() => imageOfFirmwareFile(new Uint8Array(16), null)).toThrow('image.too.short.error')
  expect(() => imageOfFirmwareFile(new Uint8Array(), 0)).toThrow('image.too.short.error')
})

it('rejects a file that is not as long as announced', () => {
  expect(() => imageOfFirmwareFile(new Uint8Array(100), 101)).toThrow('image.truncated.error')
})
