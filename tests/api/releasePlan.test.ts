// @module-tag rest
/** A staged release grows by what its outcomes say, and stands still where they do not (docs/releases.md, "Plan"). */
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { isInShare } from '../../src/contract/releaseShare.ts'
import { outgoingMessages, releaseOutcomes, releases, userProducts } from '../../src/server/db/tables.ts'
import { composeMessage } from '../../src/server/delivery/composeMessage.ts'
import { growReleases } from '../../src/server/entities/release/plan.ts'
import { openOutcomeDesk } from '../support/outcomeDesk.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  const open = async () => {
    const { db } = server.context
    const desk = await openOutcomeDesk(server)
    await desk.take(desk.firmwareId, 'staged')
    const { releaseId } = desk
    const params = { id: releaseId }
    const stand = (values: Partial<typeof releases.$inferInsert>) => db.update(releases).set(values).where(eq(releases.id, releaseId))
    /** As if this many detectors had been updated, each by another account, two days ago. */
    async function succeed(count: number, more: Partial<typeof releaseOutcomes.$inferInsert> = {}): Promise<void> {
      const done = { releaseId, productTypeId: desk.productTypeId, hardwareVersion: 3, isBeta: false, round: 1, isCounted: true }
      const rows = Array.from({ length: count }, () => ({
        ...done,
        serialNumber: crypto.randomUUID(),
        beganAt: sql`now() - interval '2 days'`,
        endedAt: sql`now()`,
        ...more,
      }))
      await db.insert(releaseOutcomes).values(rows)
    }
    const dayAgo = async () =>
      void (await db
        .update(releases)
        .set({ shareSince: sql`now() - interval '25 hours'` })
        .where(eq(releases.id, releaseId)))
    const grow = async () => {
      await growReleases(server.context)
      const { state, plan } = await desk.shown()
      return [state, plan?.share]
    }
    return { ...desk, params, stand, succeed, dayAgo, grow }
  }

  it('begins with a plan, and with everybody where few update, as the question says', async () => {
    const desk = await open()
    const other = await desk.draft({ versionName: '98.0' })
    const { id } = await desk.releaseOf(other)
    const asked = await desk.admin.release.getStep({ params: { id, step: 'staged' }, query: { betaGroupIds: [] } })
    expect(asked).toMatchObject({ share: 1, audience: { customers: 0 } })
    expect((await desk.shown()).plan).toMatchObject({
      share: 1,
      shares: [0.02, 0.1, 0.3, 1],
      next: { share: 1, outcomes: 56 },
      pause: null,
    })
  })

  it('goes from step to step by outcomes and days, and says what it waits for', async () => {
    const desk = await open()
    await desk.stand({ share: 0.02 })
    const { plan: begun } = await desk.shown()
    const notBefore = new Date(new Date(begun?.since ?? '').getTime() + 24 * 3_600_000).toISOString()
    // 10 % is raised to everybody: nobody updates.
    expect(begun?.next).toEqual({ share: 1, outcomes: 13, notBefore })
    await desk.succeed(12)
    await desk.dayAgo()
    expect(await desk.grow()).toEqual(['staged', 0.02])
    // What began today counts for no step, and neither does a beta's.
    await desk.succeed(5, { beganAt: sql`now()` as never })
    await desk.succeed(5, { isBeta: true })
    // And what failed, but does not count, says nothing either way.
    await desk.succeed(5, { failure: 'reported' })
    expect(await desk.grow()).toEqual(['staged', 0.02])
    await desk.succeed(1)
    expect((await desk.grow())[0]).toBe('staged')
    const { plan } = await desk.shown()
    expect(plan?.share).toBeGreaterThanOrEqual(0.1)
  })

  it('is released by its outcomes also where all detectors are in the share from the start', async () => {
    const desk = await open()
    await desk.dayAgo()
    await desk.succeed(55)
    expect(await desk.grow()).toEqual(['staged', 1])
    await desk.succeed(1)
    expect(await desk.grow()).toEqual(['released', undefined])
  })

  it('ends as released', async () => {
    const desk = await open()
    await desk.stand({ share: 0.3 })
    await desk.succeed(56)
    expect(await desk.grow()).toEqual(['staged', 0.3])
    await desk.dayAgo()
    expect(await desk.grow()).toEqual(['released', undefined])
    const [entry] = await desk.admin.audit.getForRecord({ params: { entity: 'firmware', id: desk.firmwareId } })
    expect(entry).toMatchObject({ before: { state: 'staged', share: '0.3' }, after: { state: 'released', share: null } })
  })

  it('stands still while it is paused or halted, and goes on by hand [T618]', async () => {
    const desk = await open()
    await desk.stand({ share: 0.02 })
    await desk.succeed(60)
    await desk.dayAgo()
    const resume = () => desk.admin.release.resumePlan({ params: desk.params })
    await desk.backOffice.release.pausePlan({ params: desk.params })
    expect(await desk.grow()).toEqual(['staged', 0.02])
    expect((await desk.shown()).plan).toMatchObject({ next: null, pause: { test: null } })
    await desk.take(desk.firmwareId, 'halt')
    await expect(resume()).rejects.toMatchObject({ code: 'release.step.error' })
    expect(await desk.grow()).toEqual(['halted', 0.02])
    await desk.take(desk.firmwareId, 'resume')
    await resume()
    // The new count has to say so, too.
    expect(await desk.grow()).toEqual(['staged', 0.02])
    await desk.succeed(60, { round: 2 })
    expect((await desk.grow())[1]).toBeGreaterThan(0.02)
  })

  it('stands still where something speaks against all owners, and tells staff', async () => {
    const desk = await open()
    await desk.stand({ share: 0.3 })
    await desk.succeed(56)
    await desk.dayAgo()
    const { config, db, clock } = server.context
    const toTwoApprovers = { ...server.context, config: { ...config, releaseApprovers: 2 } }
    for (let round = 0; round < 2; round += 1) await growReleases(toTwoApprovers)
    expect(await desk.shown()).toMatchObject({ state: 'staged', plan: { pause: { cause: 'obstacle' } } })
    expect(await desk.backOffice.release.getStopped()).toContainEqual(
      expect.objectContaining({ kind: 'paused', firmwareId: desk.firmwareId, found: null }),
    )
    const rows = await db.select().from(outgoingMessages).where(eq(outgoingMessages.releaseId, desk.releaseId))
    const [toBackOffice, ...others] = rows.filter(({ userId }) => userId === desk.backOfficeId)
    expect(others).toEqual([])
    const mail = toBackOffice && (await composeMessage(server.context, toBackOffice, clock()))
    expect(mail?.text).toContain(': something speaks against offering it to all owners. Its page says what.')

    // One's own approval is none, also where nobody takes the step. Another one lets the plan go on that one has approved.
    await desk.admin.release.approve({ params: desk.params, body: {} })
    for (const [by, state] of [
      [desk.admin, 'staged'],
      [desk.backOffice, 'released'],
    ] as const) {
      await by.release.resumePlan({ params: desk.params })
      await growReleases(toTwoApprovers)
      expect(await desk.shown()).toMatchObject({ state })
    }
  })

  it('goes faster by hand, with a reason in the history [T617]', async () => {
    const desk = await open()
    await desk.stand({ share: 0.02 })
    const raise = (share: number, from: number) =>
      desk.backOffice.release.raiseShare({ params: desk.params, body: { share, from, reason: 'Support is calm' } })
    await expect(raise(0.5, 0.1)).rejects.toMatchObject({ code: 'changed.meanwhile.error' })
    await expect(raise(0.02, 0.02)).rejects.toMatchObject({ code: 'release.step.error' })
    await raise(0.5, 0.02)
    expect((await desk.shown()).plan).toMatchObject({ share: 0.5, next: { share: 1 } })
    const [entry] = await desk.admin.audit.getForRecord({ params: { entity: 'firmware', id: desk.firmwareId } })
    expect(entry).toMatchObject({ before: { share: '0.02' }, after: { share: '0.5: Support is calm' } })
  })

  it('takes other shares, each larger than the one before', async () => {
    const desk = await open()
    const set = (shares: number[]) => desk.admin.release.setPlan({ params: desk.params, body: { shares } })
    await expect(set([0.3, 0.1])).rejects.toMatchObject(refused('number.invalid.error', 'shares'))
    await set([0.05, 0.5, 1])
    expect((await desk.shown()).plan?.shares).toEqual([0.05, 0.5, 1])
    await set([])
    expect((await desk.shown()).plan).toMatchObject({ shares: [], next: null })
  })

  it('reaches the same detectors in list, download and start, and as many as the sentence says', async () => {
    const desk = await open()
    await desk.stand({ share: 0.4 })
    const client = await server.signInAs('ROLE_CUSTOMER')
    const detectors = await Promise.all(Array.from({ length: 30 }, async () => desk.connect({ client })))
    const owned = await server.context.db.select().from(userProducts)
    const mine = owned.filter(({ id }) => detectors.includes(id))
    const inShare = mine.filter(({ serialNumber }) => isInShare(desk.releaseId, 0.4, { serialNumber }))
    expect(inShare.length).toBeGreaterThan(4)
    expect((await desk.shown()).audience.detectors).toBe(inShare.length)
    expect((await desk.listed({ client })).map(({ release }) => release?.share)).toEqual([0.4])
    // A page that decides nothing for itself gets what each of its detectors may have.
    expect(await desk.listed({ client, build: null })).toEqual([])
    for (const { id, serialNumber } of mine) {
      const answer = await desk.start(id, desk.firmwareId, { client })
      expect([serialNumber, typeof answer]).toEqual([serialNumber, inShare.some((one) => one.id === id) ? 'number' : 'string'])
    }
  })
  it('counts a stepping stone that is staged for the detectors in its share only', async () => {
    const desk = await open()
    await desk.stand({ share: 0.4 })
    const target = await desk.draft({ versionName: '99.0' })
    const { id, versionName } = await desk.releaseOf(target)
    const stone = (await desk.shown()).versionName
    await desk.admin.release.setRequirements({ params: { id }, body: { steppingStone: stone, hardwareVersions: [] } })
    await desk.take(target, 'released')
    const client = await server.signInAs('ROLE_CUSTOMER')
    const detectors = await Promise.all(Array.from({ length: 30 }, async () => desk.connect({ client })))
    const owned = (await server.context.db.select().from(userProducts)).filter((one) => detectors.includes(one.id))
    const inShare = owned.filter(({ serialNumber }) => isInShare(desk.releaseId, 0.4, { serialNumber }))
    expect([versionName, (await desk.releaseOf(target)).audience.detectors]).toEqual(['99.0', inShare.length])
    expect([inShare.length > 4, inShare.length < 26]).toEqual([true, true])
  })
})
