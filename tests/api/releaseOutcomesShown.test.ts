// @module-tag rest
/** What staff read of a release's outcomes (docs/releases.md, "Halting"). */
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { releaseOutcomes } from '../../src/server/db/tables.ts'
import { noOutcomes } from '../component/outcomes.ts'
import { openOutcomeDesk } from '../support/outcomeDesk.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  const open = async () => {
    const desk = await openOutcomeDesk(server)
    const read = async () => desk.backOffice.release.getOutcomes({ params: { id: desk.releaseId } })
    return { ...desk, read }
  }

  it('is nothing before the first outcome', async () => {
    const desk = await open()
    expect(await desk.read()).toEqual(noOutcomes)
  })

  it('tells staff what became of it on each detector, by cause, day, hardware, build and browser [T620]', async () => {
    const desk = await open()
    await desk.connect({ hardware: 4 })
    await desk.take(desk.firmwareId, 'released')
    for (let good = 0; good < 3; good += 1) await desk.update('succeeds')
    const client = await server.signInAs('ROLE_CUSTOMER')
    const broken = Number(await desk.update('fails', { client, hardware: 4 }))
    await desk.update('succeeds', { client, detector: broken })
    await desk.update('fails', { client, hardware: 4 })
    await desk.update('isCut', { build: 8 })
    const shown = await desk.read()
    expect(shown).toMatchObject({
      round: 1,
      totals: { begun: 6, running: 1, succeeded: 3, failed: 1, repaired: 1 },
      // The same account failed twice.
      uncounted: { begun: 0, failed: 1 },
      causes: [{ failure: 'reported', errorType: 'REPROGRAMMATION_ERROR', firmwareAfter: 'none', detectors: 1 }],
      days: [{ begun: 6, succeeded: 3, failed: 1 }],
    })
    expect(shown.tests.map(({ kind, name, outcomes, failures }) => [kind, name, outcomes, failures])).toEqual([
      ['all', '', 6, 1],
      ['build', '7', 5, 1],
      ['build', '8', 1, 0],
      ['empty', '', 6, 0],
      ['hardware', '3', 4, 0],
      ['hardware', '4', 2, 1],
      ['silent', '', 6, 0],
    ])
    expect(shown.failed.map(({ isCounted, repairedAt }) => [isCounted, repairedAt !== null])).toEqual([
      [false, false],
      [true, true],
    ])
    expect(shown.failed[1]).toMatchObject({ userProductId: broken, hardwareVersion: 4, appBuild: 7, browser: null, round: 1 })
  })

  it('draws how the count went, with what the next step sees of it', async () => {
    const desk = await open()
    await desk.take(desk.firmwareId, 'staged')
    for (let good = 0; good < 4; good += 1) await desk.update('succeeds')
    const failing = Number(await desk.update('fails'))
    const late = Number(await desk.update('isCut'))
    const begin = async (which: unknown, began: string, ended: string | null) =>
      server.context.db
        .update(releaseOutcomes)
        .set({ beganAt: sql`now() - ${began}::interval`, ...(ended !== null && { endedAt: sql`now() - ${ended}::interval` }) })
        .where(sql`${eq(releaseOutcomes.releaseId, desk.releaseId)} and ${which}`)
    await begin(sql`true`, '48 hours', '47 hours')
    await begin(sql`failure is not null`, '36 hours', '30 hours')
    // Unheard of when it was a day old, it succeeded six hours later.
    await begin(eq(releaseOutcomes.productUpdateId, await desk.recordOf(late)), '42 hours', '12 hours')
    expect(failing).toBeGreaterThan(0)
    const { course } = await desk.read()
    expect(course).toHaveLength(120)
    const [now, ago] = [Date.parse(course.at(-1)?.at ?? ''), (hours: number) => hours * 3_600_000]
    const at = (hours: number) => course.findLast((one) => Date.parse(one.at) <= now - ago(hours))
    expect([at(46), at(40), at(29)].map((one) => [one?.outcomes, one?.failures])).toEqual([
      [4, 0],
      [5, 0],
      [6, 1],
    ])
    expect([at(23), at(17), at(11), at(0)].map((one) => one?.forStep)).toEqual([
      { outcomes: 4, failures: 0 },
      { outcomes: 5, failures: 1 },
      { outcomes: 6, failures: 1 },
      { outcomes: 6, failures: 1 },
    ])
  })
})
