// @module-tag rest
/** Mails to owners about a release: whom no mail is due to, what is in it, and that looking again finds nobody. */
import { eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { obstacleKinds } from '../../src/contract/release.ts'
import { accessories, firmwares, outgoingMessages, releaseMails, releases } from '../../src/server/db/tables.ts'
import { composeMessage } from '../../src/server/delivery/composeMessage.ts'
import { findCandidates, findNews } from '../../src/server/entities/release/findNews.ts'
import { remindExtensions } from '../../src/server/entities/proofCheck/remindExtensions.ts'
import type { Client } from '../support/apiServer.ts'
import { addBetaGroup, firmwareBody, takeStep } from '../support/catalogue.ts'
import { mailedReleasesOn, said } from '../support/mailedReleases.ts'
import { serverOnPostgres } from '../support/servers.ts'

const availableOf = async (client: Client) =>
  (await client.userProduct.getUserProductsForUser()).map(({ available }) => available?.versionName ?? null)

serverOnPostgres((server) => {
  const { desk, announce, mailed, mails, release, owner, change } = mailedReleasesOn(server)

  /** The detectors that the job would look at. */
  async function candidates(): Promise<number[]> {
    const found: number[] = []
    for (const news of await findNews(server.context.db)) found.push(...(await findCandidates(server.context.db, news, 0, 500)))
    return found
  }
  const releaseOf = async (firmwareId: number) => (await desk().releaseOf(firmwareId)).id
  /** Not by the call: what is required belongs to a draft. */
  const require = async (firmwareId: number, values: Partial<typeof releases.$inferInsert>) =>
    server.context.db
      .update(releases)
      .set(values)
      .where(eq(releases.id, await releaseOf(firmwareId)))
  const note = (firmwareId: number, changeLog: string) =>
    server.context.db.update(firmwares).set({ changeLog }).where(eq(firmwares.id, firmwareId))

  async function begin(client: Client, userProductId: number, firmwareId: number): Promise<number> {
    server.pass(1000)
    const date = server.context.clock().toISOString()
    return (await client.productUpdate.create({ body: { userProductId, firmwareId, date, now: date } })).id
  }

  it('once all have had their mail, no detector is looked at again: of an older release, of those who had it before, or of testers [T1040]', async () => {
    const { db } = server.context
    const [unknown, has, older, hardware, tester] = [
      await owner(),
      await owner(),
      await owner(),
      await owner(),
      await owner({ isBetaTester: true }),
    ]
    const old = await release('5.2')
    await require(old, { mailsOwners: false })
    const [four, five, six, beta] = [
      await release('5.4'),
      await release('5.5'),
      await desk().draft({ versionName: '5.6' }),
      await desk().draft({ versionName: '6.0' }),
    ]
    await require(five, { steppingStone: '5.4' })
    server.pass(1000)
    await desk().take(six, 'staged', said)
    await require(six, { share: 0.5, hardwareVersions: [3] })
    const groupId = await addBetaGroup(server, [tester.userId])
    await takeStep(desk().admin, beta, 'beta', { betaGroupIds: [groupId], ...said })
    hardware.ids.push(await desk().connect({ client: hardware.client, hardware: 2 }))
    await desk().install(has.id, five, has.client)
    await desk().install(older.id, old, older.client)
    const erased = await owner()
    const update = await begin(erased.client, erased.id, four)
    await erased.client.productUpdate.report({
      params: { id: update },
      body: { productUpdateId: update, success: false, errorType: 'REBOOT_ERROR', firmwareAfter: 'none' },
    })
    expect(await candidates()).toEqual(expect.arrayContaining([unknown.id, older.id, ...hardware.ids, tester.id]))
    await announce()
    expect((await mailed()).map(({ userId }) => userId)).toEqual(expect.arrayContaining([unknown.userId, older.userId, tester.userId]))
    expect(await candidates()).toEqual([])
    // What was passed over for a later one is news where that is halted.
    await db.delete(outgoingMessages)
    for (const id of [five, six]) await desk().take(id, 'halt')
    expect(await candidates()).toEqual(expect.arrayContaining([unknown.id, older.id]))
    await announce()
    expect((await mailed()).map(({ userId }) => userId)).toEqual(expect.arrayContaining([unknown.userId, older.userId]))
    expect(await candidates()).toEqual([])
    await db.update(releases).set({ mailsOwners: false })
    expect(await findNews(db)).toEqual([])
  })

  it('nothing is announced for a detector whose update may still run, neither when it is queued nor when it is sent [T1041]', async () => {
    const [running, erased, later] = [await owner(), await owner(), await owner()]
    const old = await release('5.2')
    await require(old, { mailsOwners: false })
    const update = await begin(running.client, running.id, old)
    const second = await begin(erased.client, erased.id, old)
    await erased.client.productUpdate.report({ params: { id: second }, body: { productUpdateId: second, firmwareAfter: 'none' } })
    await release('5.5')
    await announce()
    expect((await mailed()).map(({ userId }) => userId)).toEqual([later.userId])
    // Once it is connected, the page finishes what it has erased.
    expect([await availableOf(running.client), await availableOf(erased.client)]).toEqual([['5.5'], [null]])
    await begin(later.client, later.id, old)
    expect(await mails()).toEqual([undefined])
    await running.client.productUpdate.report({ params: { id: update }, body: { productUpdateId: update, success: true } })
    await server.context.db.delete(outgoingMessages)
    await announce()
    expect((await mailed()).map(({ userId }) => userId)).toEqual([running.userId])
  })

  it('an older firmware that replaces a withdrawn one is not announced as new: the mail about the recall is enough [T1042]', async () => {
    const [early, late] = [await owner(), await owner()]
    const older = await release('5.4')
    await desk().install(early.id, older, early.client)
    await desk().install(late.id, older, late.client)
    const newer = await release('5.5')
    await announce()
    await desk().install(early.id, newer, early.client)
    await desk().take(newer, 'withdraw', { confirmed: [...obstacleKinds] })
    await server.context.db.delete(outgoingMessages)
    await announce()
    expect(await mailed()).toEqual([])
    const row = { template: 'releaseOffered' as const, userId: early.userId, releaseId: await releaseOf(older) }
    const at = server.context.clock()
    await server.context.db.insert(outgoingMessages).values({ ...row, createdAt: at, dueAt: at, uselessAt: new Date(at.getTime() + 1000) })
    expect(await mails()).toEqual([undefined])
  })

  it('an account that is locked before its mail is sent gets none, and the mail once it is unlocked [T1044]', async () => {
    const { db, clock } = server.context
    const [ada, ben] = [await owner(), await owner()]
    await release('5.5')
    await db.insert(accessories).values({
      userId: ada.userId,
      serialNumber: 'L000000001',
      name: 'Round 28 cm',
      accessoryTypeId: 1,
      purchaseDate: new Date(clock().getTime() - 700 * 24 * 60 * 60 * 1000),
    })
    const remind = () => remindExtensions({ db, clock })
    const reminders = () => db.select().from(outgoingMessages).where(eq(outgoingMessages.template, 'extensionEnds'))
    await announce()
    await remind()
    await change(ada.userId, { accountLocked: true })
    expect((await mails()).map((mail) => mail?.recipient)).toEqual([undefined, ben.username])
    const [reminder] = await reminders()
    expect(reminder && (await composeMessage(server.context, reminder, clock()))).toBeUndefined()
    await db.delete(outgoingMessages)
    await change(ada.userId, { accountLocked: false })
    await announce()
    await remind()
    expect((await mails()).map((mail) => mail?.recipient)).toEqual([ada.username])
    expect((await reminders()).map(({ userId }) => userId)).toEqual([ada.userId])
  })

  it('the mail says what is new in each version since the installed one, newest first, and only of the newest where none is known [T1051]', async () => {
    const versions = await Promise.all(
      ['5.2', '5.3', '5.4', '5.5'].map(async (versionName) => [versionName, await desk().draft({ versionName })] as const),
    )
    for (const [versionName, id] of versions) {
      server.pass(1000)
      await note(id, `- New in ${versionName}`)
      await desk().take(id, 'released', said)
    }
    const [ada, ben] = [await owner({}, 2), await owner()]
    const [oldest, , four] = versions.map(([, id]) => id)
    await desk().install(ada.ids[0] ?? 0, four ?? 0, ada.client)
    await desk().install(ada.ids[1] ?? 0, oldest ?? 0, ada.client)
    await announce()
    const [toAda, toBen] = await mails()
    expect(toAda?.text).toContain('\n\nWhat is new:\n5.5\n• New in 5.5\n5.4\n• New in 5.4\n5.3\n• New in 5.3\n\n')
    expect(toBen?.recipient).toBe(ben.username)
    expect(toBen?.text).toContain('\n\nWhat is new:\n• New in 5.5\n\n')
  })

  it('a language that comes back as a draft is announced once it is released, also of a release older than such mails [T1047]', async () => {
    const { db } = server.context
    const given = { versionName: '5.3', productIds: [desk().productId], isActive: false }
    const english = await desk().draft(given)
    const { id: french } = await desk().admin.firmware.create({ body: { ...firmwareBody(given), language: 'Français' } })
    await desk().admin.firmware.remove({ params: { id: french } })
    server.pass(1000)
    await desk().take(english, 'released', said)
    await require(english, { mailsOwners: false })
    await desk().admin.firmware.restore({ params: { id: french } })
    const [back] = await db
      .select()
      .from(releases)
      .where(eq(releases.id, await releaseOf(french)))
    expect(back).toMatchObject({ offeredAt: null, mailsOwners: true })
    expect(await db.$count(releaseMails, inArray(releaseMails.releaseId, [back?.id ?? 0]))).toBe(0)
  })
})
