import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createDetectorBench } from '../../../tests/support/detectorBench.ts'
import { encodeRequest } from '../protocol/frames.ts'
import { reportId } from '../protocol/hidReport.ts'
import { probeLink, worstFaultShare } from './linkQuality.ts'
import type { SimulatorFaults } from '../simulator/simulatorFaults.ts'

const seeds = Array.from({ length: 60 }, (_, seed) => seed)

async function probe(faults: Partial<SimulatorFaults> = {}) {
  const bench = createDetectorBench(faults)
  await bench.open()
  const outcome = await bench.probe()
  if (!outcome.isProbed) throw new Error(outcome.cause)
  return { bench, ...outcome }
}

it('finds no faults on a good cable, in less than a third of a second', async () => {
  const { quality, identity, bench } = await probe({ latencyMs: 3 })
  expect(quality).toEqual({ roundTripMs: 3, faultShare: 0, foreignFrames: 0 })
  expect(identity).toMatchObject({ serialNumber: '0A1B2C3D4E', batteryPercent: 87 })
  expect(bench.clock.now()).toBeLessThan(300)
})

it.each([
  ['loses', { lostShare: 0.3 }],
  ['corrupts', { corruptShare: 0.3 }],
] as const)('finds about the share of frames that a cable %s', async (_, faults) => {
  const shares = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(async (seed) => (await probe({ ...faults, seed })).quality.faultShare))
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  expect(mean).toBeGreaterThan(0.15)
  expect(mean).toBeLessThan(0.5)
})

it('does not count late replies as lost', async () => {
  const { quality } = await probe({ latencyMs: 300 })
  expect(quality.faultShare).toBe(0)
})

it('waits for late replies before it takes a cable for a bad one', async () => {
  // Every read is repeated at first, and its reply comes after the repeat was answered.
  const { quality } = await probe({ latencyMs: 600 })
  expect(quality.faultShare).toBe(0)
})

/** How often each of 100 probes finds this cable too bad. */
async function tooBad(lostShare: number): Promise<number> {
  const outcomes = await Promise.all(Array.from({ length: 100 }, (_, seed) => probe({ latencyMs: 3, lostShare, seed: seed + 1 })))
  return outcomes.filter(({ quality }) => quality.faultShare > worstFaultShare).length
}

it('is sure of a cable on either side of the limit, although 30 reads would be a matter of chance', async () => {
  expect(await tooBad(0.08)).toBeLessThan(8)
  expect(await tooBad(0.2)).toBeGreaterThan(92)
})

it('reads on only while the limit is near', async () => {
  const reads = await Promise.all(
    [0, 0.6, 0.13].map(async (lostShare) => {
      const { bench } = await probe({ latencyMs: 3, lostShare, seed: 3 })
      return bench.simulator.frames.filter(({ direction }) => direction === 'out').length
    }),
  )
  expect(reads[0]).toBe(30)
  expect(reads[1]).toBeLessThan(30)
  expect(reads[2]).toBeGreaterThan(100)
})

/** An update in another tab gives up when it has waited this long for a probe: `maxExchangeMs` of detectorLock.ts. */
const lockWaitMs = 20_000

it.each([
  { latencyMs: 600, corruptShare: 0.1 },
  { latencyMs: 600, lostShare: 0.1 },
  { latencyMs: 1_000, lostShare: 0.2 },
  { latencyMs: 1_500 },
  { latencyMs: 1_900, lostShare: 0.1 },
])('keeps no update waiting for too long, on a link with %j', async (faults) => {
  const probes = await Promise.all(seeds.map((seed) => probe({ ...faults, seed })))
  expect(Math.max(...probes.map(({ bench }) => bench.clock.now()))).toBeLessThan(lockWaitMs)
})

it.each([700, 1_000, 1_200, 1_500, 1_900])(
  'does not take for lost what is under way when the time is over, at %i ms',
  async (latencyMs) => {
    const { quality, bench } = await probe({ latencyMs })
    expect(quality.faultShare).toBe(0)
    expect(bench.clock.now()).toBeGreaterThan(10_000)
  },
)

it('still reads once after a page that was busy until the time was over', async () => {
  const bench = createDetectorBench({ latencyMs: 3 }, () => Math.max(0.1, 15_000 - bench.clock.now()))
  await bench.open()
  expect(await bench.probe()).toMatchObject({ isProbed: true, quality: { faultShare: 0 } })
  expect(bench.clock.now()).toBeLessThan(lockWaitMs)
})

it('does not mistake the echoes of a host for another program', async () => {
  const { quality } = await probe({ echo: true })
  expect(quality).toMatchObject({ faultShare: 0, foreignFrames: 0 })
})

it('notices the replies to another program', async () => {
  const bench = createDetectorBench()
  const transport = await bench.open()
  // Another program on the same computer sends hello; the operating system delivers every reply to both.
  for (const atMs of [70, 90]) {
    bench.clock.schedule(atMs, () => void bench.simulator.device.sendReport(reportId, encodeRequest({ command: 'hello' })))
  }
  const outcome = await bench.clock.until(probeLink(transport, bench.clock.now), 10_000)
  expect(outcome).toMatchObject({ isProbed: true, quality: { foreignFrames: 2, faultShare: 0 } })
})

it('notices an update by another program that begins after it has listened', async () => {
  const bench = createDetectorBench({ latencyMs: 20 })
  const transport = await bench.open()
  bench.clock.schedule(250, () => bench.simulator.set({ otherUpdate: true }))
  const outcome = await bench.clock.until(probeLink(transport, bench.clock.now), 10_000)
  expect(outcome).toEqual({ isProbed: false, cause: 'device.busy.error' })
})

it('does not take the damaged frames of a bad cable for another program', async () => {
  const outcomes = await Promise.all(seeds.map((seed) => probe({ latencyMs: 3, lateShare: 0.1, corruptShare: 0.1, seed })))
  expect(outcomes.map(({ quality }) => quality.foreignFrames)).toEqual(seeds.map(() => 0))
})

it('changes nothing on the detector', async () => {
  const { bench } = await probe({ lostShare: 0.2 })
  const commands = new Set(bench.simulator.frames.filter(({ direction }) => direction === 'out').map(({ bytes }) => bytes[0]))
  expect([...commands]).toEqual([5])
  expect(bench.simulator.applicationValid).toBe(true)
})

it('fails as disconnected when the detector is unplugged meanwhile', async () => {
  const bench = createDetectorBench()
  await bench.open()
  bench.clock.schedule(120, bench.simulator.unplug)
  expect(await bench.probe()).toEqual({ isProbed: false, cause: 'device.disconnected.error' })
})

it('fails as disconnected when the detector is unplugged while late replies are waited for', async () => {
  const bench = createDetectorBench({ latencyMs: 3, corruptShare: 1 })
  await bench.open()
  bench.clock.schedule(190, bench.simulator.unplug)
  expect(await bench.probe()).toEqual({ isProbed: false, cause: 'device.disconnected.error' })
})

it.each([
  ['before the link is quiet', 10],
  ['while it listens', 100],
  ['after its last read', 175],
])('fails when the detector sends an unknown message %s', async (_, atMs) => {
  const bench = createDetectorBench({ latencyMs: 0 })
  await bench.open()
  bench.clock.schedule(atMs, () => bench.simulator.set({ unknownMessageAt: 'idle' }))
  expect(await bench.probe()).toEqual({ isProbed: false, cause: 'device.unknown.message.error' })
})

/** A page with long tasks of up to two seconds, which delay the messages that cross its thread. */
function createBusyPage(seed: number): (nowMs: number) => number {
  const rest = fc.integer({ min: 5, max: 155 })
  const task = fc.integer({ min: 50, max: 2_000 })
  let fromMs = 0
  const tasks = fc.sample(fc.tuple(rest, task), { seed, numRuns: 500 }).map(([restMs, taskMs]) => {
    const startsAtMs = fromMs + restMs
    fromMs = startsAtMs + taskMs
    return { fromMs: startsAtMs, toMs: fromMs }
  })
  return (nowMs) => Math.max(0.1, (tasks.find((one) => nowMs >= one.fromMs && nowMs < one.toMs)?.toMs ?? 0) - nowMs)
}

async function probeFromBusyPage(seed: number, faults: Partial<SimulatorFaults>) {
  const hopMs = createBusyPage(seed)
  const bench = createDetectorBench({ ...faults, seed }, () => hopMs(bench.clock.now()))
  await bench.open()
  return bench.probe()
}

it('measures the cable, not the page: frames that a busy page delivers late are not lost', async () => {
  const outcomes = await Promise.all(seeds.map((seed) => probeFromBusyPage(seed, { latencyMs: 3 })))
  expect(outcomes.map((outcome) => (outcome.isProbed ? outcome.quality.faultShare : outcome.cause))).toEqual(seeds.map(() => 0))
})

it('still finds the losses of a cable when the page is busy', async () => {
  const outcomes = await Promise.all(seeds.map((seed) => probeFromBusyPage(seed, { latencyMs: 3, lostShare: 0.3 })))
  const shares = outcomes.map((outcome) => (outcome.isProbed ? outcome.quality.faultShare : 1))
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.15)
})
