/** What becomes of a release on detectors, counted once each, and when that halts it (docs/releases.md, "Halting"). */
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { releaseOutcomes, updateLeases } from '../../src/server/db/tables.ts'
import { countSilence } from '../../src/server/entities/outcome/countSilence.ts'
import { openOutcomeDesk } from '../support/outcomeDesk.ts'
import { serverOnBothDatabases } from '../support/servers.ts'

serverOnBothDatabases('row locks', (server) => {
  it('halts at the third failure of the first three detectors, says why, and begins no other update', async () => {
    const desk = await openOutcomeDesk(server)
    await desk.take(desk.firmwareId, 'released')
    await desk.update('fails')
    await desk.update('fails')
    expect([(await desk.shown()).state, (await desk.shown()).haltedFor]).toEqual(['released', null])
    await desk.update('fails')
    expect(await desk.shown()).toMatchObject({
      state: 'halted',
      haltedFor: { kind: 'all', name: '', outcomes: 3, failures: 3, expected: 0.05 },
    })
    const [entry] = await desk.admin.audit.getForRecord({ params: { entity: 'firmware', id: desk.firmwareId } })
    expect(entry).toMatchObject({ before: { state: 'released' }, after: { state: 'halted' } })
    expect(await desk.update('succeeds')).toBe('release.not.offered.error')
  })

  it('goes on by hand only, with a new count', async () => {
    const desk = await openOutcomeDesk(server)
    await desk.take(desk.firmwareId, 'released')
    for (let failed = 0; failed < 3; failed += 1) await desk.update('fails')
    await desk.take(desk.firmwareId, 'resume')
    expect([await desk.counts(), (await desk.shown()).haltedFor]).toEqual([{ outcomes: 0, failures: 0 }, null])
    await desk.update('fails')
    await desk.update('fails')
    expect((await desk.shown()).state).toBe('released')
    await desk.update('fails')
    expect((await desk.shown()).state).toBe('halted')
  })

  it('counts a detector once, by its first attempt, and a repair takes nothing back', async () => {
    const desk = await openOutcomeDesk(server)
    await desk.take(desk.firmwareId, 'released')
    const client = await server.signInAs('ROLE_CUSTOMER')
    const detector = Number(await desk.update('fails', { client }))
    await desk.update('succeeds', { client, detector })
    expect(await desk.counts()).toEqual({ outcomes: 1, failures: 1 })
    expect(await desk.outcomes()).toMatchObject([{ failure: 'reported', isFailureCounted: true, repairedAt: server.context.clock() }])
    await desk.update('fails', { client, detector })
    expect([await desk.counts(), await desk.counts('empty')]).toEqual([
      { outcomes: 1, failures: 1 },
      { outcomes: 1, failures: 1 },
    ])
  })

  it('counts nothing that left the detector as it was, and no simulated one', async () => {
    const desk = await openOutcomeDesk(server)
    await desk.take(desk.firmwareId, 'released')
    await desk.update('keepsOld')
    const client = await server.signInAs('ROLE_CUSTOMER')
    const userProductId = await desk.connect({ client })
    const { id } = await client.productUpdate.create({ body: { userProductId, firmwareId: desk.firmwareId, isSimulated: true } })
    await client.productUpdate.report({ params: { id }, body: { productUpdateId: id, success: true } })
    expect([await desk.outcomes(), await desk.counts()]).toEqual([[], undefined])
  })

  it('is halted by no account alone, with however many serial numbers', async () => {
    const desk = await openOutcomeDesk(server)
    await desk.take(desk.firmwareId, 'released')
    const client = await server.signInAs('ROLE_CUSTOMER')
    for (let invented = 0; invented < 12; invented += 1) await desk.update('fails', { client })
    expect([await desk.counts(), (await desk.shown()).state]).toEqual([{ outcomes: 5, failures: 1 }, 'released'])
    // Four more accounts: 5 of 9 failed.
    for (let other = 0; other < 4; other += 1) await desk.update('fails')
    expect((await desk.shown()).state).toBe('halted')
  })

  it('counts silence after the erase as a failure, once nothing is heard for a quarter of an hour', async () => {
    const desk = await openOutcomeDesk(server)
    const { db } = server.context
    await desk.take(desk.firmwareId, 'released')
    for (let cut = 0; cut < 3; cut += 1) await desk.update('isCut')
    const wait = (minutes: number) =>
      db
        .update(releaseOutcomes)
        .set({ beganAt: sql`now() - ${minutes} * interval '1 minute'` })
        .where(eq(releaseOutcomes.releaseId, desk.releaseId))
    await wait(14)
    await countSilence(server.context)
    expect(await desk.counts()).toEqual({ outcomes: 3, failures: 0 })
    await wait(16)
    const [heard] = await desk.outcomes()
    await db.insert(updateLeases).values({ productUpdateId: heard?.productUpdateId ?? 0, heardAt: sql`now() - interval '2 minutes'` })
    await countSilence(server.context)
    expect([await desk.counts(), (await desk.shown()).state]).toEqual([{ outcomes: 3, failures: 2 }, 'released'])
    await db.update(updateLeases).set({ heardAt: sql`now() - interval '16 minutes'` })
    await countSilence(server.context)
    await countSilence(server.context)
    expect(await desk.shown()).toMatchObject({ state: 'halted', haltedFor: { outcomes: 3, failures: 3 } })
    await wait(25 * 60)
    await db.update(updateLeases).set({ heardAt: sql`now() - interval '25 hours'` })
    await countSilence(server.context)
    expect([await desk.counts('silent'), await desk.counts()]).toEqual([
      { outcomes: 3, failures: 3 },
      { outcomes: 3, failures: 3 },
    ])
  })

  it('is halted by one hardware version that it kills, long before that shows over all', async () => {
    const desk = await openOutcomeDesk(server)
    for (const hardware of [3, 3, 4]) await desk.connect({ hardware })
    await desk.take(desk.firmwareId, 'released')
    for (let good = 0; good < 30; good += 1) await desk.update('succeeds')
    for (let bad = 0; bad < 4; bad += 1) await desk.update('fails', { hardware: 4 })
    expect(await desk.shown()).toMatchObject({ state: 'halted', haltedFor: { kind: 'hardware', name: '4', failures: 3 } })
  })

  it('pauses the plan where a build of the portal fails, and halts nothing', async () => {
    const desk = await openOutcomeDesk(server)
    await desk.connect()
    await desk.take(desk.firmwareId, 'staged')
    for (let good = 0; good < 60; good += 1) await desk.update('succeeds')
    for (let bad = 0; bad < 4; bad += 1) await desk.update('fails', { build: 8 })
    expect(await desk.shown()).toMatchObject({ state: 'staged', plan: { next: null, pause: { test: { kind: 'build', name: '8' } } } })
  })
})
