// @module-tag rest
/** A sign-in ends after its time, whatever was renewed since. */
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { expect, it } from 'vitest'
import type { Role } from '../../src/contract/rules.ts'
import { sessions, users } from '../../src/server/db/tables.ts'
import { type Client, heldBy, renew } from '../support/apiServer.ts'
import { serverOnPostgres } from '../support/servers.ts'
import { statusOf } from '../support/signingKeys.ts'

const dayMs = 24 * 60 * 60_000
const notAuthenticated = { code: 'not.authenticated', status: 401 }

serverOnPostgres((server) => {
  const goOn = async (client: Client) => {
    client.held.current = await renew(server, heldBy(client).refresh_token)
  }

  it.each<[Role, number]>([
    ['ROLE_CUSTOMER', 90],
    ['ROLE_ADMIN', 14],
    ['ROLE_BE', 14],
    ['ROLE_MARKETTING', 14],
  ])('%s signs in again after %i days [T240]', async (role, days) => {
    const person = await server.signIn((await server.join({ role })).username)
    const endsAt = server.context.clock().getTime() + days * dayMs
    for (let day = 1; day < days; day += 1) {
      server.pass(dayMs)
      await goOn(person)
    }
    server.pass(dayMs - 60_000)
    await goOn(person)
    const { access_token, refresh_token } = heldBy(person)
    // Neither token outlives the session.
    expect(decodeJwt(access_token).exp).toBe(endsAt / 1000)
    const rows = await server.context.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, heldBy(person).id))
    expect(Math.max(...rows.map(({ expiresAt }) => expiresAt.getTime()))).toBe(endsAt)
    await expect(person.user.getProfile()).resolves.toHaveProperty('id')
    server.pass(60_000)
    expect(await statusOf(server, access_token)).toBe(401)
    await expect(renew(server, refresh_token)).rejects.toMatchObject(notAuthenticated)
  })

  it('counts for sessions that began before another role, by the role that the person has now', async () => {
    const person = await server.signInAs('ROLE_CUSTOMER')
    const { id, refresh_token } = heldBy(person)
    const startedAt = new Date(server.context.clock().getTime() - 20 * dayMs)
    await server.context.db.update(sessions).set({ startedAt }).where(eq(sessions.userId, id))
    await expect(person.session.getOwn()).resolves.toHaveLength(1)
    await server.context.db.update(users).set({ role: 'ROLE_BE' }).where(eq(users.id, id))
    expect(await statusOf(server, heldBy(person).access_token)).toBe(401)
    await expect(renew(server, refresh_token)).rejects.toMatchObject(notAuthenticated)
    expect(await server.context.db.$count(sessions, eq(sessions.userId, id))).toBe(0)
  })

  it('leaves an ended sign-in out of the list of a person’s sessions', async () => {
    const { username, userId } = await server.join({ role: 'ROLE_BE' })
    await server.signIn(username)
    const startedAt = new Date(server.context.clock().getTime() - 14 * dayMs)
    await server.context.db.update(sessions).set({ startedAt }).where(eq(sessions.userId, userId))
    const now = await server.signIn(username)
    expect(await now.session.getOwn()).toMatchObject([{ isCurrent: true }])
  })

  it('ends an administrator’s view of the portal as a customer with it', async () => {
    const administrator = await server.signInAs('ROLE_ADMIN')
    const { userId } = await server.join()
    const { impersonateToken } = await administrator.impersonation.start({ body: { userId } })
    expect(await statusOf(server, impersonateToken)).toBe(200)
    const startedAt = new Date(server.context.clock().getTime() - 14 * dayMs)
    await server.context.db
      .update(sessions)
      .set({ startedAt })
      .where(eq(sessions.userId, heldBy(administrator).id))
    expect(await statusOf(server, impersonateToken)).toBe(401)
  })
})
