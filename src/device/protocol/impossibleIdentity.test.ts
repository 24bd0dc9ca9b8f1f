import { describe, expect, it } from 'vitest'
import type { DetectorIdentity } from '../detector.ts'
import { decodeReply, withChecksum } from './frames.ts'
import { isImpossibleIdentity } from './impossibleIdentity.ts'

const sound: DetectorIdentity = {
  serialNumber: '0A1B2C3D4E',
  productTypeId: 6,
  materialVersion: 3,
  protocolVersion: 2,
  language: 1,
  batteryPercent: 87,
  productionDate: '2025-04-30',
}

/** The identity in a reply whose payload is this byte alone, as from memory without content. */
function identityOf(byte: number): DetectorIdentity {
  const reply = decodeReply(withChecksum(new Uint8Array(64).fill(byte).fill(5, 0, 1).fill(1, 1, 2)))
  if (reply.type !== 'readTargetData') throw new Error(`${byte} is ${reply.type}`)
  return reply.identity
}

describe('no detector has', () => {
  it.each([0x00, 0xff])('the identity that memory full of %i is read as', (byte) => {
    expect(isImpossibleIdentity(identityOf(byte))).toBe(true)
  })

  it.each([{ serialNumber: '0000000000' }, { serialNumber: 'FFFFFFFFFF' }, { productTypeId: 0xffff }])('%o', (part) => {
    expect(isImpossibleIdentity({ ...sound, ...part })).toBe(true)
  })
})

describe('a detector may have', () => {
  it.each<Partial<DetectorIdentity>>([
    {},
    { serialNumber: '0000000001' },
    { serialNumber: 'FFFFFFFFFE' },
    { serialNumber: '00FFFFFF00' },
    { productTypeId: 0 },
    { productTypeId: 0xfffe },
    { materialVersion: 0, protocolVersion: 0, language: 0 },
    { materialVersion: 0xff, protocolVersion: 0xff, language: 0xff },
    { batteryPercent: null, productionDate: null },
  ])('%o', (part) => {
    expect(isImpossibleIdentity({ ...sound, ...part })).toBe(false)
  })
})
