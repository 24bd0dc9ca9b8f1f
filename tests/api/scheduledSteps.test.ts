// @module-tag rest
/** Steps that a release takes later: set with everything confirmed, checked again when they are due, taken once. */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { ReleaseStep } from '../../src/contract/releaseStates.ts'
import { dueWork, firmwares, releaseSchedules, users } from '../../src/server/db/tables.ts'
import { takeDueStep } from '../../src/server/entities/release/scheduleStep.ts'
import { noteRestored, resumeRestored } from '../../src/server/installation/restored.ts'
import type { Client } from '../support/apiServer.ts'
import { releaseIdOf } from '../support/catalogue.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { notFound, refused } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  let desk: Awaited<ReturnType<typeof openReleaseDesk>>
  beforeEach(async () => {
    desk = await openReleaseDesk(server)
  })

  // The database's clock, which decides, is not the test's.
  const inHours = (hours: number) => new Date(server.context.clock().getTime() + hours * 3_600_000).toISOString()

  async function set(
    firmwareId: number,
    step: ReleaseStep,
    { by = desk.admin, at = inHours(24 * 100) }: { by?: Client; at?: string } = {},
  ) {
    const { id, state: from } = await desk.releaseOf(firmwareId)
    await by.release.schedule({ params: { id }, body: { step, from, confirmed: ['proof'], betaGroupIds: [], at } })
    return { id }
  }

  /** As if its time had come. */
  async function comeDue(id: number): Promise<void> {
    await server.context.db
      .update(releaseSchedules)
      .set({ at: sql`now() - interval '1 second'` })
      .where(eq(releaseSchedules.releaseId, id))
    await takeDueStep(server.context, id)
  }

  const dueKeys = async () => (await server.context.db.select().from(dueWork).where(eq(dueWork.kind, 'releaseStep'))).map(({ key }) => key)

  it('are taken when they are due and not before, as steps of the person who set them [T609]', async () => {
    const id = await desk.draft()
    const params = await set(id, 'released', { by: desk.backOffice })
    expect(await desk.releaseOf(id)).toMatchObject({ state: 'draft', scheduled: { step: 'released', failure: null } })
    expect(await dueKeys()).toContain(String(params.id))
    await takeDueStep(server.context, params.id)
    expect(await desk.releaseOf(id)).toMatchObject({ state: 'draft' })
    await comeDue(params.id)
    expect(await desk.releaseOf(id)).toMatchObject({ state: 'released', scheduled: null })
    expect(await dueKeys()).not.toContain(String(params.id))
    const [entry] = await desk.admin.audit.getForRecord({ params: { entity: 'firmware', id } })
    expect(entry).toMatchObject({ after: { state: 'released' }, by: { id: desk.backOfficeId } })
    await desk.take(id, 'halt')
    await takeDueStep(server.context, params.id)
    expect(await desk.releaseOf(id)).toMatchObject({ state: 'halted' })
  })

  it('are refused at once where the step would be, and for times that are over or far away', async () => {
    const id = await desk.draft({ productIds: [] })
    await expect(set(id, 'released')).rejects.toMatchObject({ code: 'release.obstacle.error' })
    await expect(set(await desk.draft(), 'halt')).rejects.toMatchObject({ code: 'release.step.error' })
    const good = await desk.draft()
    for (const at of [inHours(-1), inHours(24 * 400)])
      await expect(set(good, 'released', { at })).rejects.toMatchObject(refused('date.past.error', 'at'))
    expect(await desk.releaseOf(good)).toMatchObject({ scheduled: null })
  })

  it('are replaced by another one, and end with a call, a step or a deletion', async () => {
    const id = await desk.draft()
    const params = await set(id, 'released')
    const at = inHours(48)
    await set(id, 'staged', { at })
    expect(await desk.releaseOf(id)).toMatchObject({ scheduled: { step: 'staged', at } })
    await desk.backOffice.release.unschedule({ params })
    expect([(await desk.releaseOf(id)).scheduled, await dueKeys()]).toEqual([null, expect.not.arrayContaining([String(params.id)])])
    await expect(desk.admin.release.unschedule({ params })).rejects.toMatchObject(notFound)

    await set(id, 'staged')
    await desk.take(id, 'released')
    expect((await desk.releaseOf(id)).scheduled).toBeNull()
    await set(id, 'withdraw').catch(() => undefined)
    await desk.admin.firmware.remove({ params: { id } })
    expect(await dueKeys()).not.toContain(String(params.id))
  })

  it('are not taken if the release changed meanwhile, and say so until somebody has seen it', async () => {
    const id = await desk.draft()
    const params = await set(id, 'released')
    await desk.admin.release.setRequirements({ params, body: { needsCoil: true, hardwareVersions: [] } })
    await comeDue(params.id)
    expect(await desk.releaseOf(id)).toMatchObject({ state: 'draft', scheduled: { failure: 'changed.meanwhile.error' } })
    await comeDue(params.id)
    await desk.admin.release.unschedule({ params })
    expect(await desk.releaseOf(id)).toMatchObject({ state: 'draft', scheduled: null })
  })

  it('are not taken for an obstacle that nobody confirmed, nor for somebody who is no longer of the staff', async () => {
    const { db } = server.context
    const clash = await desk.draft({ versionName: '7.0' })
    const params = await set(clash, 'released')
    await db
      .update(firmwares)
      .set({ unusual: ['oneByte'] })
      .where(eq(firmwares.id, clash))
    await comeDue(params.id)
    expect((await desk.releaseOf(clash)).scheduled).toMatchObject({ failure: 'release.obstacle.error' })

    const id = await desk.draft()
    const other = await set(id, 'released', { by: desk.backOffice })
    await db.update(users).set({ role: 'ROLE_MARKETTING' }).where(eq(users.id, desk.backOfficeId))
    await comeDue(other.id)
    expect(await desk.releaseOf(id)).toMatchObject({ state: 'draft', scheduled: { failure: 'not.authorized' } })
    expect(await releaseIdOf(desk.admin, id)).toBe(other.id)
  })

  it('of a restored backup wait for a person: they may have been cancelled since', async () => {
    const { db } = server.context
    const id = await desk.draft()
    const params = await set(id, 'released')
    await noteRestored(db, server.context.clock())
    expect(await resumeRestored(db)).toBe(true)
    await comeDue(params.id)
    expect(await desk.releaseOf(id)).toMatchObject({ state: 'draft', scheduled: { failure: 'restored' } })
    await set(id, 'released')
    await comeDue(params.id)
    expect(await desk.releaseOf(id)).toMatchObject({ state: 'released' })
  })
})
