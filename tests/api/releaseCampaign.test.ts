// @module-tag rest
/**
 * Detectors that go through the server's own calls: it halts at the same outcome as the count in memory (support/releaseCampaign.ts). A bad release
 * has 2,000 of them; with `CAMPAIGN_FACTOR=10` the good one has as many.
 */
import { expect, it, vi } from 'vitest'
import { isOfPortal, type TestFound } from '../../src/contract/haltingRule.ts'
import { openCampaignDesk } from '../support/campaignDesk.ts'
import { detectorsOf, failingAt, hardware, hardwareKilling } from '../support/campaignReleases.ts'
import { type Before, campaignEvents, type CampaignSetting, createCount } from '../support/releaseCampaign.ts'
import { seededRandom } from '../support/seededRandom.ts'
import { serverOnPostgres } from '../support/servers.ts'

const goodSize = 200 * Number(process.env['CAMPAIGN_FACTOR'] ?? 1)
vi.setConfig({ testTimeout: 3_600_000 })
const never = { failures: 0, outcomes: 400 }
const before: Before = { all: never, empty: never, silent: never }

serverOnPostgres((server) => {
  /** Until one of them halts it, the server or the count in memory. Both must. */
  async function walk(releaseOf: (random: () => number) => CampaignSetting['fateOf'], size: number) {
    const desk = await openCampaignDesk(server)
    await desk.addVersionBefore(400)
    await desk.take(desk.firmwareId, 'released')
    const random = seededRandom(1)
    const detectors = detectorsOf(random, size, { builds: [7, 8] })
    const setting = { before, hardware, perHour: 100, detectors, fateOf: releaseOf(random), random }
    const count = createCount(setting.before, hardware)
    const heard = new Map<string, number>()
    /** What has halted it in memory and on the server. */
    let halts: (TestFound | null)[] = [null, null]
    for (const { what, detector, fate } of campaignEvents(setting)) {
      if (what === 'starts') continue
      await desk.hear(what, detector, fate)
      heard.set(what, (heard.get(what) ?? 0) + 1)
      const found = count.hear(what, detector)
      halts = [found === null || isOfPortal(found.kind) ? null : found, what === 'began' ? null : await desk.haltedFor()]
      if (halts.some((halted) => halted !== null)) break
    }
    const tests = await desk.tests()
    const counts = tests.map(({ kind, name, outcomes, failures }) => ({ kind, name, outcomes, failures }))
    expect(counts.map(({ kind, name }) => ({ kind, name, ...count.countOf(kind, name) }))).toMatchObject(counts)
    const [inMemory, onServer] = halts.map((halted) => halted && Object.assign(halted, { before: null }))
    expect(onServer).toEqual(inMemory)
    return { halted: inMemory, heard, shown: await desk.shown() }
  }

  it('lets a good release reach all of them, with the same counts', async () => {
    const { halted, heard, shown } = await walk(failingAt(0.02, { emptied: 0.05 }), goodSize)
    expect([heard.get('began'), halted, shown.state]).toEqual([goodSize, null, 'released'])
  })

  it.each([
    ['fails 10 %', failingAt(0.1)],
    ['kills a hardware version', hardwareKilling],
  ])('halts one that %s at the very same outcome', async (_, release) => {
    const { halted, shown } = await walk(release, 2000)
    expect(halted).not.toBeNull()
    expect(shown.state).toBe('halted')
  })
})
