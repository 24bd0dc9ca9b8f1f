import { describe, expect, it } from 'vitest'
import { createDetectorBench } from '../../../tests/support/detectorBench.ts'
import type { Command } from '../protocol/frames.ts'
import { noFaults } from '../simulator/simulatorFaults.ts'
import { connect, disconnect } from './connect.ts'

describe('connecting', () => {
  it('reads the identity of the detector and its coils, and requests the coils twice [T330]', async () => {
    const bench = createDetectorBench()
    expect(await bench.connect()).toEqual({
      isConnected: true,
      identity: {
        serialNumber: '0A1B2C3D4E',
        productTypeId: 6,
        materialVersion: 3,
        protocolVersion: 2,
        language: 1,
        batteryPercent: 87,
        productionDate: '2025-04-30',
      },
      accessories: [
        { serialNumber: 'C011A00001', accessoryTypeId: 127 },
        { serialNumber: 'C011A00002', accessoryTypeId: 127 },
      ],
    })
    const sent = bench.simulator.frames.filter(({ direction }) => direction === 'out')
    expect(sent.map(({ bytes }) => bytes[0])).toEqual([1, 5, 9, 9])
  })

  it('reads the coils of all ten slots [T333]', async () => {
    const accessories = Array.from({ length: 10 }, (_, slot) => ({ serialNumber: `000000000${slot}`, accessoryTypeId: 127 }))
    const bench = createDetectorBench({ accessories })
    expect(await bench.connect()).toMatchObject({ accessories })
  })

  it('waits for an operating system that refuses sends after plugging in', async () => {
    const bench = createDetectorBench({ refuseSendsMs: 3_000 })
    expect(await bench.connect()).toMatchObject({ isConnected: true })
  })

  it('asks only for half a second whether anybody is there, if it is to be quick', async () => {
    const bench = createDetectorBench({ lostShare: 1 })
    const transport = await bench.open()
    const before = bench.clock.now()
    expect(await bench.clock.until(connect(transport, true), 60_000)).toEqual({ isConnected: false, cause: 'device.no.reply.error' })
    expect(bench.clock.now() - before).toBeLessThan(1_000)
  })

  it('sends nothing to a detector that somebody else updates, neither hello nor disconnect', async () => {
    const bench = createDetectorBench({ otherUpdate: true })
    const transport = await bench.open()
    expect(await bench.clock.until(connect(transport), 60_000)).toEqual({ isConnected: false, cause: 'device.busy.error' })
    await bench.clock.until(disconnect(transport), 60_000)
    expect(bench.simulator.frames.filter(({ direction }) => direction === 'out')).toEqual([])
  })

  it('does not take replies to an earlier page for its own', async () => {
    const bench = createDetectorBench({ badStatusAt: 'hello', latencyMs: 40 })
    await bench.open()
    for (let stale = 0; stale < 3; stale += 1) void bench.simulator.device.sendReport(0, helloFrame())
    const connecting = bench.connect()
    bench.clock.schedule(30, () => bench.simulator.set(noFaults))
    expect(await connecting).toMatchObject({ isConnected: true })
  })

  it.each(['hello', 'readTargetData', 'listAccessories'] as const satisfies readonly Command[])(
    'fails with a bad status at %s, and connects once the detector works',
    async (command) => {
      const bench = createDetectorBench({ badStatusAt: command })
      expect(await bench.connect()).toEqual({ isConnected: false, cause: 'device.bad.status.error' })
      bench.simulator.set(noFaults)
      expect(await bench.connect()).toMatchObject({ isConnected: true })
    },
  )

  it.each(['FFFFFFFFFF', '0000000000'])(
    'fails with the serial number %s, which is none, and connects once the detector has its own',
    async (serialNumber) => {
      const bench = createDetectorBench({ serialNumber })
      expect(await bench.connect()).toEqual({ isConnected: false, cause: 'device.not.understood.error' })
      bench.simulator.set(noFaults)
      expect(await bench.connect()).toMatchObject({ isConnected: true })
    },
  )

  it('fails within ten seconds with a detector that sends nothing', async () => {
    const bench = createDetectorBench({ lostShare: 1 })
    expect(await bench.connect()).toEqual({ isConnected: false, cause: 'device.no.reply.error' })
    expect(bench.clock.now()).toBeLessThan(10_000)
  })

  it('names the checksum as the cause if every reply is corrupt', async () => {
    const bench = createDetectorBench({ corruptShare: 1 })
    expect(await bench.connect()).toEqual({ isConnected: false, cause: 'device.bad.checksum.error' })
  })

  it('fails at once when the detector is unplugged', async () => {
    const bench = createDetectorBench({ latencyMs: 100 })
    bench.clock.schedule(120, bench.simulator.unplug)
    expect(await bench.connect()).toEqual({ isConnected: false, cause: 'device.disconnected.error' })
    expect(bench.clock.now()).toBe(120)
  })
})

describe('without a request under way', () => {
  it('an unknown message is reported', async () => {
    const bench = createDetectorBench()
    await bench.connect()
    bench.simulator.set({ unknownMessageAt: 'idle' })
    await bench.clock.pass(10)
    expect(bench.events).toEqual(['unknownMessage'])
  })

  it('a corrupt frame is reported', async () => {
    const bench = createDetectorBench()
    await bench.connect()
    bench.simulator.set({ corruptShare: 1 })
    void bench.simulator.device.sendReport(0, helloFrame())
    await bench.clock.pass(10)
    expect(bench.events).toEqual(['badChecksum'])
  })

  it('a late reply is not reported', async () => {
    const bench = createDetectorBench()
    const transport = await bench.open()
    void bench.simulator.device.sendReport(0, helloFrame())
    await bench.clock.pass(10)
    expect(bench.events).toEqual([])
    expect(transport.counts().dropped).toBe(1)
  })
})

function helloFrame(): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(64)
  frame.set([1])
  frame.set([0x7b, 0xdc], 62)
  return frame
}
