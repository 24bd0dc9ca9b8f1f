import { array, assert, asyncProperty, constantFrom, integer, nat, record, uniqueArray } from 'fast-check'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createDetectorBench } from '../../../tests/support/detectorBench.ts'
import { imageOf } from '../../../tests/support/imageOf.ts'
import { identityIn, readRows, reportRows } from './flightReport.ts'
import { createFlightRecorder } from './flightRecorder.ts'
import { encodeProgram, encodeReply, encodeRequest, withChecksum } from '../protocol/frames.ts'
import { frameBytes } from '../protocol/hidReport.ts'
import { noFaults } from '../simulator/simulatorFaults.ts'
import type { Recording } from './recording.ts'

/** A recording of these frames, one millisecond apart. */
function recordingOf(frames: readonly { readonly out?: Uint8Array; readonly in?: Uint8Array }[]): Recording {
  let nowMs = 0
  const listeners: ((frame: Uint8Array) => void)[] = []
  const recorder = createFlightRecorder({ now: () => (nowMs += 1), schedule: () => () => {} }, 64)
  const link = recorder.link({
    send: () => {},
    open: (onFrame) => {
      listeners.push(onFrame)
      return () => {}
    },
  })
  link.open(() => {})
  for (const frame of frames) {
    if (frame.out) link.send(frame.out)
    if (frame.in) listeners[0]?.(frame.in)
  }
  return recorder.recording()
}

const image = imageOf(500)
const chunk = (offset: number) => encodeProgram(image, offset, new Uint8Array(frameBytes))
const confirmed = (nextOffset: number) => encodeReply({ type: 'program', status: 1, nextOffset })

describe('a report', () => {
  it('writes frames in short form, and no image data', () => {
    const recording = recordingOf([
      { out: encodeRequest({ command: 'hello' }) },
      { in: encodeReply({ type: 'hello', status: 1 }) },
      { out: chunk(0) },
      { in: chunk(0) },
      { in: confirmed(48) },
      { out: chunk(48) },
      { in: confirmed(96) },
      { out: chunk(48) },
      { in: confirmed(500) },
      { out: encodeRequest({ command: 'programComplete', imageLengthBytes: 500, imageCrc16: 0x1234 }) },
    ])
    expect(reportRows(recording, false)).toEqual([
      [0, 'out', '01'],
      [1, 'in', '0101'],
      [1, 'out', 'program 0'],
      [1, 'in', 'program 0'],
      [1, 'in', 'next'],
      [1, 'out', 'next'],
      [1, 'in', 'next'],
      [1, 'out', 'program 48'],
      [1, 'in', '0701000001f4'],
      [1, 'out', '08000001f41234'],
    ])
  })

  it('writes a damaged frame in full, or only its type if redacted', () => {
    const damaged = confirmed(48).fill(7, 20, 30)
    const recording = recordingOf([{ in: damaged }])
    expect(reportRows(recording, false)).toEqual([[0, 'in', `!${Buffer.from(damaged).toString('hex')}`]])
    expect(reportRows(recording, true)).toEqual([[0, 'in', '!07']])
  })

  it('reads `next` as the frame that it stands for', () => {
    const rows = reportRows(recordingOf([{ out: chunk(0) }, { in: confirmed(48) }, { out: chunk(48) }, { in: confirmed(96) }]), false)
    expect([...readRows(rows)].map(({ atMs, row }) => [atMs, row[2]])).toEqual([
      [0, 'program 0'],
      [1, '070100000030'],
      [2, 'program 48'],
      [3, '070100000060'],
    ])
  })

  it('of an update of 512 KiB has less than 100 kB', async () => {
    const bench = createDetectorBench()
    await bench.connect()
    expect(await bench.update(imageOf(512 * 1024))).toEqual({ phase: 'succeeded' })
    const recording = bench.recording()
    // Round trips of a real link vary; equal ones would compress too well.
    const times = recording.times.map((atMs, place) => atMs + ((place * 7_919) % 13) / 10)
    const text = reportRows({ ...recording, times }, false)
      .map((row) => JSON.stringify(row))
      .join('\n')
    expect(gzipSync(text).length).toBeLessThan(100_000)
  }, 30_000)

  it('finds the identity that the detector sent last', async () => {
    const bench = createDetectorBench({ materialVersion: 9 })
    await bench.connect()
    expect(identityIn(bench.recording())).toMatchObject({ serialNumber: '0A1B2C3D4E', materialVersion: 9 })
    expect(identityIn(recordingOf([]))).toBeNull()
  })
})

/** Five different bytes that protocol and report hardly use, so that a match means that the serial number was written. */
const serial = uniqueArray(integer({ min: 0x91, max: 0xfe }), { minLength: 5, maxLength: 5 })
const share = constantFrom(0, 0.1, 0.4)

describe('a redacted report', () => {
  it('holds no serial number, whatever goes wrong on the link', async () => {
    await assert(
      asyncProperty(
        serial.map((bytes) => Buffer.from(bytes).toString('hex').toUpperCase()),
        array(
          serial.map((bytes) => Buffer.from(bytes).toString('hex').toUpperCase()),
          { maxLength: 10 },
        ),
        record({ echo: share, corruptShare: share, duplicateShare: share, lateShare: share, seed: nat() }),
        async (serialNumber, coils, faults) => {
          const accessories = coils.map((coil, slot) => ({ serialNumber: coil, accessoryTypeId: slot % 2 === 0 ? 127 : 42 }))
          const bench = createDetectorBench({ ...noFaults, ...faults, eraseMs: 100, serialNumber, accessories })
          await bench.connect()
          await bench.update(imageOf(200), serialNumber)
          const text = JSON.stringify(reportRows(bench.recording(), true)).toUpperCase()
          for (const secret of [serialNumber, ...coils]) expect(text).not.toContain(secret)
          expect(JSON.stringify(reportRows(bench.recording(), false)).toUpperCase()).toContain(serialNumber)
        },
      ),
      { numRuns: 100 },
    )
  }, 60_000)

  it('holds no bytes that the protocol does not know', () => {
    const secret = Buffer.from('a1b2c3d4e5', 'hex')
    const hiding = [77, 1, 2, 5, 6, 7, 8].map((type) => {
      const frame = new Uint8Array(frameBytes)
      frame.set([type, 1])
      frame.set(secret, 30)
      return { in: withChecksum(frame) }
    })
    const recording = recordingOf(hiding)
    expect(JSON.stringify(reportRows(recording, true))).not.toContain('a1b2c3d4e5')
    expect(JSON.stringify(reportRows(recording, false)).split('a1b2c3d4e5')).toHaveLength(8)
  })

  it('still tells one detector from another', () => {
    const serialNumbers = ['A1A2A3A4A5', 'B1B2B3B4B5', 'A1A2A3A4A5']
    const selects = serialNumbers.map((serialNumber) => ({ out: encodeRequest({ command: 'selectTarget', serialNumber }) }))
    const rows = reportRows(recordingOf(selects), true)
    expect(rows.map(([, , text]) => text)).toEqual(['020000000001', '020000000002', '020000000001'])
  })
})
