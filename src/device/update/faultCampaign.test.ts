/**
 * Ten thousand updates over bad links and with faulty detectors, in virtual time, half of them as if page and worker were two threads that
 * are slow to wake, tried again until done: each try ends, ends rightly, and leaves a detector that the next one can update.
 */
import { expect, it } from 'vitest'
import { createDetectorBench, type DetectorBench } from '../../../tests/support/detectorBench.ts'
import { imageOf } from '../../../tests/support/imageOf.ts'
import type { ErrorCode } from '../../errors.ts'
import type { Command } from '../protocol/frames.ts'
import { noFaults, notUnplugged, seededChance, type SimulatorFaults } from '../simulator/simulatorFaults.ts'

const runs = 10_000
const batch = 500
/** Of virtual time, for one try; the slowest right way out of a bad link is far below. */
const endsWithinMs = 600_000
const triesUnderFaults = 3

const linkTrouble = ['device.no.reply.error', 'device.bad.checksum.error'] as const
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
  /** Between page and worker, at most; null where they are one. */
  readonly hopAtMostMs: number | null
  readonly unplugAfterMs: number | null
  readonly image: Uint8Array
  readonly isProbed: boolean
}

/** One fault alone or several together, from hardly any to more than an update can bear. */
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
  const pull: Partial<SimulatorFaults> | undefined =
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
  const hopAtMostMs = oneOf(null, null, 0.1, 30, 200) ?? null
  return { faults: { ...link, ...pull, ...refusal }, hopAtMostMs, unplugAfterMs, image, isProbed }
}

/** Why a try may have failed, given what was wrong. */
function rightCauses({ faults, hopAtMostMs }: Plan, wasPulled: boolean): readonly ErrorCode[] {
  if (wasPulled) return ['device.disconnected.error']
  const causes: ErrorCode[] = []
  const { lostShare = 0, corruptShare = 0, lateShare = 0, refuseSendsMs = 0, echo = 0, latencyMs = 0, duplicateShare = 0 } = faults
  if (lostShare + corruptShare + lateShare + refuseSendsMs + Number(echo) + duplicateShare > 0 || latencyMs + 2 * (hopAtMostMs ?? 0) > 150)
    causes.push(...linkTrouble)
  if (faults.badStatusAt) causes.push('device.bad.status.error')
  if (faults.unknownMessageAt) causes.push('device.unknown.message.error')
  if (faults.stallErase === true) causes.push('device.stalled.error')
  return causes
}

/** Null once the detector holds the image; else the cause, after checking that it may be one. */
async function attempt(bench: DetectorBench, plan: Plan): Promise<ErrorCode | null> {
  const startedAtMs = bench.clock.now()
  const pullsBefore = bench.unplugs()
  const failedBy = (cause: ErrorCode) => {
    expect(rightCauses(plan, bench.unplugs() > pullsBefore)).toContain(cause)
    return cause
  }
  const connected = await bench.connect()
  if (!connected.isConnected) return failedBy(connected.cause)
  if (plan.isProbed) {
    const probed = await bench.probe()
    if (!probed.isProbed) return failedBy(probed.cause)
  }
  const outcome = await bench.update(plan.image)
  expect(bench.clock.now() - startedAtMs).toBeLessThan(endsWithinMs)
  if (outcome.phase === 'failed') {
    expect(outcome.errorType).toBe(bench.unplugs() > pullsBefore ? 'DECONNECTION_ERROR' : 'REPROGRAMMATION_ERROR')
    expect(outcome.mustReload).toBe(outcome.cause === 'device.unknown.message.error')
    return failedBy(outcome.cause)
  }
  expect(bench.simulator.flash()).toEqual(plan.image)
  expect(bench.simulator.applicationValid).toBe(true)
  return null
}

const mustConnectAnew: ReadonlySet<string> = new Set(['device.disconnected.error', 'device.unknown.message.error'])

type End = 'atOnce' | 'afterFaults' | 'onceSound'

/** Tries again on the same bad link a few times, then on a sound one, where it has to succeed. */
async function runUntilDone(seed: number): Promise<{ end: End; causes: readonly ErrorCode[] }> {
  const plan = planOf(seed)
  let { hopAtMostMs } = plan
  const hopChance = seededChance(seed)
  const bench = createDetectorBench(plan.faults, hopAtMostMs === null ? undefined : () => hopChance() * (hopAtMostMs ?? 0))
  const staysPlugged = plan.unplugAfterMs === null ? () => {} : bench.clock.schedule(plan.unplugAfterMs, bench.simulator.unplug)
  const causes: ErrorCode[] = []
  for (let tries = 0; tries < triesUnderFaults; tries += 1) {
    const cause = await attempt(bench, plan)
    if (cause === null) return { end: tries === 0 ? 'atOnce' : 'afterFaults', causes }
    causes.push(cause)
    // The page is loaded anew; what was late has been said by then.
    if (cause === 'device.unknown.message.error') await bench.clock.pass(2_000)
    // Pulled once; then somebody puts it back.
    staysPlugged()
    bench.simulator.set({ ...notUnplugged, seed: seed + tries + 1 })
    bench.simulator.plug()
  }

  bench.simulator.set(noFaults)
  if (hopAtMostMs !== null) {
    hopAtMostMs = 0.1
    // What the slow threads still had to say to each other is said.
    await bench.clock.pass(1_000)
  }
  // Half of the people press the button again at once, while late replies of the last try may still be on their way.
  const isImpatient = seed % 2 === 1 && !mustConnectAnew.has(causes.at(-1) ?? '') && (await bench.connect()).isConnected
  expect(isImpatient || (await bench.connect()).isConnected).toBe(true)
  expect(await bench.update(plan.image)).toEqual({ phase: 'succeeded' })
  expect(bench.simulator.flash()).toEqual(plan.image)
  expect(bench.simulator.applicationValid).toBe(true)
  return { end: 'onceSound', causes }
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
  'every update from seed %i on ends rightly and is done in the end',
  async (seed) => {
    expect(await runFrom(seed)).toBe(batch)
  },
  120_000,
)

it('has met every end and every cause often enough to mean something', () => {
  const all = (['atOnce', 'afterFaults', 'onceSound'] as const).map((end) => ends.get(end) ?? 0)
  expect(all.reduce((sum, count) => sum + count, 0)).toBe(runs)
  for (const count of all) expect(count).toBeGreaterThan(runs / 20)
  const causes = [
    ...linkTrouble,
    'device.disconnected.error',
    'device.bad.status.error',
    'device.unknown.message.error',
    'device.stalled.error',
  ] as const
  for (const cause of causes) expect([cause, (ends.get(cause) ?? 0) >= runs / 100]).toEqual([cause, true])
})
