// @module-tag rest
/** What becomes of a release on detectors, counted once each, and when that halts it (docs/releases.md, "Halting"). */
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { releaseTests, updateLeases } from '../../src/server/db/tables.ts'
import { countSilence } from '../../src/server/entities/outcome/countSilence.ts'
import { openOutcomeDesk, openReleasedDesk } from '../support/outcomeDesk.ts'
import { serverOnPostgres } from '../support/servers.ts'

/** The count of one detector, whose update has failed. */
const once = { outcomes: 1, failures: 1 }

serverOnPostgres((server) => {
  it('halts at the third failure of the first three detectors, says why, and begins no other update', async () => {
    const desk = await openReleasedDesk(server)
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
    const desk = await openReleasedDesk(server)
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
    const desk = await openReleasedDesk(server)
    const client = await server.signInAs('ROLE_CUSTOMER')
    const detector = Number(await desk.update('fails', { client }))
    await desk.update('succeeds', { client, detector })
    expect(await desk.counts()).toEqual(once)
    expect(await desk.outcomes()).toMatchObject([{ failure: 'reported', isFailureCounted: true, repairedAt: server.context.clock() }])
    await desk.update('fails', { client, detector })
    expect([await desk.counts(), await desk.counts('empty')]).toEqual([once, once])
  })

  it('counts nothing that left the detector as it was, and no simulated one', async () => {
    const desk = await openReleasedDesk(server)
    await desk.update('keepsOld')
    const client = await server.signInAs('ROLE_CUSTOMER')
    const userProductId = await desk.connect({ client })
    const { id } = await client.productUpdate.create({ body: { userProductId, firmwareId: desk.firmwareId, isSimulated: true } })
    await client.productUpdate.report({ params: { id }, body: { productUpdateId: id, success: true } })
    expect([await desk.outcomes(), await desk.counts()]).toEqual([[], undefined])
  })

  it('is halted by no account alone, with however many serial numbers', async () => {
    const desk = await openReleasedDesk(server)
    const client = await server.signInAs('ROLE_CUSTOMER')
    for (let invented = 0; invented < 12; invented += 1) await desk.update('fails', { client })
    expect([await desk.counts(), (await desk.shown()).state]).toEqual([{ outcomes: 5, failures: 1 }, 'released'])
    // Four more accounts: 5 of 9 failed.
    for (let other = 0; other < 4; other += 1) await desk.update('fails')
    expect((await desk.shown()).state).toBe('halted')
  })

  it('counts silence after the erase as a failure, once nothing is heard for a quarter of an hour', async () => {
    const desk = await openReleasedDesk(server)
    const { db } = server.context
    for (let cut = 0; cut < 3; cut += 1) await desk.update('isCut')
    await desk.unheardFor(14)
    await countSilence(server.context)
    expect(await desk.counts()).toEqual({ outcomes: 3, failures: 0 })
    await desk.unheardFor(16)
    const [heard] = await desk.outcomes()
    await db.insert(updateLeases).values({ productUpdateId: heard?.productUpdateId ?? 0, heardAt: sql`now() - interval '2 minutes'` })
    await countSilence(server.context)
    expect([await desk.counts(), (await desk.shown()).state]).toEqual([{ outcomes: 3, failures: 2 }, 'released'])
    await db.update(updateLeases).set({ heardAt: sql`now() - interval '16 minutes'` })
    await countSilence(server.context)
    await countSilence(server.context)
    expect(await desk.shown()).toMatchObject({ state: 'halted', haltedFor: { outcomes: 3, failures: 3 } })
    await desk.unheardFor(25 * 60)
    await db.update(updateLeases).set({ heardAt: sql`now() - interval '25 hours'` })
    await countSilence(server.context)
    const all = { outcomes: 3, failures: 3 }
    expect([await desk.counts('silent'), await desk.counts()]).toEqual([all, all])
  })

  it('is halted by one hardware version that it kills, long before that shows over all', async () => {
    const desk = await openOutcomeDesk(server)
    for (const hardware of [3, 3, 4]) await desk.connect({ hardware })
    await desk.take(desk.firmwareId, 'released')
    await desk.succeed(30)
    for (let bad = 0; bad < 4; bad += 1) await desk.update('fails', { hardware: 4 })
    expect(await desk.shown()).toMatchObject({ state: 'halted', haltedFor: { kind: 'hardware', name: '4', failures: 3 } })
  })

  it('pauses the plan where a build of the portal fails, and halts nothing', async () => {
    const desk = await openOutcomeDesk(server)
    await desk.connect()
    await desk.take(desk.firmwareId, 'staged')
    await desk.succeed(60)
    for (let bad = 0; bad < 4; bad += 1) await desk.update('fails', { build: 8 })
    expect(await desk.shown()).toMatchObject({ state: 'staged', plan: { next: null, pause: { test: { kind: 'build', name: '8' } } } })
    // Somebody who lets it go on knows of these: it takes as many again to pause it.
    await desk.admin.release.resumePlan({ params: { id: desk.releaseId } })
    await desk.update('fails', { build: 8 })
    expect((await desk.shown()).plan?.pause).toBeNull()
  })

  it('is halted by no account alone that leaves its detectors empty twice, or is heard of no more', async () => {
    const desk = await openReleasedDesk(server)
    await desk.succeed(8)
    const client = await server.signInAs('ROLE_CUSTOMER')
    for (let invented = 0; invented < 5; invented += 1) {
      const detector = Number(await desk.update('fails', { client }))
      await desk.update('fails', { client, detector })
    }
    const silent = await server.signInAs('ROLE_CUSTOMER')
    for (let invented = 0; invented < 5; invented += 1) await desk.update('isCut', { client: silent })
    await desk.unheardFor(25 * 60)
    await countSilence(server.context)
    const counts = [await desk.counts(), await desk.counts('empty'), await desk.counts('silent')]
    expect(counts).toEqual([2, 1, 1].map((failures) => ({ outcomes: 18, failures })))
    expect((await desk.shown()).state).toBe('released')
  })

  it('is halted by no account alone on a hardware version of its own, where others fail elsewhere', async () => {
    const desk = await openOutcomeDesk(server)
    const client = await server.signInAs('ROLE_CUSTOMER')
    for (const hardware of [3, 3, 4]) await desk.connect({ hardware })
    await desk.take(desk.firmwareId, 'released')
    await desk.succeed(50)
    for (let bad = 0; bad < 3; bad += 1) await desk.update('fails')
    for (let invented = 0; invented < 5; invented += 1) await desk.update('fails', { client, hardware: 4 })
    expect([await desk.counts('hardware', '4'), (await desk.shown()).state]).toEqual([{ outcomes: 5, failures: 1 }, 'released'])
  })

  it('does not take what began before a halt for what fails after it is offered again', async () => {
    const desk = await openReleasedDesk(server)
    for (let cut = 0; cut < 3; cut += 1) await desk.update('isCut')
    await desk.take(desk.firmwareId, 'halt')
    await desk.take(desk.firmwareId, 'resume')
    await desk.unheardFor(16)
    await countSilence(server.context)
    expect([await desk.counts(), (await desk.shown()).state]).toEqual([{ outcomes: 0, failures: 0 }, 'released'])
    expect((await desk.outcomes()).map(({ failure }) => failure)).toEqual(['silent', 'silent', 'silent'])
  })

  it('counts a first attempt that was cut, however soon its owner repairs it', async () => {
    const desk = await openReleasedDesk(server)
    const client = await server.signInAs('ROLE_CUSTOMER')
    const detector = Number(await desk.update('isCut', { client }))
    await desk.update('fails', { client, detector })
    await desk.update('succeeds', { client, detector })
    await desk.unheardFor(16)
    await countSilence(server.context)
    expect([await desk.counts(), await desk.counts('empty')]).toEqual([once, once])
    expect(await desk.outcomes()).toMatchObject([{ failure: 'silent', repairedAt: expect.any(Date) }])
  })

  it('calls a detector empty again only where its second attempt left no firmware', async () => {
    const desk = await openReleasedDesk(server)
    const client = await server.signInAs('ROLE_CUSTOMER')
    const detector = Number(await desk.update('fails', { client }))
    await desk.update('isUnknown', { client, detector })
    expect(await desk.counts('empty')).toEqual({ outcomes: 1, failures: 0 })
    await desk.update('fails', { client, detector })
    expect(await desk.counts('empty')).toEqual(once)
  })

  it('expects of the next version what this one had by the same rule: a success that comes after silence has failed', async () => {
    const desk = await openReleasedDesk(server)
    const client = await server.signInAs('ROLE_CUSTOMER')
    await desk.update('isCut', { client })
    await desk.unheardFor(16)
    await countSilence(server.context)
    const [outcome] = await desk.outcomes()
    const id = outcome?.productUpdateId ?? 0
    await client.productUpdate.report({ params: { id }, body: { productUpdateId: id, success: true } })
    const emptied = Number(await desk.update('isCut', { client }))
    await desk.update('fails', { client, detector: emptied })
    await desk.unheardFor(16)
    await countSilence(server.context)
    // The next version, with one outcome.
    const next = await desk.draft()
    await desk.take(next, 'released')
    await desk.install(await desk.connect(), next)
    const { id: releaseId } = await desk.releaseOf(next)
    const tests = await server.context.db.select().from(releaseTests).where(eq(releaseTests.releaseId, releaseId))
    const before = (kind: 'all' | 'empty' | 'silent') => tests.find((test) => test.kind === kind)?.before
    expect(before('all')).toEqual({ outcomes: 2, failures: 2 })
    expect(before('empty')).toEqual({ outcomes: 2, failures: 1 })
    expect(before('silent')).toEqual({ outcomes: 2, failures: 0 })
  })
})
