/**
 * What the rule promises, on releases that go through 100,000 invented detectors (docs/releases.md, "Halting"). Seeds count from 1, none was
 * chosen. `npm run release-campaign` prints the figures over many more.
 */
import { describe, expect, it } from 'vitest'
import {
  detectorsOf,
  disconnectingAt,
  failingAt,
  hardware,
  hardwareKilling,
  runSeed,
  wellKnown,
} from '../../tests/support/campaignReleases.ts'
import { histories, tableOf } from '../../tests/support/haltingTable.ts'
import { type CampaignResult, type Detector, type Fate, nothingKnown, runCampaign } from '../../tests/support/releaseCampaign.ts'
import { seededRandom } from '../../tests/support/seededRandom.ts'
import { accountDetectorsMax } from './haltingRule.ts'

const size = 100_000
const factor = Number(process.env['CAMPAIGN_FACTOR'] ?? 1)
const seeds = Array.from({ length: 200 }, (_, index) => index + 1)

const median = (results: readonly CampaignResult[]) => results.map(({ exposed }) => exposed).toSorted((a, b) => a - b)[results.length / 2]

/** So many of `trials` happen at most, unless one of a thousand such runs is meant. */
function mostOf(trials: number, chance: number): number {
  let most = 0
  let mass = (1 - chance) ** trials
  for (let sum = mass; sum < 0.999; sum += mass) {
    most += 1
    mass *= ((trials - most + 1) / most) * (chance / (1 - chance))
  }
  return most
}

describe('through 100,000 detectors, dealers, repairs and late reports included', () => {
  it('a good release reaches all of them', () => {
    expect(runSeed(1, failingAt(0.01), { size })).toEqual({ halted: null, exposed: size })
  })

  it('one that fails 10 % is halted within the outcomes of the table, and those that begin until a failure is heard of', () => {
    const tenth = histories.map(tableOf)[1]?.halts.find(({ rate }) => rate === 0.1)
    // 100 an hour, and silence takes a quarter of an hour.
    const within = (tenth?.chances.most ?? 0) + 25
    const alone = seeds.map((seed) => runSeed(seed, failingAt(0.1), { size, dealers: false }))
    expect(alone.filter(({ exposed }) => exposed > within).length).toBeLessThanOrEqual(mostOf(seeds.length, 0.05))
    // Of a dealer's twenty detectors five count, so more of them are reached.
    const all = [...detectorsOf(seededRandom(1), size)]
    const counted = [...Map.groupBy(all, ({ account }) => account).values()].reduce(
      (sum, own) => sum + Math.min(own.length, accountDetectorsMax),
      0,
    )
    const withDealers = seeds.map((seed) => runSeed(seed, failingAt(0.1), { size }))
    expect(withDealers.filter(({ exposed }) => exposed > (within * size) / counted).length).toBeLessThanOrEqual(mostOf(seeds.length, 0.05))
    expect([...alone, ...withDealers].filter(({ halted }) => halted === null)).toEqual([])
  })

  it('one that kills a hardware version is halted for that, after three or four of it', () => {
    const halted = seeds.map((seed) => runSeed(seed, hardwareKilling, { size }).halted)
    expect(halted).not.toContain(null)
    const soon = halted.filter((found) => found?.kind === 'hardware' && found.name === '4' && found.failures <= 4)
    // Now and then the first outcomes of all are of it, and halt it over all.
    expect(soon.length).toBeGreaterThanOrEqual(seeds.length * 0.9)
  })

  it('one that disconnects is halted after about 111 of them where it fails 10 %, and 28 where it fails all', () => {
    const tenth = seeds.map((seed) => runSeed(seed, disconnectingAt(0.1), { size, dealers: false }))
    const every = seeds.map((seed) => runSeed(seed, disconnectingAt(1), { size, dealers: false }))
    expect([...tenth, ...every].filter(({ halted }) => halted === null)).toEqual([])
    // The median of 200 lies within a tenth of the true one; 25 begin before the first silence is a failure, then three to five have to be.
    expect(Math.abs((median(tenth) ?? 0) - 111)).toBeLessThanOrEqual(11)
    expect(Math.abs((median(every) ?? 0) - 28)).toBeLessThanOrEqual(3)
  })
})

describe('1,000 good releases', () => {
  const good = Array.from({ length: 1000 }, (_, index) => index + 1)
  // No worse than expected in any test: of detectors that stay empty, 0.2 % are.
  const haltedAt = (rate: number, before = wellKnown) =>
    good.flatMap((seed) => runSeed(seed, failingAt(rate, { emptied: 0.002 / rate }), { size: 2000 * factor, before }).halted ?? [])

  it.each([
    ['2 % after 1 % of 50,000', 0.02, wellKnown],
    ['5 % where nothing is known', 0.05, nothingKnown],
  ] as const)('that fail as often as is expected, %s, are halted by each test as seldom as it promises', (_, rate, before) => {
    const halted = haltedAt(rate, before)
    const by = (...kinds: readonly string[]) => halted.filter(({ kind }) => kinds.includes(kind)).length
    expect(halted.length).toBeLessThanOrEqual(mostOf(1000, 0.03))
    expect([by('all'), by('hardware')].map((count) => count <= mostOf(1000, 0.01))).toEqual([true, true])
    expect([by('empty'), by('silent')].map((count) => count <= mostOf(1000, 0.005))).toEqual([true, true])
  })

  it('that are as good as the version before are halted over all once in a thousand', () => {
    expect(haltedAt(0.01).filter(({ kind }) => kind === 'all').length).toBeLessThanOrEqual(mostOf(1000, 0.001))
  })
})

describe('an account with invented serial numbers', () => {
  it.each([0, 1000])('halts nothing, whatever it reports after %i others', (after) => {
    for (const seed of seeds) {
      const random = seededRandom(seed)
      const honest = [...detectorsOf(random, 2000)]
      const invented = Array.from({ length: 500 }, (_, index): Detector => ({ account: -1, hardware: hardware[index % 2] ?? 3 }))
      const fateOf = ({ account }: Detector): Fate =>
        account === -1
          ? { first: random() < 0.5 ? 'isSilent' : 'fails', next: 'empties' }
          : { first: random() < 0.01 ? 'fails' : 'succeeds' }
      const detectors = honest.toSpliced(after, 0, ...invented)
      expect(runCampaign({ before: wellKnown, hardware, perHour: 100, detectors, fateOf, random }).halted).toBeNull()
    }
  })
})
