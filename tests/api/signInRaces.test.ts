// @module-tag rest
/** Sign-ins under way while the account's factors change. On PostgreSQL only: the embedded database has one connection. */
import { expect, it } from 'vitest'
import { removeAllFactors } from '../../src/server/auth/factors/ownFactors.ts'
import { endSessionsOf, lockUser } from '../../src/server/auth/session.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { secondFactors, sessions } from '../../src/server/db/tables.ts'
import { password } from '../support/apiServer.ts'
import { addPasskey } from '../support/factors.ts'
import { overlap } from '../support/overlap.ts'
import { postgresServer } from '../support/servers.ts'

const server = postgresServer()

it('a password alone opens no session once the account has a factor', async () => {
  const { username, userId } = await server.join()
  const createdAt = server.context.clock()
  const app = { userId, kind: 'totp', name: 'Phone', createdAt, wrappedSecret: 'any' } as const
  const add = async (transaction: Database) => {
    await lockUser(transaction, userId)
    await transaction.insert(secondFactors).values(app)
  }
  const signIn = () => server.client().authentication.login({ body: { username, password } })
  await expect(overlap(server.context.db, add, signIn)).rejects.toMatchObject({ code: 'factor.required.error' })
})

it('a stolen passkey opens no session once it was reset', async () => {
  const { db } = server.context
  const { username, userId } = await server.join()
  const { passkey } = await addPasskey(await server.signIn(username))
  const thief = server.client()
  const signature = passkey.sign(await thief.factorSignIn.beginPasskey({ body: {} }))
  const lock = (transaction: Database) => lockUser(transaction, userId)
  const reset = async (transaction: Database) => {
    await removeAllFactors(transaction, userId)
    await endSessionsOf(transaction, userId)
  }
  const before = await db.$count(sessions)
  const signIn = () => thief.factorSignIn.loginWithPasskey({ body: { signature } })
  await expect(overlap(db, lock, signIn, reset)).rejects.toMatchObject({ code: 'passkey.invalid.error' })
  expect(await db.$count(sessions)).toBe(before - 1)
})
