// @module-tag rest
/** Testers of a beta group by their addresses: who is found, who is added, and what the histories say of it. */
import { and, desc, eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditEntries, betaGroupUsers, users } from '../../src/server/db/tables.ts'
import { bearer, failure } from '../support/apiServer.ts'
import { staffForm } from '../support/ownContact.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const idsOf = (choices: readonly { id: number }[]) => choices.map(({ id }) => id)

serverOnPostgres((server) => {
  const [staff] = signedIn(server, 'ROLE_BE')
  let made = 0

  async function addGroup(userIds: number[] = []): Promise<number> {
    made += 1
    return (await staff.betaGroup.create({ body: { name: `Pasted ${made}`, selectedFirmwareIds: [], selectedUserIds: userIds } })).id
  }
  const find = (id: number, addresses: string[]) => staff.betaGroup.findTesters({ params: { id }, body: { addresses } })
  const add = (id: number, addresses: string[]) => staff.betaGroup.addTesters({ params: { id }, body: { addresses } })
  const entriesOf = (entity: 'user' | 'betaGroup', recordIds: number[]) =>
    server.context.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.entity, entity), inArray(auditEntries.recordId, recordIds), eq(auditEntries.action, 'update')))
      .orderBy(desc(auditEntries.id))

  it('are sorted by what they belong to; a deleted account is not found [T721]', async () => {
    const [plain, member, back, gone] = await Promise.all([
      server.join(),
      server.join({ isBetaTester: true }),
      server.join({ role: 'ROLE_BE' }),
      server.join({ isDeleted: true }),
    ])
    const id = await addGroup([member.userId])
    const addresses = [plain, member, back, gone].map(({ username }) => username)
    const found = await find(id, [...addresses, addresses[0]?.toUpperCase() ?? '', 'nobody@example.com'])
    expect({ found: idsOf(found.found), inGroup: idsOf(found.inGroup), staff: idsOf(found.staff), notFound: found.notFound }).toEqual({
      found: [plain.userId],
      inGroup: [member.userId],
      staff: [back.userId],
      notFound: [gone.username, 'nobody@example.com'],
    })
  })

  it('become testers and members together, each with an entry in the history, and only once [T722]', async () => {
    const [one, two, back] = [await server.join(), await server.join({ isBetaTester: true }), await server.join({ role: 'ROLE_ADMIN' })]
    const other = await addGroup([two.userId])
    const id = await addGroup()
    const addresses = [one.username, two.username, back.username, 'nobody@example.com']
    await expect(add(id, addresses)).resolves.toEqual({ id, nbAdded: 2 })
    await expect(add(id, addresses)).resolves.toEqual({ id, nbAdded: 0 })
    const shown = await staff.betaGroup.get({ params: { id } })
    expect(idsOf(shown.users).toSorted((first, second) => first - second)).toEqual([one.userId, two.userId])
    const [rowOfOne, rowOfBack] = await Promise.all(
      [one, back].map(async ({ userId }) => (await server.context.db.select().from(users).where(eq(users.id, userId)))[0]),
    )
    expect([rowOfOne?.isBetaTester, rowOfBack?.isBetaTester]).toEqual([true, false])
    const name = shown.name
    const { name: otherName } = await staff.betaGroup.get({ params: { id: other } })
    const userId = staff.held.current?.id
    expect(await entriesOf('user', [one.userId])).toMatchObject([
      { userId, before: { isBetaTester: false, selectedBetaGroupIds: [] }, after: { isBetaTester: true, selectedBetaGroupIds: [name] } },
    ])
    const [entry] = await entriesOf('user', [two.userId])
    expect(entry?.before).toEqual({ selectedBetaGroupIds: [otherName] })
    expect(entry?.after).toEqual({ selectedBetaGroupIds: [otherName, name] })
    expect(await entriesOf('betaGroup', [id])).toMatchObject([{ userId, before: { nbUsers: 0 }, after: { nbUsers: 2 } }])
    expect(await entriesOf('user', [back.userId])).toEqual([])
  })

  it('2,000 at once are added, by two requests at the same time too', async () => {
    const { db } = server.context
    const about = { firstname: 'Many', phonePrefix: '+33', phoneNumber: '612345678', country: 'FR', passwordHash: '', origin: 'TEST' }
    const addresses = Array.from({ length: 2_000 }, (_, index) => `pasted${index}@example.com`)
    const rows = addresses.map((username, index) => ({ ...about, lastname: String(index), username, role: 'ROLE_CUSTOMER' as const }))
    await db.insert(users).values(rows)
    const id = await addGroup()
    const answers = await Promise.all([add(id, addresses), add(id, addresses.toReversed())])
    expect(answers.map(({ nbAdded }) => nbAdded).toSorted((one, two) => one - two)).toEqual([0, 2_000])
    expect(await db.$count(betaGroupUsers, eq(betaGroupUsers.betaGroupId, id))).toBe(2_000)
  })

  it('do not deadlock with the forms of their users and of the group', async () => {
    const tester = await server.join({ isBetaTester: true })
    const { username, userId } = await server.join()
    const id = await addGroup()
    const { name } = await staff.betaGroup.get({ params: { id } })
    const form = { ...staffForm, username, isBetaTester: true, betaGroupChanges: { addedIds: [id], removedIds: [] } }
    const group = { name, selectedFirmwareIds: [], selectedUserIds: [], userChanges: { addedIds: [tester.userId], removedIds: [] } }
    for (let round = 0; round < 5; round += 1)
      await Promise.all([
        staff.user.update({ params: { id: userId }, body: form }),
        add(id, [username, tester.username]),
        staff.betaGroup.update({ params: { id }, body: group }),
      ])
    expect(idsOf((await staff.betaGroup.get({ params: { id } })).users)).toEqual(expect.arrayContaining([userId, tester.userId]))
  })

  it('of no group or a deleted one are refused, and what is no address', async () => {
    const id = await addGroup()
    await staff.betaGroup.remove({ params: { id } })
    for (const call of [find, add]) {
      await expect(call(999_999, ['a@example.com'])).rejects.toMatchObject({ code: 'resource.not.found', status: 404 })
      await expect(call(id, ['a@example.com'])).rejects.toMatchObject({ code: 'record.deleted.error' })
    }
    const headers = { ...bearer(staff), 'content-type': 'application/json' }
    for (const addresses of [
      [],
      ['no address'],
      ['a\0@example.com'],
      Array.from({ length: 2_001 }, (_, index) => `a${index}@example.com`),
    ]) {
      const body = JSON.stringify({ addresses })
      const refused = await failure(await server.request(`/betaGroup/${id}/findTesters`, { method: 'POST', body, headers }))
      expect([400, 403, 413]).toContain(refused.status)
    }
  })
})
