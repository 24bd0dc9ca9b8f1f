/**
 * `npm run release-campaign`: how far releases come before their outcomes halt them, and how many good ones are halted, over SEEDS seeds (1,000) of
 * SIZE detectors (100,000), at 100 updates an hour after a version that failed 1 % of 50,000. Seeds count from 1.
 */
import { detectorsOf, disconnectingAt, failingAt, hardwareKilling, runSeed, wellKnown } from '../support/campaignReleases.ts'
import { type CampaignResult, nothingKnown, runCampaign } from '../support/releaseCampaign.ts'
import { seededRandom } from '../support/seededRandom.ts'

const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 1000) }, (_, index) => index + 1)
const size = Number(process.env['SIZE'] ?? 100_000)

function describe(results: readonly CampaignResult[]): string {
  const exposed = results.map((result) => result.exposed).toSorted((one, other) => one - other)
  const at = (part: number) => exposed[Math.floor(part * (exposed.length - 1))]
  return `exposed: half ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)}; halted: ${haltsOf(results)}`
}

function haltsOf(results: readonly CampaignResult[]): string {
  const kinds = Map.groupBy(results, ({ halted }) => (halted === null ? 'not' : `${halted.kind} ${halted.name}`.trim()))
  return [...kinds].map(([kind, its]) => `${kind} ${its.length}`).join(', ')
}

for (const dealers of [false, true]) {
  console.log(`\n${dealers ? 'with dealers' : 'without dealers'}, ${seeds.length} seeds of ${size} detectors`)
  for (const [name, release] of [
    ['fails 6 %', failingAt(0.06)],
    ['fails 10 %', failingAt(0.1)],
    ['fails 30 %', failingAt(0.3)],
    ['kills the rarer hardware', hardwareKilling],
    ['disconnects 10 %', disconnectingAt(0.1)],
    ['disconnects all', disconnectingAt(1)],
  ] as const)
    console.log(`  ${name}: ${describe(seeds.map((seed) => runSeed(seed, release, { size, dealers })))}`)
  for (const [name, rate, before] of [
    ['as good as the version before, 1 %', 0.01, wellKnown],
    ['as bad as is expected, 2 %', 0.02, wellKnown],
    ['as bad as is expected where nothing is known, 5 %', 0.05, nothingKnown],
  ] as const) {
    const release = failingAt(rate, { emptied: 0.002 / rate })
    console.log(`  ${name}: halted ${haltsOf(seeds.map((seed) => runSeed(seed, release, { size, dealers, before })))}`)
  }
}

console.log('\none account with twenty invented detectors that all fail, among others of which 1 % fail')
for (const after of [0, 20, 50, 100, 200, 1000]) {
  const results = seeds.map((seed) => {
    const random = seededRandom(seed)
    const fateOf = failingAt(0.01)(random)
    const invented = Array.from({ length: 20 }, () => ({ account: -1, hardware: 4 }))
    return runCampaign({
      before: wellKnown,
      hardware: [3, 4],
      perHour: 100,
      random,
      detectors: [...detectorsOf(random, 2000)].toSpliced(after, 0, ...invented),
      fateOf: (detector) => (detector.account === -1 ? { first: 'fails', next: 'empties' } : fateOf(detector)),
    })
  })
  console.log(`  after ${after} others: halted ${haltsOf(results)}`)
}
