import { describe, expect, it } from 'vitest'
import { createDetectorBench } from '../../../../tests/support/detectorBench.ts'
import { imageOf } from '../../../../tests/support/imageOf.ts'
import type { SimulatorFaults } from '../../../device/simulator/simulatorFaults.ts'
import type { Recording } from '../../../device/recorder/recording.ts'
import { readReport } from './readReport.ts'
import { replayReport } from './replayReport.ts'
import { writeReport } from './writeReport.ts'

const firmware = { id: 31, versionName: '5.2', sizeBytes: 5_016, sha256: 'ab'.repeat(32) }
const context = { areSerialNumbersLeftOut: false, firmware, userAgent: 'Browser/1.0', now: new Date('2026-11-21T10:20:30Z') }

async function recordUpdate(faults: Partial<SimulatorFaults>): Promise<Recording> {
  const bench = createDetectorBench(faults)
  await bench.connect()
  await bench.probe()
  await bench.update(imageOf(5_000))
  return bench.recording()
}

async function unpacked(file: File): Promise<string> {
  return new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).text()
}

describe('a report file', () => {
  it('can be read as it was written, and replays to the same end', async () => {
    const file = await writeReport(await recordUpdate({ lostShare: 0.1, corruptShare: 0.1, unplugAtPercent: 60 }), context)
    expect(file.name).toBe('fieldport-report-2026-11-21T10-20-30.json.gz')
    const report = await readReport(file)
    expect(report).toMatchObject({
      savedAt: '2026-11-21T10:20:30.000Z',
      userAgent: 'Browser/1.0',
      areSerialNumbersLeftOut: false,
      detector: { serialNumber: '0A1B2C3D4E', productTypeId: 6 },
      firmware,
    })
    const { divergence, ends } = await replayReport(report)
    expect(divergence).toBeNull()
    const failure = { cause: 'device.disconnected.error', during: 'programming', sentBytes: 3_024 }
    expect(ends.at(-1)).toMatchObject({ call: 'update', outcome: failure })
  })

  it('can also be read after a person has unpacked it', async () => {
    const file = await writeReport(await recordUpdate({}), context)
    expect(await readReport(new Blob([await unpacked(file)]))).toEqual(await readReport(file))
  })

  it('holds no serial numbers if they are left out, and still replays', async () => {
    const recording = await recordUpdate({ corruptShare: 0.3, echo: 0.3 })
    const file = await writeReport(recording, { ...context, areSerialNumbersLeftOut: true })
    const text = (await unpacked(file)).toUpperCase()
    for (const serialNumber of ['0A1B2C3D4E', 'C011A00001', 'C011A00002', 'EA12900003']) expect(text).not.toContain(serialNumber)
    const report = await readReport(file)
    expect(report.detector).toMatchObject({ serialNumber: null, materialVersion: 3 })
    expect((await replayReport(report)).divergence).toBeNull()
  })
})

async function changed(change: (report: Record<string, unknown>) => unknown): Promise<Blob> {
  const text = await unpacked(await writeReport(await recordUpdate({}), context))
  return new Blob([JSON.stringify(change(JSON.parse(text)))])
}
function packed(bytes: BlobPart): Promise<Blob> {
  return new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))).blob()
}

describe('a file that is not a report', () => {
  const endless = { name: 'update', serialNumber: '0A1B2C3D4E', imageLengthBytes: 2 ** 40, imageCrc16: 0 }
  const rubbish: readonly [string, () => Blob | Promise<Blob>][] = [
    ['nothing', () => new Blob([])],
    ['a picture', () => new Blob([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0x00)])],
    ['other JSON', () => new Blob(['{"rows":[]}'])],
    ['a broken package', () => new Blob([Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3)])],
    ['a package that is cut short', async () => (await writeReport(await recordUpdate({}), context)).slice(0, 400)],
    ['a package of 40 MB of nothing', () => packed(new Uint8Array(40 * 1024 * 1024).fill(32))],
    ['a report of another version', () => changed((report) => ({ ...report, version: 2 }))],
    ['a report with more in it', () => changed((report) => ({ ...report, more: 1 }))],
    ['a report with a row of unknown kind', () => changed((report) => ({ ...report, rows: [[0, 'elsewhere']] }))],
    ['a report with an invalid frame', () => changed((report) => ({ ...report, rows: [[0, 'in', '0x1']] }))],
    ['a report of an image of a terabyte', () => changed((report) => ({ ...report, rows: [[0, 'began', endless]] }))],
    ['a report whose time is not a number', () => changed((report) => ({ ...report, rows: [['now', 'lost']] }))],
  ]
  it.each(rubbish)('%s, is rejected', async (_what, file) => {
    await expect(readReport(await file())).rejects.toThrow('report.file.invalid.error')
  })
})
