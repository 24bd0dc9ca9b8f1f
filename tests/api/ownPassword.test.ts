import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { users } from '../../src/server/db/tables.ts'
import { endSessionsOf, openSession, refreshSession } from '../../src/server/auth/session.ts'
import { type Client, password } from '../support/apiServer.ts'
import { besideTransaction } from '../support/databases.ts'
import { codeIn, newestFor } from '../support/mailbox.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000
const chosen = 'a brand new password'

const change = (client: Client, oldPassword: string, newPassword = chosen, newPasswordRepeat = newPassword) =>
  client.user.updateCurrentUserPassword({ body: { oldPassword, newPassword, newPasswordRepeat } })
const login = (client: Client, username: string, typed: string) => client.authentication.login({ body: { username, password: typed } })

serverOnPostgres((server) => {
  const signedOut = { code: 'not.authenticated', status: 401 }

  it('changes the password, tells the owner and ends the other sessions; this one signs in again with the new password, in place of the session that changed it [T132]', async () => {
    const { username } = await server.join()
    const here = await server.signIn(username)
    const before = here.held.current
    const there = await server.signIn(username)
    await change(here, password)
    await expect(here.user.getProfile()).resolves.toMatchObject({ username })
    await expect(there.user.getProfile()).rejects.toMatchObject(signedOut)
    expect((await newestFor(server, username)).subject).toBe('Your Fieldport password was changed')
    await expect(login(server.client(), username, password)).rejects.toMatchObject({ code: 'Login.error' })
    here.held.current = await login(here, username, chosen)
    expect(await here.session.getOwn()).toHaveLength(1)
    await expect(server.client(before).user.getProfile()).rejects.toMatchObject(signedOut)
  })

  it('asks for no second SMS code after a change of password, and for one at the next sign-in', async () => {
    const { username } = await server.join({ needsSmsCode: true, phoneNumber: '0639980042' })
    const here = server.client()
    await here.authentication.beforeLogin({ body: { username, password } })
    await here.authentication.checkSmsCode({ body: { code: codeIn(await newestFor(server, '+33639980042')), username, password } })
    here.held.current = await login(here, username, password)
    await change(here, password)
    here.held.current = await login(here, username, chosen)
    await expect(login(here, username, chosen)).rejects.toMatchObject({ code: 'code.required.error' })
  })

  it('says on their fields what is wrong with old and new password [T257]', async () => {
    const { username } = await server.join()
    const here = await server.signIn(username)
    await expect(change(here, 'not this one')).rejects.toMatchObject(refused('incorrect.password', 'oldPassword'))
    await expect(change(here, '')).rejects.toMatchObject(refused('MandatoryField', 'oldPassword'))
    await expect(change(here, password, 'short')).rejects.toMatchObject(refused('Password.minlenght.error', 'newPassword'))
    const different = refused('NewPassword.not.corresponding', 'newPasswordRepeat')
    await expect(change(here, password, chosen, 'another')).rejects.toMatchObject(different)
    await expect(login(server.client(), username, password)).resolves.toMatchObject({ username })
  })

  it('lets a stranger at a signed-in computer guess its owner’s password five times, also all at once', async () => {
    const { username } = await server.join()
    const here = await server.signIn(username)
    const guesses = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => change(here, `guess ${index}`)))
    const codes = guesses.map((guess) => (guess.status === 'rejected' ? String(guess.reason.code) : 'changed'))
    expect(codes.filter((code) => code === 'incorrect.password')).toHaveLength(5)
    expect(codes.filter((code) => code === 'too.many.requests.error')).toHaveLength(25)
    await expect(change(here, password)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 900 })
    server.pass(15 * minuteMs)
    here.held.current = await login(server.client(), username, password)
    await expect(change(here, password)).resolves.toEqual({})
  })

  it('opens no session for a sign-in that was under way while the password changed', async () => {
    const { username, userId } = await server.join()
    const here = await server.signIn(username)
    const checkedBefore = await server.context.db.query.users.findFirst({ where: eq(users.id, userId) })
    if (checkedBefore === undefined) throw new Error('no user')
    await change(here, password)
    const late = openSession(server.context, checkedBefore, {
      now: server.context.clock(),
      userAgent: undefined,
      address: '192.0.2.7',
      deviceSecret: 'x',
      isPasswordWeak: false,
      assertStillEnough: async () => undefined,
      proof: { method: 'password', provedAt: server.context.clock() },
    })
    await expect(late).rejects.toMatchObject({ code: 'Login.error' })
    expect(await here.session.getOwn()).toHaveLength(1)
  })

  it('lets no refresh slip past the end of all sessions', async () => {
    const { username, userId } = await server.join()
    const { refresh_token: token } = await login(server.client(), username, password)
    const { renewal } = await server.context.db.transaction(async (transaction) => {
      await endSessionsOf(transaction, userId)
      // Begun before the end is committed. It has the time of fifty queries for its own few, and must then be waiting.
      const started = besideTransaction(() => refreshSession(server.context, token, { now: server.context.clock(), address: '192.0.2.7' }))
      started.catch(() => undefined)
      for (let turn = 0; turn < 50; turn += 1) await transaction.select({ id: users.id }).from(users).limit(1)
      return { renewal: started }
    })
    await expect(renewal).rejects.toMatchObject(signedOut)
    const here = await server.signIn(username)
    expect(await here.session.getOwn()).toHaveLength(1)
  })
})
