// @module-tag rest
/** Mails about updates that were begun and not heard of any more. */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { outgoingMessages, updateLeases, users } from '../../src/server/db/tables.ts'
import { composeMessage } from '../../src/server/delivery/composeMessage.ts'
import { remindUnfinished } from '../../src/server/entities/userProduct/remindUnfinished.ts'
import type { Client } from '../support/apiServer.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  let desk: Awaited<ReturnType<typeof openReleaseDesk>>
  let firmwareId: number

  beforeEach(async () => {
    await server.context.db.delete(outgoingMessages)
    desk = await openReleaseDesk(server)
    firmwareId = await desk.draft({ versionName: '5.5' })
    server.pass(1000)
    await desk.take(firmwareId, 'released')
  })

  const remind = () => remindUnfinished(server.context, new AbortController().signal)
  const rows = () =>
    server.context.db.select().from(outgoingMessages).where(eq(outgoingMessages.template, 'updateUnfinished')).orderBy(outgoingMessages.id)
  async function mails() {
    const composed = await Promise.all((await rows()).map((row) => composeMessage(server.context, row, server.context.clock())))
    return composed.map((mail) => (mail?.channel === 'mail' ? mail : undefined))
  }
  /** An update that its page has begun and renewed, and that was heard of for the last time so many hours ago. */
  async function begun(hoursAgo: number, about: Partial<typeof users.$inferInsert> = {}, isSimulated = false) {
    const { username, userId } = await server.join(about)
    const client = await server.signIn(username)
    const userProductId = await desk.connect({ client })
    const update = await begin(client, userProductId, isSimulated)
    await silence(update, hoursAgo)
    return { username, userId, client, userProductId, update }
  }
  async function begin(client: Client, userProductId: number, isSimulated = false): Promise<number> {
    server.pass(1000)
    const date = server.context.clock().toISOString()
    const { id } = await client.productUpdate.create({ body: { userProductId, firmwareId, date, now: date, isSimulated } })
    await client.productUpdate.renew({ params: { id }, body: { percent: 40 } })
    return id
  }
  const silence = (update: number, hours: number) =>
    server.context.db
      .update(updateLeases)
      .set({ heardAt: sql`now() - ${hours}::integer * interval '1 hour'` })
      .where(eq(updateLeases.productUpdateId, update))

  it('the day after, the owner gets one mail in their language that the detector may be waiting, with its page [T985]', async () => {
    const [ada, jean] = [await begun(25), await begun(30, { locale: 'fr' })]
    await begun(20)
    await ada.client.userProduct.rename({ params: { id: ada.userProductId }, body: { nickname: 'Beach' } })
    for (let round = 0; round < 2; round += 1) await remind()
    const [toAda, toJean, ...others] = await mails()
    expect(others).toEqual([])
    expect(toAda).toMatchObject({ recipient: ada.username, subject: 'Your Fieldport detector may be waiting for its firmware' })
    expect(toAda?.text).toContain('If you have finished the update, ignore this mail.')
    expect(toAda?.text).toContain(`Model ${desk.productTypeId} “Beach”`)
    expect(toAda?.text).toContain(`\nhttp://portal.test/equipment/${ada.userProductId}\n`)
    expect(toAda?.switchOffLink).toBeDefined()
    expect(toAda?.drawing).toBe('ws6')
    expect(toJean).toMatchObject({ recipient: jean.username, subject: 'Votre détecteur Fieldport attend peut-être son firmware' })
    // Heard of again, and silent again: once for each update.
    await silence(ada.update, 26)
    await remind()
    expect(await rows()).toHaveLength(2)
  })

  it('an update that was heard of again before its mail was sent, and fell silent once more, is reminded of then [T1048]', async () => {
    const ada = await begun(25)
    await remind()
    await ada.client.productUpdate.renew({ params: { id: ada.update }, body: { percent: 60 } })
    expect(await mails()).toEqual([undefined])
    await server.context.db.delete(outgoingMessages)
    await remind()
    expect(await rows()).toEqual([])
    await silence(ada.update, 26)
    await remind()
    expect((await mails()).map((mail) => mail?.recipient)).toEqual([ada.username])
  })

  it('no mail is sent once anything was reported of the update or the detector, by another owner too [T986]', async () => {
    const people = [await begun(25), await begun(25), await begun(25), await begun(25)]
    const [reported, again, sold, given] = people
    await remind()
    expect(await rows()).toHaveLength(4)
    await reported?.client.productUpdate.report({
      params: { id: reported.update },
      body: { productUpdateId: reported.update, success: false, errorType: 'REBOOT_ERROR' },
    })
    await begin(again?.client ?? desk.owner, again?.userProductId ?? 0)
    const [detector] = (await sold?.client.userProduct.getUserProductsForUser()) ?? []
    const { serialNumber = '', productTypeId = 0 } = detector ?? {}
    const facts = { serialNumber, productTypeId, materialVersion: 3, protocolVersion: 2 }
    const { id: bought } = await desk.owner.userProduct.getOrCreate({ body: facts })
    await begin(desk.owner, bought)
    await given?.client.userProduct.delete({ params: { id: given.userProductId } })
    expect(await mails()).toEqual([undefined, undefined, undefined, undefined])
  })

  it('simulated detectors, owners who cannot sign in or want no such mail, and what is long over get none [T987]', async () => {
    await begun(25, {}, true)
    await begun(24 * 30)
    for (const about of [{ accountLocked: true }, { isDeleted: true }, { accountValidated: false }]) {
      const { userId } = await begun(25)
      await server.context.db.update(users).set(about).where(eq(users.id, userId))
    }
    const off = await begun(25)
    await off.client.updateMails.saveOwn({ body: { isOn: false } })
    await remind()
    expect((await mails()).filter((mail) => mail !== undefined)).toEqual([])
  })
})
