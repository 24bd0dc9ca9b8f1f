/** Detectors and releases of campaigns (releaseCampaign.ts): invented, and the same for each seed. */
import { type Before, type CampaignResult, type CampaignSetting, type Detector, type Fate, runCampaign } from './releaseCampaign.ts'
import { seededRandom } from './seededRandom.ts'

export const hardware = [3, 4] as const
/** The second row of the table of docs/releases.md: 1 % of 50,000. */
export const wellKnown: Before = {
  all: { failures: 500, outcomes: 50_000 },
  empty: { failures: 50, outcomes: 50_000 },
  silent: { failures: 100, outcomes: 50_000 },
}

type Random = () => number
/** `builds`: of the portal, in turn. */
type Population = { readonly dealers?: boolean; readonly builds?: readonly number[] }

/** One detector in ten has the rarer hardware. With `dealers`, one account in fifty has twenty of them and updates them in a row. */
export function* detectorsOf(random: Random, count: number, { dealers = true, builds }: Population = {}): Generator<Detector> {
  let account = 0
  let left = 0
  for (let n = 0; n < count; n += 1) {
    if (left === 0) {
      account += 1
      left = dealers && random() < 0.02 ? 20 : 1
    }
    left -= 1
    yield { account, hardware: random() < 0.1 ? 4 : 3, ...(builds !== undefined && { build: builds[n % builds.length] ?? 0 }) }
  }
}

type Release = (random: Random) => CampaignSetting['fateOf']

/**
 * Fails at this rate, three in ten of them silently. Most owners try again, which leaves a part of them, `emptied`, without a firmware. One update in
 * twenty is sent hours later.
 */
export function failingAt(rate: number, { emptied = 0.1 } = {}): Release {
  const endOf = (random: Random): Fate => {
    if (random() >= rate) return { first: 'succeeds' }
    const first = random() < 0.3 ? 'isSilent' : 'fails'
    const next = random()
    if (next >= 0.85) return { first }
    return { first, next: next < emptied ? 'empties' : 'repairs' }
  }
  return (random) => () => ({ ...endOf(random), lateHours: random() < 0.05 ? random() * 24 : 0 })
}

/** Disconnects at this rate, which is heard of as silence only; half of the owners repair it. */
export function disconnectingAt(rate: number): Release {
  return (random) => () => {
    if (random() >= rate) return { first: 'succeeds' }
    return random() < 0.5 ? { first: 'isSilent', next: 'repairs' } : { first: 'isSilent' }
  }
}

/** Kills the rarer hardware, which stays empty, and is good on all other. */
export const hardwareKilling: Release = (random) => {
  const good = failingAt(0.01)(random)
  return (detector) => (detector.hardware === 4 ? { first: 'fails', next: 'empties' } : good(detector))
}

type Seeded = { readonly size: number; readonly dealers?: boolean; readonly before?: Before; readonly perHour?: number }

export function runSeed(
  seed: number,
  release: Release,
  { size, dealers = true, before = wellKnown, perHour = 100 }: Seeded,
): CampaignResult {
  const random = seededRandom(seed)
  return runCampaign({ before, hardware, perHour, random, detectors: detectorsOf(random, size, { dealers }), fateOf: release(random) })
}
