/**
 * Updates over bad links and with faulty detectors, in virtual time, more than half of them with a delay between page and worker. Each is tried again
 * until it succeeds: every try must end, with a cause that fits its faults, and leave a detector that the next try can update. 1,000 seeds
 * in each run of the unit tests, 10,000 with `npm run campaign`.
 */
import { expect, it } from 'vitest'
import { createDetectorBench, type DetectorBench } from '../../../tests/support/detectorBench.ts'
import { imageOf } from '../../../tests/support/imageOf.ts'
import type { ErrorCode } from '../../errors.ts'
import type { Command } from '../protocol/frames.ts'
import { noFaults, notUnplugged, seededChance, type SimulatorFaults } from '../simulator/simulatorFaults.ts'

const runs = 1_000 * Number(process.env['CAMPAIGN_FACTOR'] ?? 1)
const batch = 250
/** In virtual time, for one try. Even the slowest try ends long before. */
const maxTryMs = 600_000
const triesWithFaults = 3

const linkErrors = ['device.no.reply.error', 'device.bad.checksum.error'] as const
const refusable = [
  'hello',
  'readTargetData',
  'listAccessories',
  'selectTarget',
  'waitTarget',
  'erase',
  'program',
  'programComplete',
] as const

type Plan = {
  readonly faults: Partial<SimulatorFaults>
  /** The longest delay between page and worker; null if they are one thread. */
  readonly maxHopMs: number | null
  readonly unplugAfterMs: number | null
  readonly image: Uint8Array
  readonly isProbed: boolean
}

/** One fault or several together, from rare ones to more than an update can survive. */
function planOf(seed: number): Plan {
  const chance = seededChance(seed)
  const oneOf = <T>(...choices: readonly T[]): T | undefined => choices[Math.floor(chance() * choices.length)]
  const command = (): Command => oneOf(...refusable) ?? 'erase'
  const worst = oneOf(0.05, 0.2, 0.5, 0.8) ?? 0
  const share = () => (chance() < 0.5 ? chance() * worst : 0)
  const link = {
    seed,
    latencyMs: chance() < 0.5 ? 2 : chance() * 400,
    eraseMs: chance() * 1_500,
    lostShare: share(),
    corruptShare: share(),
    duplicateShare: share(),
    lateShare: share(),
    echo: chance() < 0.2 ? true : share(),
    refuseSendsMs: chance() < 0.1 ? chance() * 3_000 : 0,
  }
  const image = imageOf(1 + Math.floor(chance() * 2_000), seed)
  const unplug: Partial<SimulatorFaults> | undefined =
    chance() < 0.3
      ? oneOf(
          { unplugAtChunk: Math.floor((chance() * image.length) / 48) },
          { unplugAtPercent: chance() * 99 },
          { unplugDuringErase: true },
          { unplugBeforeComplete: true },
        )
      : {}
  const refusal: Partial<SimulatorFaults> | undefined =
    chance() < 0.15 ? oneOf({ badStatusAt: command() }, { unknownMessageAt: command() }, { stallErase: true }) : {}
  const unplugAfterMs = chance() < 0.2 ? chance() * 8_000 : null
  const isProbed = chance() < 0.5
  const maxHopMs = oneOf(null, null, 0.1, 30, 200) ?? null
  return { faults: { ...link, ...unplug, ...refusal }, maxHopMs, unplugAfterMs, image, isProbed }
}

/** The causes with which a try may fail, given its faults. */
function possibleCauses({ faults, maxHopMs }: Plan, wasUnplugged: boolean): readonly ErrorCode[] {
  // Unplugged right after select target, nobody can tell it from a detector that starts its bootloader.
  if (wasUnplugged) return ['device.disconnected.error', 'device.jumped.error']
  const causes: ErrorCode[] = []
  const { lostShare = 0, corruptShare = 0, lateShare = 0, refuseSendsMs = 0, echo = 0, latencyMs = 0, duplicateShare = 0 } = faults
  if (lostShare + corruptShare + lateShare + refuseSendsMs + Number(echo) + duplicateShare > 0 || latencyMs + 2 * (maxHopMs ?? 0) > 150)
    causes.push(...linkErrors)
  if (faults.badStatusAt) causes.push('device.bad.status.error')
  if (faults.unknownMessageAt) causes.push('device.unknown.message.error')
  if (faults.stallErase === true) causes.push('device.stalled.error')
  return causes
}

/** Null if the detector now holds the image; else the cause, which must fit the faults. */
async function attempt(bench: DetectorBench, plan: Plan): Promise<ErrorCode | null> {
  const startedAtMs = bench.clock.now()
  const unplugsBefore = bench.unplugs()
  const failedBy = (cause: ErrorCode) => {
    expect(possibleCauses(plan, bench.unplugs() > unplugsBefore)).toContain(cause)
    return cause
  }
  const connected = await bench.connect()
  if (!connected.isConnected) return failedBy(connected.cause)
  if (plan.isProbed) {
    const probed = await bench.probe()
    if (!probed.isProbed) return failedBy(probed.cause)
  }
  const outcome = await bench.update(plan.image)
  expect(bench.clock.now() - startedAtMs).toBeLessThan(maxTryMs)
  if (outcome.phase === 'failed') {
    expect(outcome.errorType).toBe(bench.unplugs() > unplugsBefore ? 'DECONNECTION_ERROR' : 'REPROGRAMMATION_ERROR')
    expect(outcome.mustReload).toBe(outcome.cause === 'device.unknown.message.error')
    return failedBy(outcome.cause)
  }
  expect(bench.simulator.flash()).toEqual(plan.image)
  expect(bench.simulator.applicationValid).toBe(true)
  return null
}

const mustReconnectAfter: ReadonlySet<string> = new Set([
  'device.disconnected.error',
  'device.jumped.error',
  'device.unknown.message.error',
])

type End = 'firstTry' | 'laterTry' | 'withoutFaults'

/** Tries a few times on the same bad link, then on a good one, on which the update must succeed. */
async function runUntilDone(seed: number): Promise<{ end: End; causes: readonly ErrorCode[] }> {
  const plan = planOf(seed)
  let { maxHopMs } = plan
  const hopChance = seededChance(seed)
  const bench = createDetectorBench(plan.faults, maxHopMs === null ? undefined : () => hopChance() * (maxHopMs ?? 0))
  const staysPlugged = plan.unplugAfterMs === null ? () => {} : bench.clock.schedule(plan.unplugAfterMs, bench.simulator.unplug)
  const causes: ErrorCode[] = []
  for (let tries = 0; tries < triesWithFaults; tries += 1) {
    const cause = await attempt(bench, plan)
    if (cause === null) return { end: tries === 0 ? 'firstTry' : 'laterTry', causes }
    causes.push(cause)
    // The page reloads; by then all late replies have arrived.
    if (cause === 'device.unknown.message.error') await bench.clock.pass(2_000)
    // Unplugged only once: plug it in again.
    staysPlugged()
    bench.simulator.set({ ...notUnplugged, seed: seed + tries + 1 })
    bench.simulator.plug()
  }

  bench.simulator.set(noFaults)
  if (maxHopMs !== null) {
    maxHopMs = 0.1
    // Let messages between the slow threads arrive.
    await bench.clock.pass(1_000)
  }
  // Half of the people start again at once, while late replies to the last try may still arrive.
  const isImpatient = seed % 2 === 1 && !mustReconnectAfter.has(causes.at(-1) ?? '') && (await bench.connect()).isConnected
  expect(isImpatient || (await bench.connect()).isConnected).toBe(true)
  expect(await bench.update(plan.image)).toEqual({ phase: 'succeeded' })
  expect(bench.simulator.flash()).toEqual(plan.image)
  expect(bench.simulator.applicationValid).toBe(true)
  return { end: 'withoutFaults', causes }
}

const ends = new Map<End | ErrorCode, number>()

async function runFrom(firstSeed: number): Promise<number> {
  for (let seed = firstSeed; seed < firstSeed + batch; seed += 1) {
    try {
      const { end, causes } = await runUntilDone(seed)
      for (const met of [end, ...new Set(causes)]) ends.set(met, (ends.get(met) ?? 0) + 1)
    } catch (thrown) {
      throw new Error(`seed ${seed}`, { cause: thrown })
    }
  }
  return batch
}

const firstSeeds = Array.from({ length: runs / batch }, (_, index) => index * batch)

it.each(firstSeeds)(
  'from seed %i on, every try ends with a fitting cause and every update succeeds in the end',
  async (seed) => {
    expect(await runFrom(seed)).toBe(batch)
  },
  120_000,
)

it('covers every end and every cause often enough', () => {
  const all = (['firstTry', 'laterTry', 'withoutFaults'] as const).map((end) => ends.get(end) ?? 0)
  expect(all.reduce((sum, count) => sum + count, 0)).toBe(runs)
  for (const count of all) expect(count).toBeGreaterThan(runs / 20)
  const causes = [
    ...linkErrors,
    'device.disconnected.error',
    'device.jumped.error',
    'device.bad.status.error',
    'device.unknown.message.error',
    'device.stalled.error',
  ] as const
  for (const cause of causes) expect([cause, (ends.get(cause) ?? 0) >= runs / 100]).toEqual([cause, true])
})
