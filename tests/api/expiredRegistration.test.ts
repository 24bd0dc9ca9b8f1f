// @module-tag rest
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditEntries, products, userProducts, users } from '../../src/server/db/tables.ts'
import { purgeExpired } from '../../src/server/jobs/purgeExpired.ts'
import { newAddress, password } from '../support/apiServer.ts'
import { moveAddress, registration, staffForm } from '../support/ownContact.ts'
import { serverOnPostgres } from '../support/servers.ts'

const dayMs = 24 * 60 * 60_000
const taken = { code: 'email.already.exists.error', status: 403 }

serverOnPostgres((server) => {
  const register = (username: string) => server.client().register.register({ body: registration(username) })
  const find = async (username: string) => (await server.context.db.select().from(users).where(eq(users.username, username)))[0]

  it('forgets a registration that nobody validated within seven days, and nothing else', async () => {
    const { db } = server.context
    const unvalidated = newAddress()
    await register(unvalidated)
    const kept = await Promise.all(
      [
        { accountValidated: true },
        { accountValidated: false, origin: 'APP' },
        { accountValidated: false, origin: 'STAFF' },
        { accountValidated: false, subscriptionName: 'PREMIUM' },
        { accountValidated: false, isDeleted: true },
      ].map((about) => server.join(about)),
    )
    const owner = await server.join({ accountValidated: false })
    const [product] = await db.insert(products).values({ name: 'Kept', typeName: 'WS6', typeId: 6 }).returning()
    await db.insert(userProducts).values({
      userId: owner.userId,
      productId: product?.id ?? 0,
      serialNumber: '0A1B2C3D4E',
      materialVersion: 1,
      protocolVersion: 1,
      productTypeId: 6,
    })
    const author = await server.join({ accountValidated: false })
    await db.insert(auditEntries).values({ entity: 'product', recordId: 1, action: 'update', userId: author.userId, date: new Date() })

    server.pass(7 * dayMs)
    await purgeExpired(server.context)
    await expect(find(unvalidated)).resolves.toBeDefined()
    server.pass(1)
    await purgeExpired(server.context)
    await expect(find(unvalidated)).resolves.toBeUndefined()
    for (const { username } of [...kept, owner, author]) await expect(find(username)).resolves.toBeDefined()
  })

  it('frees the address of such a registration also before it is forgotten, for all that want it', async () => {
    const [again, changed, created] = [newAddress(), newAddress(), newAddress()]
    for (const username of [again, changed, created]) {
      await register(username)
      await expect(register(username)).rejects.toMatchObject(taken)
    }
    server.pass(7 * dayMs + 1)
    const before = await find(again)
    await register(again)
    expect((await find(again))?.id).not.toBe(before?.id)

    const { username } = await server.join()
    const ada = await server.signIn(username)
    await moveAddress(server, ada, username, changed)
    await expect(ada.user.getProfile()).resolves.toMatchObject({ username: changed })

    const admin = await server.signInAs('ROLE_ADMIN')
    await admin.user.create({ body: { ...staffForm, username: created, password, role: 'ROLE_CUSTOMER' } })
    await expect(find(created)).resolves.toMatchObject({ origin: 'STAFF' })
  })

  it('gives the address to one of two who register it at the same moment', async () => {
    const username = newAddress()
    await register(username)
    server.pass(7 * dayMs + 1)
    const both = await Promise.allSettled([register(username), register(username), register(username)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of both.filter(({ status }) => status === 'rejected')) expect(one).toMatchObject({ reason: taken })
    expect(await server.context.db.$count(users, eq(users.username, username))).toBe(1)
  })

  it('gives a registration whose address staff correct seven days from then, and keeps its first day', async () => {
    const [wrong, right] = [newAddress(), newAddress()]
    await register(wrong)
    const before = await find(wrong)
    const { userId: imported } = await server.join({ accountValidated: false, origin: 'IMPORT' })
    server.pass(6 * dayMs)
    const admin = await server.signInAs('ROLE_ADMIN')
    const correct = (id: number, username: string) => admin.user.update({ params: { id }, body: { ...staffForm, username } })
    await correct(before?.id ?? 0, right)
    await correct(imported, newAddress())
    await expect(find(right)).resolves.toMatchObject({ id: before?.id, since: before?.since })
    const [kept] = await server.context.db.select().from(users).where(eq(users.id, imported))
    expect(kept?.since).toEqual(before?.since)

    server.pass(7 * dayMs)
    await purgeExpired(server.context)
    await expect(find(right)).resolves.toBeDefined()
    server.pass(1)
    await purgeExpired(server.context)
    await expect(find(right)).resolves.toBeUndefined()
  })

  it('does not let a registration live longer because its mail is asked for again', async () => {
    const username = newAddress()
    await register(username)
    for (let day = 0; day < 7; day += 1) {
      server.pass(dayMs)
      await server.client().authentication.resendValidateAccountMail({ body: { username } })
    }
    server.pass(1)
    await expect(register(username)).resolves.toEqual({})
  })
})
