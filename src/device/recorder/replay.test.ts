import { describe, expect, it } from 'vitest'
import { createDetectorBench } from '../../../tests/support/detectorBench.ts'
import { imageOf } from '../../../tests/support/imageOf.ts'
import { crc16 } from '../protocol/crc16.ts'
import { reportRows, type ReportRow } from './flightReport.ts'
import { isProgramEcho } from '../link/echo.ts'
import { encodeReply } from '../protocol/frames.ts'
import { frameBytes } from '../protocol/hidReport.ts'
import { replay } from './replay.ts'
import type { SimulatorFaults } from '../simulator/simulatorFaults.ts'
import { placeholderImage } from './placeholderImage.ts'
import type { Recording } from './recording.ts'

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

async function recordUpdate(faults: Partial<SimulatorFaults>, imageBytes = 5_000): Promise<Recording> {
  const bench = createDetectorBench(faults)
  await bench.connect()
  await bench.update(imageOf(imageBytes))
  return bench.recording()
}

/** The same recording as if the ring had been too short for the first `count` frames. */
function without(recording: Recording, count: number): Recording {
  return {
    missing: count,
    kinds: recording.kinds.slice(count),
    times: recording.times.slice(count),
    frames: recording.frames.slice(count * frameBytes),
    marks: recording.marks,
  }
}

function lastEnd({ ends }: Awaited<ReturnType<typeof replay>>): unknown {
  const end = ends.at(-1)
  return end?.call === 'update' ? end.outcome : end
}

describe('a replay', () => {
  it('ends where the update ended, with the same number of bytes', async () => {
    const replayed = await replay(reportRows(await recordUpdate({ unplugAtPercent: 40, lostShare: 0.05 }), false), turn)
    expect(replayed.divergence).toBeNull()
    expect(lastEnd(replayed)).toMatchObject({ cause: 'device.disconnected.error', during: 'programming', sentBytes: 2_016 })
  })

  it.each([1, 5, 12, 30, 100, 171])('of a report without its first %i frames ends in the same way', async (count) => {
    const recording = without(await recordUpdate({ unplugAtPercent: 90 }), count)
    for (const isRedacted of [false, true]) {
      const replayed = await replay(reportRows(recording, isRedacted), turn)
      expect(replayed.divergence).toBeNull()
      expect(lastEnd(replayed)).toMatchObject({ cause: 'device.disconnected.error', during: 'programming', sentBytes: 4_512 })
    }
  })

  it.each(['FFFFFFFFFF', '0000000000'])(
    'of a connection that failed by the serial number %s fails in the same way',
    async (serialNumber) => {
      const bench = createDetectorBench({ serialNumber })
      await bench.connect()
      for (const isRedacted of [false, true]) {
        const replayed = await replay(reportRows(bench.recording(), isRedacted), turn)
        expect(replayed.divergence).toBeNull()
        expect(lastEnd(replayed)).toMatchObject({ call: 'connect', cause: 'device.not.understood.error' })
      }
    },
  )

  it('reports where and how it differs from a changed report', async () => {
    const rows = reportRows(await recordUpdate({}, 500), false)
    const at = rows.findIndex(([, what, text]) => what === 'in' && text === 'next')
    const changed: ReportRow[] = rows.with(at, [rows[at]?.[0] ?? 0, 'in', '0703'])
    const { divergence } = await replay(changed, turn)
    expect(divergence).toMatchObject({ row: at + 1, recorded: 'out program 48' })
    expect(divergence?.replayed).toBe('out program 0')
  })

  it.each(['out', 'in', 'timer', 'began', 'ended'])('notices that a row "%s" was removed', async (kind) => {
    const rows = reportRows(await recordUpdate({ lostShare: 0.1 }, 500), false)
    const at = rows.findLastIndex(([, what]) => what === kind)
    expect((await replay(rows.toSpliced(at, 1), turn)).divergence).not.toBeNull()
  })

  it('of rows without sense ends too', async () => {
    const nonsense: ReportRow[] = [
      [0, 'timer'],
      [1, 'in', 'next'],
      [-5, 'lost'],
      [2, 'ended', { call: 'disconnect', cause: null }],
    ]
    for (const row of nonsense) await replay([row, ...nonsense], turn)
    expect((await replay(nonsense, turn)).divergence).toMatchObject({ row: 0, recorded: 'timer', replayed: 'nothing' })
    expect(await replay([], turn)).toEqual({ ends: [], divergence: null })
  })
})

describe('a placeholder image', () => {
  it.each([1, 2, 3, 47, 48, 49, 1_000])('of %i bytes has the length and CRC of the original', (length) => {
    for (const seed of [1, 2, 3]) {
      const image = imageOf(length, seed)
      const placeholder = placeholderImage(image.length, crc16(image))
      expect([placeholder.length, crc16(placeholder)]).toEqual([image.length, crc16(image)])
    }
  })

  it('has no chunk that a refusal could be mistaken for', () => {
    const placeholder = placeholderImage(1_000, 0x1234)
    // If the image were zeros, these bytes would be the request to program the chunk at 48.
    expect(isProgramEcho(encodeReply({ type: 'program', status: 0, nextOffset: 48 << 8 }), placeholder)).toBe(false)
  })
})
