// @module-tag rest
/** Mails to owners about a release that they are offered: who gets one, and that nobody gets two. */
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { firmwares, outgoingMessages, releaseMails, releases, userProducts } from '../../src/server/db/tables.ts'
import { announceReleases } from '../../src/server/entities/release/announce.ts'
import type { Client } from '../support/apiServer.ts'
import { addBetaGroup, takeStep } from '../support/catalogue.ts'
import { goesOn, mailedReleasesOn, mailTemplates, said } from '../support/mailedReleases.ts'
import { seededRandom } from '../support/seededRandom.ts'
import { serverOnPostgres } from '../support/servers.ts'

const byNumber = (one: number | null, other: number | null) => (one ?? 0) - (other ?? 0)

serverOnPostgres((server) => {
  const { desk, announce, rows, mailed, mails, release, owner, change } = mailedReleasesOn(server)

  it('owners get one mail in their language, with product, nickname, version, what is new and the detector’s page [T978]', async () => {
    const older = await release('5.4')
    const ada = await owner({}, 2)
    const jean = await owner({ locale: 'fr' })
    await ada.client.userProduct.rename({ params: { id: ada.id }, body: { nickname: 'Beach' } })
    await desk().install(jean.id, older, jean.client)
    await announce()
    await server.context.db.delete(outgoingMessages)
    await release('5.5')
    for (let round = 0; round < 3; round += 1) await announce()
    expect(await mailed()).toEqual([
      { userId: ada.userId, template: 'releaseOffered' },
      { userId: jean.userId, template: 'releaseOffered' },
    ])
    const [toAda, toJean] = await mails()
    expect(toAda).toMatchObject({ recipient: ada.username, subject: 'New firmware for your Fieldport detector' })
    const model = `Model ${desk().productTypeId}`
    expect(toAda?.text).toContain(`\n\n${model} “Beach”: version 5.5\n\n${model}: version 5.5\n\nWhat is new:\n• Quieter on wet sand\n\n`)
    expect(toAda?.text).toContain(`\nhttp://portal.test/equipment/${ada.id}\n`)
    expect(toAda?.html).toContain('What is new:<br>• Quieter on wet sand')
    expect(toJean).toMatchObject({ recipient: jean.username, subject: 'Un nouveau firmware pour votre détecteur Fieldport' })
    expect(toJean?.text).toContain(`${model}\u00A0: version 5.5`)
    expect(toAda?.switchOffLink).toMatch(/^http:\/\/portal\.test\/unsubscribe\/[\w-]{43}$/)
  })

  it('those who have it, are locked, deleted, unconfirmed or have switched such mails off get none [T979]', async () => {
    const [has, gave, ...others] = [await owner(), await owner(), await owner(), await owner(), await owner(), await owner()]
    const [locked, deleted, unconfirmed, off] = others
    const newer = await release('5.5')
    await desk().install(has.id, newer, has.client)
    await gave.client.userProduct.delete({ params: { id: gave.id } })
    await off?.client.updateMails.saveOwn({ body: { isOn: false } })
    await change(locked?.userId ?? 0, { accountLocked: true })
    await change(deleted?.userId ?? 0, { isDeleted: true })
    await change(unconfirmed?.userId ?? 0, { accountValidated: false })
    await announce()
    expect(await mailed()).toEqual([])
    // In force again.
    await change(locked?.userId ?? 0, { accountLocked: false })
    await announce()
    expect((await mailed()).map(({ userId }) => userId)).toEqual([locked?.userId])
  })

  it('what was installed, held, halted or withdrawn before its mail is sent is not sent; once it goes on, it is [T980]', async () => {
    const [ada, bob] = [await owner(), await owner()]
    const newer = await release('5.5')
    await announce()
    await desk().install(bob.id, newer, bob.client)
    // Installed meanwhile.
    expect((await mails()).map((mail) => mail?.recipient)).toEqual([ada.username, undefined])
    await desk().take(newer, 'halt')
    expect(await mails()).toEqual([undefined, undefined])
    await server.context.db.delete(outgoingMessages)
    await announce()
    expect(await mailed()).toEqual([])
    await desk().take(newer, 'resume')
    await announce()
    expect(await mailed()).toEqual([{ userId: ada.userId, template: 'releaseOffered' }])
    const params = { id: (await desk().releaseOf(newer)).id }
    await desk().admin.release.hold({ params, body: { hardwareVersions: [3], reasonEn: 'A fault.', reasonFr: 'Un défaut.' } })
    expect(await mails()).toEqual([undefined])
  })

  it('a beta goes to testers of its groups, also those who join later, in its own words; its release to the others [T981]', async () => {
    const [tester, later, other] = [await owner({ isBetaTester: true }), await owner({ isBetaTester: true }), await owner()]
    const groupId = await addBetaGroup(server, [])
    const join = ({ userId }: { userId: number }) =>
      server.context.db.execute(sql`insert into beta_group_users (beta_group_id, user_id) values (${groupId}, ${userId})`)
    await join(tester)
    const id = await desk().draft({ versionName: '5.5' })
    await takeStep(desk().admin, id, 'beta', { betaGroupIds: [groupId], ...said })
    await announce()
    expect(await mailed()).toEqual([{ userId: tester.userId, template: 'betaOffered' }])
    await join(later)
    await announce()
    const [first, second] = await mails()
    expect(first?.subject).toBe('A beta firmware for your Fieldport detector')
    expect(first?.text).toContain('A beta for your detector is offered to your group.')
    expect(second?.recipient).toBe(later.username)
    await desk().take(id, 'released', said)
    await announce()
    expect((await mailed()).slice(2)).toEqual([{ userId: other.userId, template: 'releaseOffered' }])
    // The mail says what it is when it is sent.
    expect((await mails()).map((mail) => mail?.subject)).toEqual(Array<string>(3).fill('New firmware for your Fieldport detector'))
  })

  it('new owners and those of a larger share get it too, each person once, by two servers at once [T982]', async () => {
    const people = [await owner(), await owner(), await owner(), await owner(), await owner(), await owner()]
    const id = await desk().draft({ versionName: '5.5' })
    server.pass(1000)
    await desk().take(id, 'staged', said)
    const { id: releaseId } = await desk().releaseOf(id)
    const grow = (share: number) => server.context.db.update(releases).set({ share }).where(eq(releases.id, releaseId))
    const reached = async () => {
      await Promise.all([announce(), announce()])
      return (await mailed()).map(({ userId }) => userId).toSorted(byNumber)
    }
    await grow(0)
    expect(await reached()).toEqual([])
    await grow(0.5)
    const half = await reached()
    await grow(1)
    const all = await reached()
    expect(all).toEqual(people.map(({ userId }) => userId).toSorted(byNumber))
    expect(all).toEqual(expect.arrayContaining(half))
    const newcomer = await owner()
    expect(await reached()).toEqual([...all, newcomer.userId].toSorted(byNumber))
  })

  it('a server that is killed on the way forgets nobody and mails nobody twice [T983]', async () => {
    const people = [await owner(), await owner(), await owner(), await owner(), await owner()]
    await release('5.5')
    let asked = 0
    const dying = {
      ...server.context,
      clock: () => {
        asked += 1
        if (asked === 2) throw new Error('killed')
        return server.context.clock()
      },
    }
    await expect(announceReleases(dying, goesOn, 2)).rejects.toThrow('killed')
    expect(await rows()).toHaveLength(2)
    expect(await server.context.db.$count(releaseMails, eq(releaseMails.userId, people[2]?.userId ?? 0))).toBe(0)
    await expect(announceReleases(server.context, AbortSignal.abort(), 2)).rejects.toThrow(/abort/i)
    await announceReleases(server.context, goesOn, 2)
    const sent = await rows()
    expect(sent.map(({ userId }) => userId)).toEqual(people.map(({ userId }) => userId))
    // Apart from one another, so that codes are sent in between.
    expect(sent[4]?.dueAt.getTime()).toBeGreaterThan(sent[3]?.dueAt.getTime() ?? 0)
  })

  it('are those whose list names the release as available, whatever groups, shares, holds, hardware and updates say [T984]', async () => {
    const random = seededRandom(30)
    const chance = (part: number) => random() < part
    const { db } = server.context
    const groupId = await addBetaGroup(server, [])
    const versions = ['5.2', '5.3', '5.4', '5.5', '5.6']
    const ids: number[] = []
    for (const versionName of versions) {
      ids.push(await desk().draft({ versionName }))
      server.pass(1000)
    }
    for (const id of ids.slice(0, 3)) await desk().take(id, 'released', said)
    await db.update(releases).set({ mailsOwners: true })
    const people: { client: Client; userId: number }[] = []
    for (let count = 0; count < 24; count += 1) {
      const isBetaTester = chance(0.5)
      const { username, userId } = await server.join({ isBetaTester, locale: chance(0.5) ? 'en' : 'fr' })
      const client = await server.enter(username)
      people.push({ client, userId })
      if (chance(0.6)) await db.execute(sql`insert into beta_group_users (beta_group_id, user_id) values (${groupId}, ${userId})`)
      for (let detectors = chance(0.3) ? 2 : 1; detectors > 0; detectors -= 1) {
        const detector = await desk().connect({ client, hardware: chance(0.5) ? 2 : 3 })
        if (chance(0.6)) await desk().install(detector, ids[chance(0.5) ? 0 : 1] ?? 0, client)
      }
    }
    for (const id of ids.slice(3)) await takeStep(desk().admin, id, 'beta', { betaGroupIds: [groupId], ...said })
    // Its testers are offered it whatever its share.
    await desk().take(ids[3] ?? 0, 'staged', said)
    const releaseIds = await Promise.all(ids.map(async (id) => (await desk().releaseOf(id)).id))
    const held = { params: { id: releaseIds[2] ?? 0 }, body: { hardwareVersions: [2], reasonEn: 'A fault.', reasonFr: 'Un défaut.' } }
    await desk().admin.release.hold(held)
    const seen = new Set<string>()
    const expected = new Set<string>()
    for (const share of [0.2, 0.6, 1]) {
      await db
        .update(releases)
        .set({ share })
        .where(eq(releases.id, releaseIds[3] ?? 0))
      await announce()
      for (const { client, userId } of people)
        for (const { available } of await client.userProduct.getUserProductsForUser())
          if (available !== null) expected.add(`${userId} ${available.versionName}`)
      const sent = await db
        .select({ userId: releaseMails.userId, versionName: firmwares.versionName })
        .from(releaseMails)
        .innerJoin(firmwares, eq(firmwares.releaseId, releaseMails.releaseId))
        .where(inArray(releaseMails.releaseId, releaseIds))
      for (const { userId, versionName } of sent) seen.add(`${userId} ${versionName}`)
      expect([...seen].toSorted()).toEqual([...expected].toSorted())
    }
    expect(new Set([...seen].map((one) => one.split(' ')[1]))).toEqual(new Set(['5.3', '5.4', '5.5', '5.6']))
    expect(await db.$count(outgoingMessages, inArray(outgoingMessages.template, [...mailTemplates]))).toBe(seen.size)
    const userIds = people.map(({ userId }) => userId)
    expect(await db.$count(userProducts, inArray(userProducts.userId, userIds))).toBeGreaterThan(24)
  })
})
