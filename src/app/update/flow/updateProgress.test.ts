import { describe, expect, it } from 'vitest'
import type { UpdateState } from '../../../device/update/updateState.ts'
import type { RunningState } from './flowState.ts'
import { expectedDurationMs, progressOf } from './updateProgress.ts'

const target = {
  userProductId: 1,
  firmwareId: 2,
  versionName: '5.2',
  language: 'en',
  before: null,
  wasErased: false,
  productName: 'WS6',
  serialNumber: '0A1B2C3D4E',
  serialNumberFormatted: '0A 1B 2C 3D 4E',
  productTypeId: 6,
  file: { sizeBytes: 976, sha256: 'f'.repeat(64) },
}
const downloading = (receivedBytes: number): RunningState => ({ step: 'downloading', target, percent: 0, receivedBytes, totalBytes: 1_000 })
const updating = (link: UpdateState | null): RunningState => ({ step: 'updating', target, percent: 8, link })
const programming = (sentBytes: number): UpdateState => ({
  phase: 'programming',
  sentBytes,
  totalBytes: 960,
  bytesPerSecond: 24_000,
  remainingMs: 3_000,
})

describe('the progress bar of an update', () => {
  it('never goes back, from the first byte of the download to the last of the detector', () => {
    const course = [
      downloading(0),
      downloading(500),
      downloading(1_000),
      updating(null),
      updating({ phase: 'loading' }),
      updating({ phase: 'erasing', fraction: null }),
      updating({ phase: 'erasing', fraction: 0.4 }),
      updating({ phase: 'erasing', fraction: 1 }),
      updating(programming(0)),
      updating(programming(480)),
      updating(programming(960)),
      updating({ phase: 'completing' }),
    ]
    const fractions = course.map((flow) => progressOf(flow).fraction)
    expect(fractions).toEqual(fractions.toSorted((left, right) => left - right))
    expect(fractions[0]).toBe(0)
    expect(fractions.at(-1)).toBe(1)
  })

  it('shows the phase and its bytes', () => {
    expect(progressOf(downloading(250))).toMatchObject({ phase: 'loading', doneBytes: 250, totalBytes: 1_000 })
    expect(progressOf(updating({ phase: 'erasing', fraction: 0.5 }))).toMatchObject({ phase: 'erasing', doneBytes: null })
    expect(progressOf(updating(programming(480)))).toMatchObject({
      phase: 'programming',
      doneBytes: 480,
      totalBytes: 960,
      remainingMs: 3_000,
    })
  })
})

it('estimates a longer time for a larger image, at the speed of a full-speed USB link', () => {
  expect(expectedDurationMs(480_000) - expectedDurationMs(240_000)).toBeCloseTo(12_400, 0)
})
