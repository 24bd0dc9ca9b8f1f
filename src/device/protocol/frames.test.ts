/** The expected bytes are written by hand from docs/device-protocol.md; their checksums come from another implementation of CRC-16/XMODEM. */
import { describe, expect, it } from 'vitest'
import { decodeReply, decodeRequest, encodeProgram, encodeReply, encodeRequest, type Reply, type Request } from './frames.ts'

/** 64 bytes: the written ones, zeros, and the checksum in bytes 62 and 63. */
function bytesOf(written: string, check: string): Uint8Array {
  const digits = written.replaceAll(' ', '').padEnd(124, '0') + check
  return Uint8Array.from({ length: 64 }, (_, at) => Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16))
}

const image = Uint8Array.from({ length: 49 }, (_, at) => at)
const firstChunk = '000102030405060708090A0B0C0D0E0F 101112131415161718191A1B1C1D1E1F 202122232425262728292A2B2C2D2E2F'
const lastChunk = `30${'FF'.repeat(47)}`

const identity = {
  protocolVersion: 2,
  serialNumber: '0A1B2C3D4E',
  productTypeId: 6,
  materialVersion: 3,
  language: 1,
  batteryPercent: 87,
  productionDate: '2025-04-30',
}
const emptySlots = Array.from({ length: 7 }, () => ({ serialNumber: '0000000000', accessoryTypeId: 0 }))

const requests: readonly (readonly [Request, string, string])[] = [
  [{ command: 'hello' }, '01', '7BDC'],
  [{ command: 'selectTarget', serialNumber: '0A1B2C3D4E' }, '02 0A1B2C3D4E', '8360'],
  [{ command: 'waitTarget' }, '03', '8C64'],
  [{ command: 'disconnect' }, '04', 'FF51'],
  [{ command: 'readTargetData' }, '05', '848D'],
  [{ command: 'erase', imageLengthBytes: 300_001 }, '06 000493E1', 'A744'],
  [{ command: 'program', offset: 0, data: image.slice(0, 48) }, `07 00000000 ${firstChunk}`, '2202'],
  [{ command: 'programComplete', imageLengthBytes: 300_001, imageCrc16: 0xbeef }, '08 000493E1 BEEF', '926A'],
  [{ command: 'listAccessories' }, '09', '955F'],
]

const replies: readonly (readonly [Reply, string, string])[] = [
  [{ type: 'hello', status: 1 }, '01 01', '226C'],
  [{ type: 'selectTarget', status: 1 }, '02 01', 'AE08'],
  [{ type: 'waitTarget', status: 2 }, '03 02', '3F04'],
  [{ type: 'disconnect', status: 1 }, '04 01', 'A6E1'],
  [{ type: 'readTargetData', status: 1, identity }, '05 01 02 0A1B2C3D4E 0006 03 01 57 07E9 04 1E', '2556'],
  [
    { type: 'readTargetData', status: 1, identity: { ...identity, batteryPercent: null, productionDate: null } },
    '05 01 02 0A1B2C3D4E 0006 03 01 FF 0000 00 00',
    'AF62',
  ],
  [{ type: 'erase', status: 2, flashSizeBytes: 303_104, erasedBytes: 73_728 }, '06 02 0004A000 00012000', '0F28'],
  [{ type: 'program', status: 1, nextOffset: 96 }, '07 01 00000060', '59B2'],
  [{ type: 'programComplete', status: 1 }, '08 01', 'B733'],
  [
    {
      type: 'listAccessories',
      status: 1,
      slots: [
        { serialNumber: 'C011A00001', accessoryTypeId: 127 },
        { serialNumber: 'C011A00002', accessoryTypeId: 127 },
        { serialNumber: 'EA12900003', accessoryTypeId: 42 },
        ...emptySlots,
      ],
    },
    '09 01 C011A00001 7F C011A00002 7F EA12900003 2A',
    '8EC2',
  ],
]

describe('a request', () => {
  it.each(requests)('$command [T332]', (request, written, check) => {
    expect(encodeRequest(request)).toEqual(bytesOf(written, check))
    expect(decodeRequest(bytesOf(written, check))).toEqual(request)
  })

  it('pads the last chunk with FF, also over the bytes of an earlier frame [T328]', () => {
    const used = encodeProgram(image, 0, new Uint8Array(64))
    expect(used).toEqual(bytesOf(`07 00000000 ${firstChunk}`, '2202'))
    expect(encodeProgram(image, 48, used)).toEqual(bytesOf(`07 00000030 ${lastChunk}`, 'AE24'))
  })
})

describe('a reply', () => {
  it.each(replies)('$type', (reply, written, check) => {
    expect(decodeReply(bytesOf(written, check))).toEqual(reply)
    expect(encodeReply(reply)).toEqual(bytesOf(written, check))
  })

  it('is read from the first 64 bytes of a longer report', () => {
    const report = new Uint8Array(128).fill(0xee)
    report.set(bytesOf('07 01 00000060', '59B2'))
    expect(decodeReply(report)).toEqual({ type: 'program', status: 1, nextOffset: 96 })
  })

  it('is rejected with one wrong bit, or too short [T327]', () => {
    const right = bytesOf('07 01 00000060', '59B2')
    for (let bit = 0; bit < 64 * 8; bit += 1) {
      const wrong = right.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
      expect(decodeReply(wrong)).toEqual({ type: 'badChecksum' })
    }
    expect(decodeReply(right.slice(0, 63))).toEqual({ type: 'badChecksum' })
  })

  it('is an unknown message if its type is not a command', () => {
    expect(decodeReply(bytesOf('4D', '6EF1'))).toEqual({ type: 'unknownMessage' })
    // 64 zeros have a right checksum.
    expect(decodeReply(new Uint8Array(64))).toEqual({ type: 'unknownMessage' })
  })

  it('has no date if the day does not exist', () => {
    const reply = encodeReply({ type: 'readTargetData', status: 1, identity: { ...identity, productionDate: '2025-02-30' } })
    expect(decodeReply(reply)).toMatchObject({ identity: { productionDate: null } })
  })
})
