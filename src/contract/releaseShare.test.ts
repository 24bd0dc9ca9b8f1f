/** Which detectors are in a release's share (docs/releases.md, "Share"). */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { isInShare, placeOf } from './releaseShare.ts'

const serialNumbers = Array.from({ length: 100_000 }, (_, index) =>
  (0x0a_0000_0000 + index * 7).toString(16).toUpperCase().padStart(10, '0'),
)

const reached = (share: number) => serialNumbers.slice(0, 2000).filter((serialNumber) => isInShare(7, share, { serialNumber }))

it('is as large as it says, within half a point of 100,000 detectors, whatever their serial numbers are like', () => {
  const places = serialNumbers.map((serialNumber) => placeOf(7, { serialNumber }))
  for (const share of [0.02, 0.1, 0.3, 0.5, 0.98]) {
    const part = places.filter((place) => place < share).length / places.length
    expect(Math.abs(part - share)).toBeLessThan(0.005)
  }
})

it('only grows: who is in it stays in it', () => {
  expect(reached(0.1)).toEqual(expect.arrayContaining(reached(0.02)))
  expect(reached(0.3)).toEqual(expect.arrayContaining(reached(0.1)))
  expect([reached(0).length, reached(1).length]).toEqual([0, 2000])
})

it('is another one for each release, so that nobody is always among the first', () => {
  const first = new Set(serialNumbers.filter((serialNumber) => isInShare(7, 0.02, { serialNumber })))
  const again = serialNumbers.filter((serialNumber) => first.has(serialNumber) && isInShare(8, 0.02, { serialNumber }))
  expect(again.length / first.size).toBeLessThan(0.05)
})

it('takes the first 53 bits of the SHA-256 of release and serial number, and tells an account from a detector', () => {
  const hash = createHash('sha256').update('12/0A1B2C3D4E').digest()
  expect(placeOf(12, { serialNumber: '0A1B2C3D4E' })).toBe(Number(hash.readBigUInt64BE() >> 11n) / 2 ** 53)
  expect(placeOf(12, { userId: 5 })).not.toBe(placeOf(12, { serialNumber: '5' }))
})
