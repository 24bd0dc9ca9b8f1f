/** Beta groups: their calls, who is offered what through them, and members that several people change at once. */
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { listRowsMax, membersMax } from '../../src/contract/rules.ts'
import { rowsOf } from '../../src/server/db/rowsOf.ts'
import { betaGroups, betaGroupUsers, users } from '../../src/server/db/tables.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { listBody } from '../support/lists.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const noChanges = { addedIds: [], removedIds: [] }

serverOnPostgres((server) => {
  const [admin, staff, tester] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE', 'ROLE_CUSTOMER')
  let productId = 0
  let betaId = 0
  let made = 0

  async function addTester(): Promise<number> {
    made += 1
    return server.addUser({ username: `tester${made}@example.com`, isBetaTester: true })
  }
  async function addGroup(userIds: number[] = [], firmwareIds: number[] = []): Promise<number> {
    made += 1
    const body = { name: `Group ${made}`, selectedFirmwareIds: firmwareIds, selectedUserIds: userIds }
    return (await staff.betaGroup.create({ body })).id
  }
  const get = (id: number) => staff.betaGroup.get({ params: { id } })
  const userIdsOf = async (id: number) => (await get(id)).users.map((user) => user.id).toSorted((one, other) => one - other)
  const update = (id: number, change: object) =>
    staff.betaGroup.update({
      params: { id },
      body: {
        name: `Group of ${id}`,
        selectedFirmwareIds: [],
        selectedUserIds: [],
        firmwareChanges: noChanges,
        userChanges: noChanges,
        version: undefined,
        ...change,
      },
    })
  const offered = async () =>
    (await tester.firmware.getAllForProductAndUser({ params: { productId } })).map(({ versionName }) => versionName)

  beforeAll(async () => {
    await server.context.db
      .update(users)
      .set({ isBetaTester: true })
      .where(eq(users.id, tester.held.current?.id ?? 0))
    productId = await addProduct(admin)
    betaId = await addFirmware(admin, { versionName: '2.0-beta', productIds: [productId], betaGroupIds: [] })
  })

  it('is created with its firmwares and users, listed with their numbers, and found by name [T159]', async () => {
    const id = await addGroup([await addTester(), await addTester()], [betaId])
    const shown = await get(id)
    expect(shown).toMatchObject({ nbUsers: 2, nbFirmwares: 1, isDeleted: false, firmwares: [{ id: betaId, tostring: '2.0-beta (en)' }] })
    const { items } = await staff.betaGroup.getB122TableResults({ body: listBody({ search: shown.name }) })
    expect(items).toEqual([{ id, name: shown.name, nbUsers: 2, nbFirmwares: 1, isDeleted: false }])
    await expect(staff.betaGroup.getAll({ query: { search: shown.name } })).resolves.toEqual([{ id, tostring: shown.name }])
  })

  it('leaves none out of the choices that the specification asks for, and says the first that a search finds', async () => {
    const { db } = server.context
    const many = Array.from({ length: listRowsMax + 1 }, (_, index) => ({ name: `Crowd ${index}` }))
    const ids = (await db.insert(betaGroups).values(many).returning({ id: betaGroups.id })).map(({ id }) => id)
    const all = await staff.betaGroup.getAll({ query: { search: undefined } })
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    expect(await staff.betaGroup.getAll({ query: { search: 'crowd' } })).toHaveLength(listRowsMax)
    await db.delete(betaGroups).where(inArray(betaGroups.id, ids))
  })

  it('refuses a name that is taken, in any case, and a record that cannot be a member', async () => {
    const { name } = await get(await addGroup())
    const body = { name: name.toUpperCase(), selectedFirmwareIds: [], selectedUserIds: [] }
    await expect(staff.betaGroup.create({ body })).rejects.toMatchObject({ code: 'name.already.exists.error', invalidField: 'name' })
    const released = await addFirmware(admin, { productIds: [productId] })
    const customer = await server.addUser({ username: 'customer-only@example.com' })
    for (const members of [{ selectedFirmwareIds: [released] }, { selectedUserIds: [customer] }, { selectedUserIds: [999_999] }])
      await expect(staff.betaGroup.create({ body: { ...body, name: 'Other', ...members } })).rejects.toMatchObject(notFound)
  })

  it('replaces all members by the ids that the specification repeats [T161]', async () => {
    const [one, two] = [await addTester(), await addTester()]
    const id = await addGroup([one])
    await update(id, { selectedUserIds: [two], userChanges: undefined, firmwareChanges: undefined })
    expect(await userIdsOf(id)).toEqual([two])
  })

  it('keeps what others change meanwhile, from the group’s, the user’s and the firmware’s form [T162]', async () => {
    const [one, two, three] = [await addTester(), await addTester(), await addTester()]
    const id = await addGroup([one, two])
    await Promise.all([
      update(id, { userChanges: { addedIds: [three], removedIds: [] } }),
      update(id, { userChanges: { addedIds: [], removedIds: [one] } }),
    ])
    expect(await userIdsOf(id)).toEqual([two, three])
    await server.context.db.insert(betaGroupUsers).values({ betaGroupId: id, userId: one })
    await update(id, {})
    expect(await userIdsOf(id)).toEqual([one, two, three])
  })

  it('a beta firmware is offered through a group until that is deleted, and again once it is restored [T163]', async () => {
    const id = await addGroup([tester.held.current?.id ?? 0], [betaId])
    expect(await offered()).toContain('2.0-beta')
    await staff.betaGroup.remove({ params: { id } })
    expect(await offered()).not.toContain('2.0-beta')
    expect((await staff.betaGroup.getAll({ query: { search: undefined } })).map((group) => group.id)).not.toContain(id)
    await staff.betaGroup.restore({ params: { id } })
    expect(await offered()).toContain('2.0-beta')
    expect(await get(id)).toMatchObject({ nbUsers: 1, nbFirmwares: 1 })
  })

  it(`holds ${membersMax.toLocaleString('en')} users, by the specification’s repeated ids [T160]`, { tags: 'rest' }, async () => {
    const added = await server.context.db.execute(sql`
      insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country, account_validated, is_beta_tester)
      select 'many' || number || '@example.com', '', 'Many', number, '+33', '612345678', 'FR', true, true
      from generate_series(0, ${membersMax - 1}::int) as number returning id`)
    const id = await addGroup(rowsOf(added).map((row) => Number(row['id'])))
    expect((await get(id)).nbUsers).toBe(membersMax)
    const found = await staff.betaGroup.getUsers({ params: { id }, query: { search: 'many19999' } })
    expect(found.map(({ tostring }) => tostring)).toEqual(['Many 19999 (many19999@example.com)'])
  })
})
