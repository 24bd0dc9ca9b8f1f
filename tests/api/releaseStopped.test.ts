// @module-tag rest
/** Staff learn from mails and from the dashboard that outcomes have stopped a release, or found a fault of the portal (docs/releases.md, "Who is informed"). */
import { and, eq, notInArray } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { outgoingMessages, releaseTests, users } from '../../src/server/db/tables.ts'
import { composeMessage } from '../../src/server/delivery/composeMessage.ts'
import { takeStep } from '../support/catalogue.ts'
import { openOutcomeDesk } from '../support/outcomeDesk.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  // Only the accounts of one test are there.
  beforeEach(async () => {
    await server.context.db.update(users).set({ isDeleted: true })
  })

  /** After this step of the release. */
  async function open(step: 'released' | 'staged' = 'released') {
    const desk = await openOutcomeDesk(server)
    const { db } = server.context
    const { username: french } = await server.join({ role: 'ROLE_ADMIN', locale: 'fr' })
    await server.join({ role: 'ROLE_MARKETTING' })
    for (const gone of [{ accountValidated: false }, { accountLocked: true }, { isDeleted: true }])
      await server.join({ role: 'ROLE_BE', ...gone })
    const staff = await db.select().from(users).where(eq(users.isDeleted, false)).orderBy(users.id)
    const rows = () =>
      db.select().from(outgoingMessages).where(eq(outgoingMessages.releaseId, desk.releaseId)).orderBy(outgoingMessages.userId)
    /** As they would be sent now. */
    const mails = async () => Promise.all((await rows()).map(async (row) => composeMessage(server.context, row, server.context.clock())))
    const told = staff
      .filter(({ role, accountValidated, accountLocked }) => /ADMIN|BE/.test(role) && accountValidated && !accountLocked)
      .map(({ username }) => username)
    /** Updates in another build of the portal fail, so often that this is found, beside a thousand that have succeeded. */
    async function failInBuild(build: number, failures = 5): Promise<void> {
      await desk.update('succeeds')
      const isOfFirmware = and(eq(releaseTests.releaseId, desk.releaseId), notInArray(releaseTests.kind, ['build', 'browser']))
      await db.update(releaseTests).set({ outcomes: 1000 }).where(isOfFirmware)
      for (let failed = 0; failed < failures; failed += 1) await desk.update('fails', { build })
    }
    const see = () => desk.backOffice.release.resumePlan({ params: { id: desk.releaseId } })
    const templates = async () => [...new Set((await rows()).map(({ template }) => template))]
    const stopped = async () => (await desk.backOffice.release.getStopped()).filter(({ releaseId }) => releaseId === desk.releaseId)
    await desk.take(desk.firmwareId, step)
    return { ...desk, french, told, rows, mails, stopped, failInBuild, see, templates }
  }

  it('are told once by mail of a halt, each in their language, and read it until it is offered again [T619]', async () => {
    const desk = await open()
    await desk.update('fails')
    await desk.update('fails')
    expect([await desk.rows(), await desk.stopped()]).toEqual([[], []])
    for (let failed = 0; failed < 3; failed += 1) await desk.update('fails')
    const mails = await desk.mails()
    expect(desk.told).toHaveLength(3)
    expect(mails.map((mail) => mail?.recipient)).toEqual(desk.told)
    const { versionName, products } = await desk.shown()
    const facts = {
      en: `Release ${versionName}: 3 of 3 updates failed; 5 in 100 were expected.`,
      fr: `Version ${versionName}\u00a0: 3 mises à jour sur 3 ont échoué\u00a0; on s’attendait à 5 sur 100.`,
    }
    for (const mail of mails) {
      const isFrench = mail?.recipient === desk.french
      expect(mail).toMatchObject({ subject: expect.stringContaining(isFrench ? 'a été suspendue' : 'was halted') })
      expect(mail?.text.split('\n')).toContain(isFrench ? facts.fr : facts.en)
      expect(mail?.text).toContain(`/firmware/show/${desk.firmwareId}\n`)
    }
    expect(await desk.stopped()).toEqual([
      {
        kind: 'halted',
        releaseId: desk.releaseId,
        firmwareId: desk.firmwareId,
        versionName,
        products: products.map(({ tostring }) => tostring),
        found: { kind: 'all', name: '', outcomes: 3, failures: 3, expected: 0.05, before: null },
      },
    ])

    await desk.take(desk.firmwareId, 'resume')
    expect([await desk.mails(), await desk.stopped()]).toEqual([[undefined, undefined, undefined], []])
    await desk.take(desk.firmwareId, 'halt')
    expect([await desk.rows(), await desk.stopped()]).toEqual([expect.objectContaining({ length: 3 }), []])
  })

  it('are told once of a plan that a build of the portal pauses, and read it until it goes on', async () => {
    const desk = await open('staged')
    await desk.succeed(30)
    for (let bad = 0; bad < 4; bad += 1) await desk.update('fails', { build: 8 })
    const mails = await desk.mails()
    expect(mails.map((mail) => mail?.recipient)).toEqual(desk.told)
    const [stopped] = await desk.stopped()
    expect(stopped).toMatchObject({ kind: 'paused', releaseId: desk.releaseId, found: { kind: 'build', name: '8' } })
    const { failures, outcomes } = stopped?.found ?? {}
    const english = mails.find((mail) => mail?.recipient !== desk.french)
    expect(english).toMatchObject({ subject: expect.stringMatching(/^The plan of a release on .* was paused$/) })
    expect(english?.text).toContain(`${failures} of ${outcomes} updates with portal build 8 failed; 5 in 100 were expected.`)
    const french = mails.find((mail) => mail?.recipient === desk.french)
    expect(french?.text).toContain(`${failures} mises à jour sur ${outcomes} ont échoué avec le build 8 du portail`)

    await desk.backOffice.release.resumePlan({ params: { id: desk.releaseId } })
    expect([await desk.mails(), await desk.stopped()]).toEqual([[undefined, undefined, undefined], []])
    await desk.backOffice.release.pausePlan({ params: { id: desk.releaseId } })
    expect([(await desk.rows()).length, await desk.stopped()]).toEqual([3, []])
  })

  it('are told once of a build in which a released one fails, and read it until one of them has seen it [T623]', async () => {
    const desk = await open()
    await expect(desk.see()).rejects.toMatchObject({ code: 'release.step.error' })
    await desk.failInBuild(8)
    const mails = await desk.mails()
    expect(mails.map((mail) => mail?.recipient)).toEqual(desk.told)
    const [stopped, ...others] = await desk.stopped()
    expect(others).toEqual([])
    expect(stopped).toMatchObject({ kind: 'portal', releaseId: desk.releaseId, found: { kind: 'build', name: '8' } })
    expect(await desk.shown()).toMatchObject({ state: 'released', plan: null, portalFault: stopped?.found })
    const { failures, outcomes } = stopped?.found ?? {}
    const english = mails.find((mail) => mail?.recipient !== desk.french)
    expect(english).toMatchObject({ subject: expect.stringMatching(/^Updates of a release on .* fail in one build or browser$/) })
    expect(english?.text).toContain('The release itself is still offered.')
    expect(english?.text).toContain(`${failures} of ${outcomes} updates with portal build 8 failed; 5 in 100 were expected.`)
    const french = mails.find((mail) => mail?.recipient === desk.french)
    expect(french).toMatchObject({ subject: expect.stringMatching(/^Des mises à jour d’une version échouent/) })
    expect(french?.text).toContain(`${failures} mises à jour sur ${outcomes} ont échoué avec le build 8 du portail`)

    await desk.see()
    expect([await desk.mails(), await desk.stopped()]).toEqual([[undefined, undefined, undefined], []])
    expect(await desk.shown()).toMatchObject({ state: 'released', portalFault: null })
    await expect(desk.see()).rejects.toMatchObject({ code: 'release.step.error' })
    await desk.failInBuild(8, 1)
    expect([(await desk.rows()).length, await desk.stopped()]).toEqual([3, []])
    await desk.failInBuild(9)
    expect((await desk.rows()).length).toBe(6)
    expect(await desk.stopped()).toMatchObject([{ kind: 'portal', found: { name: '9' } }])
    await desk.see()
    await desk.failInBuild(8, 1)
    expect([(await desk.rows()).length, await desk.stopped()]).toEqual([6, []])
  })

  it('read of such a build in a beta, too, and anew after a halt only if it fails in the new count', async () => {
    const desk = await open()
    await desk.failInBuild(8)
    const body = { name: `Group ${desk.releaseId}`, selectedFirmwareIds: [], selectedUserIds: [] }
    const { id: group } = await desk.admin.betaGroup.create({ body })
    await takeStep(desk.admin, desk.firmwareId, 'beta', { betaGroupIds: [group] })
    expect(await desk.stopped()).toMatchObject([{ kind: 'portal' }])
    expect(await desk.shown()).toMatchObject({ state: 'beta', portalFault: { name: '8' } })
    expect((await desk.mails()).map((mail) => mail?.recipient)).toEqual(desk.told)
    await desk.take(desk.firmwareId, 'released')
    await desk.take(desk.firmwareId, 'halt')
    expect([await desk.stopped(), (await desk.shown()).portalFault]).toEqual([[], null])
    await expect(desk.see()).rejects.toMatchObject({ code: 'release.step.error' })
    await desk.take(desk.firmwareId, 'resume')
    expect([await desk.stopped(), (await desk.shown()).portalFault]).toEqual([[], null])
    await desk.failInBuild(8)
    expect([await desk.stopped(), (await desk.rows()).length]).toMatchObject([[{ kind: 'portal' }], 6])
  })

  it('are told of it where a person had paused the plan before all owners were offered it', async () => {
    const desk = await open('staged')
    await desk.backOffice.release.pausePlan({ params: { id: desk.releaseId } })
    await desk.take(desk.firmwareId, 'released')
    await desk.failInBuild(8)
    expect(await desk.templates()).toEqual(['portalFails'])
    expect(await desk.stopped()).toMatchObject([{ kind: 'portal' }])
  })

  it('read on of a build that has paused a plan, once all owners are offered it, without another mail', async () => {
    const desk = await open('staged')
    await desk.failInBuild(8)
    expect([await desk.templates(), await desk.stopped()]).toMatchObject([['planPaused'], [{ kind: 'paused' }]])
    expect((await desk.shown()).portalFault).toBeNull()
    await desk.take(desk.firmwareId, 'released')
    await desk.failInBuild(8, 1)
    expect([await desk.templates(), await desk.stopped()]).toMatchObject([['planPaused'], [{ kind: 'portal' }]])
    await desk.see()
    expect(await desk.stopped()).toEqual([])
  })

  it('are told nothing of a build that fails while it is halted', async () => {
    const desk = await open()
    await desk.failInBuild(8, 2)
    const client = await server.signInAs('ROLE_CUSTOMER')
    const begun = await desk.start(await desk.connect({ client }), desk.firmwareId, { client, build: 8 })
    if (typeof begun === 'string') throw new Error(begun)
    const report = (body: object) => client.productUpdate.report({ params: { id: begun }, body: { productUpdateId: begun, ...body } })
    await report({ firmwareAfter: 'none' })
    await desk.take(desk.firmwareId, 'halt')
    await report({ success: false, errorType: 'REPROGRAMMATION_ERROR', firmwareAfter: 'none' })
    expect(await desk.counts('build', '8')).toEqual({ outcomes: 3, failures: 3 })
    await desk.take(desk.firmwareId, 'resume')
    expect([await desk.rows(), await desk.stopped()]).toEqual([[], []])
  })

  it('are told nothing any more once they are no longer of the staff', async () => {
    const desk = await open()
    for (let failed = 0; failed < 3; failed += 1) await desk.update('fails')
    await server.context.db.update(users).set({ role: 'ROLE_CUSTOMER' }).where(eq(users.username, desk.french))
    expect((await desk.mails()).filter((mail) => mail === undefined)).toHaveLength(1)
  })
})
