/** When two approvals are two people's (docs/security.md, 51), and how many people a beta may reach without one. */
// @module-tag rest
import { and, eq, not, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { betaGroups, betaGroupUsers, outgoingMessages, users } from '../../src/server/db/tables.ts'
import { isLargeBeta } from '../../src/server/entities/offers/guardOffers.ts'
import { erasePerson } from '../../src/server/personalData/erasePerson.ts'
import { type Client, newAddress, onceOnly } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, addProduct, releaseIdOf, takeStep as take } from '../support/catalogue.ts'
import { staffForm } from '../support/ownContact.ts'
import { serverOnPostgresWith, signedIn } from '../support/servers.ts'

const dayMs = 86_400_000
const adminForm = (username: string) => ({ ...staffForm, username, role: 'ROLE_ADMIN' as const, selectedBetaGroupIds: [] })

async function draft(by: Client): Promise<number> {
  return addFirmware(by, { productIds: [await addProduct(by)], isActive: false })
}

/** Whether a release may go out that one approves and another offers. */
async function approves(by: Client, taker: Client): Promise<boolean> {
  const id = await draft(by)
  await by.release.approve({ params: { id: await releaseIdOf(by, id) }, body: {} })
  return take(taker, id, 'released').then(
    () => true,
    () => false,
  )
}

const approveEachOther = async (one: Client, two: Client) => [await approves(one, two), await approves(two, one)]

serverOnPostgresWith({ RELEASE_APPROVERS: '2' }, (server) => {
  const approval = { code: 'release.approval.error' }
  const [admin] = signedIn(server, 'ROLE_ADMIN')

  it('an account that one of them has made, promoted, restored or reset is no other, whichever of them approves', async () => {
    const made = newAddress()
    await admin.user.create({ body: { ...adminForm(made), password: 'kf82mwqz9 made by me' }, ...onceOnly() })
    const promoted = await server.join()
    await admin.user.update({ params: { id: promoted.userId }, body: adminForm(promoted.username) })
    const restored = await server.join({ role: 'ROLE_ADMIN' })
    await admin.user.remove({ params: { id: restored.userId } })
    await admin.user.restore({ params: { id: restored.userId } })
    const reset = await server.join({ role: 'ROLE_ADMIN' })
    await admin.user.update({ params: { id: reset.userId }, body: { ...adminForm(reset.username), password: 'kf82mwqz9 reset by me' } })
    server.pass(30 * dayMs)
    const [boss, other] = [await server.signInAs('ROLE_ADMIN'), await server.enter(admin.held.current?.username ?? '')]
    for (const username of [made, promoted.username, restored.username, reset.username]) {
      const account = await server.enter(username)
      await server.context.db.update(users).set({ passwordDue: null }).where(eq(users.username, username))
      expect([username, ...(await approveEachOther(account, other))]).toEqual([username, false, false])
      expect([username, await approves(account, boss)]).toEqual([username, true])
    }
  })

  it('nor is an account that one of them has come by over another one, also an erased one, or that has the same giver', async () => {
    const { db, clock } = server.context
    const make = async (by: Client) => {
      const username = newAddress()
      const { id } = await by.user.create({ body: { ...adminForm(username), password: 'kf82mwqz9 made by one' }, ...onceOnly() })
      await db.update(users).set({ passwordDue: null }).where(eq(users.id, id))
      return { id, username }
    }
    const { username } = await server.join({ role: 'ROLE_ADMIN' })
    const boss = await server.enter(username)
    const [between, sister] = [await make(boss), await make(boss)]
    const last = await make(await server.enter(between.username))
    server.pass(30 * dayMs)
    const other = await server.signInAs('ROLE_ADMIN')
    const [first, second, third] = [await server.enter(username), await server.enter(last.username), await server.enter(sister.username)]
    expect(await approveEachOther(first, second)).toEqual([false, false])
    expect(await approveEachOther(second, third)).toEqual([false, false])
    for (const account of [first, second]) expect(await approveEachOther(account, other)).toEqual([true, true])
    await erasePerson(db, between.id, clock())
    expect(await approveEachOther(first, second)).toEqual([false, false])
  })

  it('somebody who has been an administrator for less than seven days approves nothing; whom the operator made does', async () => {
    const promoted = await server.join()
    const [boss, other] = [await server.signInAs('ROLE_ADMIN'), await server.signInAs('ROLE_ADMIN')]
    await boss.user.update({ params: { id: promoted.userId }, body: adminForm(promoted.username) })
    expect(await approves(await server.enter(promoted.username), other)).toBe(false)
    server.pass(7 * dayMs - 1)
    expect(await approves(await server.enter(promoted.username), await server.signInAs('ROLE_ADMIN'))).toBe(false)
    server.pass(1)
    expect(await approves(await server.enter(promoted.username), await server.signInAs('ROLE_ADMIN'))).toBe(true)
    expect(await approves(await server.signInAs('ROLE_ADMIN'), await server.signInAs('ROLE_ADMIN'))).toBe(true)
  })

  it('every other administrator is told of a new one, and nobody of an account that is none', async () => {
    const boss = await server.signInAs('ROLE_ADMIN')
    const others = await server.context.db.$count(users, and(eq(users.role, 'ROLE_ADMIN'), not(users.isDeleted)))
    const username = newAddress()
    const { id } = await boss.user.create({ body: { ...adminForm(username), password: 'kf82mwqz9 of a new one' }, ...onceOnly() })
    const told = () => server.context.db.$count(outgoingMessages, eq(outgoingMessages.aboutUserId, id))
    expect(await told()).toBe(others)
    await boss.user.update({ params: { id }, body: { ...adminForm(username), role: 'ROLE_BE' } })
    expect(await told()).toBe(others)
  })

  it('a beta of a few people waits for nobody; one of many is an offer to all, however it grows', async () => {
    const [boss, second] = [await server.signInAs('ROLE_ADMIN'), await server.signInAs('ROLE_ADMIN')]
    const people = async (count: number) => {
      const ids: number[] = []
      for (let index = 0; index < count; index += 1) ids.push((await server.join({ isBetaTester: true })).userId)
      return ids
    }
    const few = await people(20)
    const groupId = await addBetaGroup(server, few)
    const id = await addFirmware(boss, { productIds: [await addProduct(boss)], isActive: false, betaGroupIds: [groupId] })
    const params = { id: await releaseIdOf(boss, id) }
    await take(boss, id, 'beta')
    const [one] = await people(1)
    const { username } = await server.join()
    const usernames = [username]
    const { name } = await boss.betaGroup.get({ params: { id: groupId } })
    const group = { name, selectedFirmwareIds: [id], selectedUserIds: few }
    await expect(boss.userBatch.create({ body: { kind: 'addToGroup', groupId, userIds: [one ?? 0] } })).rejects.toMatchObject(approval)
    await expect(boss.betaGroup.addTesters({ params: { id: groupId }, body: { addresses: usernames } })).rejects.toMatchObject(approval)
    await expect(
      boss.betaGroup.update({ params: { id: groupId }, body: { ...group, selectedUserIds: [...few, one ?? 0] } }),
    ).rejects.toMatchObject(approval)
    expect(await server.context.db.$count(betaGroupUsers, eq(betaGroupUsers.betaGroupId, groupId))).toBe(20)
    await take(boss, id, 'halt')
    await boss.betaGroup.addTesters({ params: { id: groupId }, body: { addresses: usernames } })
    await expect(take(boss, id, 'resume')).rejects.toMatchObject(approval)
    await boss.release.approve({ params, body: {} })
    await expect(take(boss, id, 'resume')).rejects.toMatchObject(approval)
    await second.release.approve({ params, body: {} })
    await take(boss, id, 'resume')
  })

  it('a beta may reach a twentieth of the owners of a model, and fifty people at most', async () => {
    const boss = await server.signInAs('ROLE_ADMIN')
    const productId = await addProduct(boss)
    const id = await addFirmware(boss, { productIds: [productId], isActive: false, betaGroupIds: [await addBetaGroup(server, [])] })
    const releaseId = await releaseIdOf(boss, id)
    const { db } = server.context
    const isLarge = async (people: number) => {
      const [group] = await db
        .insert(betaGroups)
        .values({ name: `Of ${people}` })
        .returning({ id: betaGroups.id })
      await db.execute(sql`
        with made as (insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country, is_beta_tester)
          select 'beta' || ${people}::int || '.' || n || '@example.net', 'none', 'A', 'B', '+33', '600000000', 'FR', true
          from generate_series(1, ${people}::int) as n returning id)
        insert into beta_group_users (beta_group_id, user_id) select ${group?.id}, id from made`)
      return isLargeBeta(db, releaseId, [group?.id ?? 0])
    }
    const own = (owners: number) =>
      db.execute(sql`
        with made as (insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country)
          select 'owner' || ${owners}::int || '.' || n || '@example.net', 'none', 'A', 'B', '+33', '600000000', 'FR'
          from generate_series(1, ${owners}::int) as n returning id)
        insert into user_products (user_id, product_id, serial_number, material_version, protocol_version, product_type_id, created_at)
        select id, ${productId}, 'S' || id, 1, 1, 6, now() from made`)
    expect([await isLarge(20), await isLarge(21)]).toEqual([false, true])
    await own(600)
    expect([await isLarge(30), await isLarge(31)]).toEqual([false, true])
    await own(900)
    expect([await isLarge(50), await isLarge(51)]).toEqual([false, true])
  })
})
