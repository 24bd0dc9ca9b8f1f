// @module-tag rest
/** Owners of a withdrawn release: told once by mail and on their page, and counted day by day. */
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { dueWork, outgoingMessages, releaseRecalls } from '../../src/server/db/tables.ts'
import { composeMessage } from '../../src/server/delivery/composeMessage.ts'
import { recallOwners } from '../../src/server/entities/release/recall.ts'
import { withdrawDeleted } from '../../src/server/jobs/withdrawDeleted.ts'
import type { Client } from '../support/apiServer.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { serverOnPostgres } from '../support/servers.ts'

const hourMs = 3_600_000

const recallOf = async (client: Client) => (await client.userProduct.getUserProductsForUser()).map(({ recall }) => recall)

serverOnPostgres((server) => {
  let desk: Awaited<ReturnType<typeof openReleaseDesk>>
  beforeEach(async () => {
    desk = await openReleaseDesk(server)
  })

  async function withdraw(id: number): Promise<void> {
    await desk.take(id, 'withdraw', { confirmed: ['noSafeRelease'] })
    await recallOwners(server.context)
  }

  const release = (versionName: string) => desk.release({ versionName })

  async function ownerWith(firmwareId: number, { locale = 'en' as const, detectors = 1 } = {}) {
    const { username, userId } = await server.join({ locale })
    const client = await server.signIn(username)
    for (let index = 0; index < detectors; index += 1) await desk.install(await desk.connect({ client }), firmwareId, client)
    return { client, userId, username }
  }

  const recallsOf = async (firmwareId: number) => {
    const { id } = await desk.releaseOf(firmwareId)
    return server.context.db
      .select()
      .from(outgoingMessages)
      .where(and(eq(outgoingMessages.template, 'recall'), eq(outgoingMessages.releaseId, id)))
      .orderBy(outgoingMessages.id)
  }

  it('are told once, with their detectors, in their language, and read it on their page [T610]', async () => {
    const [old, bad] = [await release('5.4'), await release('5.5')]
    const [ada, jean, other] = [await ownerWith(bad, { detectors: 2 }), await ownerWith(bad), await ownerWith(old)]
    await jean.client.locale.setLocale({ body: { locale: 'fr' } })
    await desk.take(bad, 'withdraw', { confirmed: ['noSafeRelease'] })
    const due = await server.context.db.select().from(dueWork).where(eq(dueWork.kind, 'recallOwners'))
    expect(due).toHaveLength(1)
    for (let round = 0; round < 2; round += 1) await recallOwners(server.context)
    const rows = await recallsOf(bad)
    expect(rows.map(({ userId }) => userId)).toEqual([ada.userId, jean.userId])
    const [toAda, toJean] = await Promise.all(rows.map((row) => composeMessage(server.context, row, server.context.clock())))
    expect(toAda).toMatchObject({ recipient: ada.username, subject: expect.stringContaining('was withdrawn'), drawing: 'ws6' })
    expect(toAda?.text.match(/Model \d+ [\dA-F ]{14} · 5\.5/g)).toHaveLength(2)
    expect(toJean).toMatchObject({ recipient: jean.username, subject: expect.stringContaining('a été retiré') })
    const withdrawnAt = (await desk.releaseOf(bad)).withdrawnAt
    expect([await recallOf(ada.client), await recallOf(other.client)]).toEqual([
      [
        { versionName: '5.5', withdrawnAt },
        { versionName: '5.5', withdrawnAt },
      ],
      [null],
    ])
  })

  it('are not told once they have replaced it, nor for a release that is only halted or was deleted', async () => {
    const [old, bad, deleted] = [await release('5.4'), await release('5.5'), await release('5.6')]
    const { client } = await ownerWith(bad)
    await ownerWith(deleted)
    await desk.take(bad, 'halt')
    await desk.admin.firmware.remove({ params: { id: deleted } })
    server.pass(25 * hourMs)
    await withdrawDeleted(server.context)
    await recallOwners(server.context)
    expect(await desk.releaseOf(deleted)).toMatchObject({ state: 'withdrawn', recall: null })
    expect([await recallsOf(bad), await recallsOf(deleted)]).toEqual([[], []])

    await withdraw(bad)
    const [row] = await recallsOf(bad)
    const [detector] = await client.userProduct.getUserProductsForUser()
    await desk.install(detector?.id ?? 0, old, client)
    expect(row && (await composeMessage(server.context, row, server.context.clock()))).toBeUndefined()
    expect(await recallOf(client)).toEqual([null])
  })

  it('are told when their update is recorded late', async () => {
    const bad = await release('5.5')
    await withdraw(bad)
    const { userId } = await ownerWith(bad)
    await recallOwners(server.context)
    expect((await recallsOf(bad)).map((row) => row.userId)).toEqual([userId])
  })

  it('are counted at the end of each day until none is left', async () => {
    const [old, bad] = [await release('5.4'), await release('5.5')]
    const people = [await ownerWith(bad), await ownerWith(bad), await ownerWith(bad)]
    await withdraw(bad)
    const left = async () => (await desk.releaseOf(bad)).recall
    expect(await left()).toMatchObject({ left: 3, told: 3, days: [{ left: 3 }] })
    for (const { client } of people.slice(1)) {
      server.pass(24 * hourMs)
      const [detector] = await client.userProduct.getUserProductsForUser()
      await desk.install(detector?.id ?? 0, old, client)
    }
    expect(await left()).toMatchObject({ left: 1, told: 3, days: [{ left: 3 }, { left: 2 }, { left: 1 }] })
    const { id } = await desk.releaseOf(bad)
    expect(await server.context.db.$count(releaseRecalls, eq(releaseRecalls.releaseId, id))).toBe(3)
    server.pass(24 * hourMs * 100)
    // The sessions of before have ended.
    const later = await (await server.signInAs('ROLE_ADMIN')).release.get({ params: { id } })
    expect([later.recall?.left, later.recall?.days.length, later.recall?.days[0]?.left]).toEqual([1, 60, 1])
  })
})
