/** Thousands of updates over bad links, in virtual time: each ends, ends rightly, and leaves a detector that can be updated. */
import { expect, it } from 'vitest'
import { createDetectorBench, type DetectorBench } from '../../tests/support/detectorBench.ts'
import { imageOf } from '../../tests/support/imageOf.ts'
import type { ErrorCode } from '../errors.ts'
import { noFaults, seededChance, type SimulatorFaults } from './simulatorFaults.ts'

const runs = 2_000
const batch = 250
/** Of virtual time; the slowest right way out of a bad link is far below. */
const endsWithinMs = 600_000

const unplugged: readonly ErrorCode[] = ['device.disconnected.error']
const linkTrouble: readonly ErrorCode[] = ['device.no.reply.error', 'device.bad.checksum.error', 'device.wrong.offset.error']

type Run = { readonly faults: Partial<SimulatorFaults>; readonly unplugAfterMs: number | null; readonly image: Uint8Array }

/** One fault alone or several together, from hardly any to more than an update can bear. */
function runOf(seed: number): Run {
  const chance = seededChance(seed)
  const worst = [0.05, 0.2, 0.5, 0.8][Math.floor(chance() * 4)] ?? 0
  const share = () => (chance() < 0.5 ? chance() * worst : 0)
  const faults = {
    seed,
    latencyMs: chance() < 0.5 ? 2 : chance() * 60,
    eraseMs: chance() * 1_500,
    lostShare: share(),
    corruptShare: share(),
    duplicateShare: share(),
    lateShare: share(),
    echo: chance() < 0.2 ? true : share(),
  }
  const image = imageOf(1 + Math.floor(chance() * 2_000), seed)
  const pulls: readonly Partial<SimulatorFaults>[] = [
    { unplugAtChunk: Math.floor((chance() * image.length) / 48) },
    { unplugAtPercent: chance() * 99 },
    { unplugDuringErase: true },
    { unplugBeforeComplete: true },
  ]
  const pull = chance() < 0.3 ? pulls[Math.floor(chance() * pulls.length)] : {}
  return { faults: { ...faults, ...pull }, unplugAfterMs: chance() < 0.2 ? chance() * 8_000 : null, image }
}

type End = 'succeeded' | 'unplugged' | 'gaveUp'

/** How it ended, after checking that it may end so. */
function endFor(bench: DetectorBench, cause: ErrorCode): End {
  const isPulled = bench.unplugs() > 0
  expect(isPulled ? unplugged : linkTrouble).toContain(cause)
  return isPulled ? 'unplugged' : 'gaveUp'
}

async function updateUnderFaults(bench: DetectorBench, image: Uint8Array): Promise<End> {
  const connected = await bench.connect()
  if (!connected.isConnected) return endFor(bench, connected.cause)
  const outcome = await bench.update(image)
  if (outcome.phase === 'failed') {
    expect(outcome.errorType).toBe(bench.unplugs() > 0 ? 'DECONNECTION_ERROR' : 'REPROGRAMMATION_ERROR')
    return endFor(bench, outcome.cause)
  }
  expect(bench.simulator.flash()).toEqual(image)
  expect(bench.simulator.applicationValid).toBe(true)
  return 'succeeded'
}

async function run(seed: number): Promise<End> {
  const { faults, unplugAfterMs, image } = runOf(seed)
  const bench = createDetectorBench(faults)
  const staysPlugged = unplugAfterMs === null ? () => {} : bench.clock.schedule(unplugAfterMs, bench.simulator.unplug)
  const end = await updateUnderFaults(bench, image)
  expect(bench.clock.now()).toBeLessThan(endsWithinMs)

  staysPlugged()
  bench.simulator.set(noFaults)
  if (bench.unplugs() > 0) bench.simulator.plug()
  // Half of the people press the button again at once, while late replies of the first try may still be on their way.
  const isImpatient = seed % 2 === 1 && bench.unplugs() === 0
  expect(isImpatient || (await bench.connect()).isConnected).toBe(true)
  expect(await bench.update(image)).toEqual({ phase: 'succeeded' })
  expect(bench.simulator.flash()).toEqual(image)
  expect(bench.simulator.applicationValid).toBe(true)
  return end
}

const ends: End[] = []

async function runFrom(firstSeed: number): Promise<End[]> {
  const batchEnds: End[] = []
  for (let seed = firstSeed; seed < firstSeed + batch; seed += 1) {
    try {
      batchEnds.push(await run(seed))
    } catch (thrown) {
      throw new Error(`seed ${seed}`, { cause: thrown })
    }
  }
  ends.push(...batchEnds)
  return batchEnds
}

const firstSeeds = Array.from({ length: runs / batch }, (_, index) => index * batch)

it.each(firstSeeds)(
  'every update from seed %i on ends rightly and can be done again',
  async (seed) => expect(await runFrom(seed)).toHaveLength(batch),
  60_000,
)

it('has met all three ends often enough to mean something', () => {
  expect(ends).toHaveLength(runs)
  for (const end of ['succeeded', 'unplugged', 'gaveUp']) expect(ends.filter((met) => met === end).length).toBeGreaterThan(runs / 10)
})
