/**
 * Updates over bad links, recorded, reported and replayed: every replay must end as its update did. 400 seeds in each run of the unit tests,
 * 4,000 with `npm run campaign`.
 */
import { expect, it } from 'vitest'
import { createDetectorBench } from '../../../tests/support/detectorBench.ts'
import { imageOf } from '../../../tests/support/imageOf.ts'
import { reportRows, type ReportRow } from './flightReport.ts'
import { replay } from './replay.ts'
import { seededChance, type SimulatorFaults } from '../simulator/simulatorFaults.ts'
import type { LinkEnd, LinkMark } from './recording.ts'

const runs = 400 * Number(process.env['CAMPAIGN_FACTOR'] ?? 1)
const batch = 100

type Run = { readonly faults: Partial<SimulatorFaults>; readonly unplugAfterMs: number | null; readonly image: Uint8Array }

function runOf(seed: number): Run {
  const chance = seededChance(seed)
  const oneOf = <T>(...choices: readonly T[]): T | undefined => choices[Math.floor(chance() * choices.length)]
  const worst = oneOf(0.05, 0.2, 0.5) ?? 0
  const share = () => (chance() < 0.5 ? chance() * worst : 0)
  const faults = {
    seed,
    latencyMs: chance() < 0.3 ? 2 : chance() * 60,
    eraseMs: chance() * 1_500,
    lostShare: share(),
    corruptShare: share(),
    duplicateShare: share(),
    lateShare: share(),
    echo: chance() < 0.3 ? true : share(),
    refuseSendsMs: chance() < 0.1 ? chance() * 3_000 : 0,
  }
  const command = oneOf('selectTarget', 'waitTarget', 'erase', 'program', 'programComplete', 'hello', 'readTargetData', 'listAccessories')
  const special = oneOf<Partial<SimulatorFaults>>(
    {},
    {},
    {},
    { unplugAtPercent: chance() * 99 },
    { unplugDuringErase: true },
    { unplugBeforeComplete: true },
    { badStatusAt: command ?? null },
    { unknownMessageAt: command ?? null },
    { stallErase: true },
  )
  const image = imageOf(1 + Math.floor(chance() * 2_000), seed)
  return { faults: { ...faults, ...special }, unplugAfterMs: chance() < 0.2 ? chance() * 8_000 : null, image }
}

const ended = new Map<string, number>()

async function record(seed: number) {
  const { faults, unplugAfterMs, image } = runOf(seed)
  const bench = createDetectorBench(faults)
  if (unplugAfterMs !== null) bench.clock.schedule(unplugAfterMs, bench.simulator.unplug)
  const connected = await bench.connect()
  if (connected.isConnected && seed % 2 === 0) await bench.probe()
  if (connected.isConnected) {
    if (seed % 3 === 0) await bench.probe()
    await bench.update(image)
    // Half of the people start again at once.
    if (seed % 2 === 1) await bench.update(image)
  }
  return bench.recording()
}

function endsOf(marks: readonly LinkMark[]): LinkEnd[] {
  return marks.flatMap((mark) => (mark.what === 'ended' ? [mark.end] : []))
}

/** The rows after a file has held them. */
function readBack(rows: readonly ReportRow[]): ReportRow[] {
  return JSON.parse(JSON.stringify(rows))
}

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))
const firstSeeds = Array.from({ length: runs / batch }, (_, index) => index * batch)

it.each(firstSeeds)(
  'from seed %i on, every report replays to the same end, redacted or not',
  async (firstSeed) => {
    for (let seed = firstSeed; seed < firstSeed + batch; seed += 1) {
      const recording = await record(seed)
      const ends = endsOf(recording.marks)
      for (const isRedacted of [false, true]) {
        const { divergence, ends: replayed } = await replay(readBack(reportRows(recording, isRedacted)), turn)
        expect({ seed, isRedacted, divergence, replayed }).toEqual({ seed, isRedacted, divergence: null, replayed: ends })
      }
      for (const end of ends) {
        const name = end.call === 'update' ? (end.outcome.phase === 'failed' ? end.outcome.cause : 'succeeded') : end.call
        ended.set(name, (ended.get(name) ?? 0) + 1)
      }
    }
  },
  60_000,
)

it('covers every end often enough', () => {
  const names = [
    'succeeded',
    'device.disconnected.error',
    'device.bad.status.error',
    'device.unknown.message.error',
    'device.stalled.error',
    'device.no.reply.error',
    'device.bad.checksum.error',
  ]
  for (const name of names) expect([name, (ended.get(name) ?? 0) > 2]).toEqual([name, true])
})
