import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { users } from '../../src/server/db/tables.ts'
import { endSessionsOf, openSession, refreshSession } from '../../src/server/session.ts'
import { bearer, type Client, password } from '../support/apiServer.ts'
import { eachServer } from '../support/eachServer.ts'
import { codeIn, messagesFor, newestFor, tokenIn } from '../support/mailbox.ts'

const minuteMs = 60_000
const chosen = 'a brand new password'
const windowsChrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'

const change = (client: Client, oldPassword: string, newPassword = chosen, newPasswordRepeat = newPassword) =>
  client.user.updateCurrentUserPassword({ body: { oldPassword, newPassword, newPasswordRepeat } })
const login = (client: Client, username: string, typed: string) => client.authentication.login({ body: { username, password: typed } })
const profileOf = (name: string) => ({
  firstname: 'Ada',
  lastname: 'Field',
  username: name,
  phonePrefix: '+44',
  phoneNumber: '07400 123456',
  country: 'GB',
  distributor: undefined,
  isNewsletter: false,
})

eachServer((server) => {
  let made = 0

  async function join(person: Partial<typeof users.$inferInsert> = {}) {
    const username = `own${(made += 1)}@example.com`
    const userId = await server.addUser({ username, ...person })
    return { username, userId }
  }
  const signedOut = { code: 'not.authenticated', status: 401 }

  it('changes the password, tells the owner, ends the other sessions and keeps this one', async () => {
    const { username } = await join()
    const here = await server.signIn(username)
    const there = await server.signIn(username)
    await change(here, password)
    await expect(here.user.getProfile()).resolves.toMatchObject({ username })
    await expect(there.user.getProfile()).rejects.toMatchObject(signedOut)
    expect((await newestFor(server, username)).subject).toBe('Your Fieldport password was changed')
    await expect(login(server.client(), username, password)).rejects.toMatchObject({ code: 'Login.error' })
  })

  it('signs in again with the new password, in place of the session that changed it', async () => {
    const { username } = await join()
    const here = await server.signIn(username)
    const before = here.held.current
    await change(here, password)
    here.held.current = await login(here, username, chosen)
    expect(await here.session.getOwn()).toHaveLength(1)
    await expect(server.client(before).user.getProfile()).rejects.toMatchObject(signedOut)
  })

  it('asks for no second SMS code after a change of password, and for one at the next sign-in', async () => {
    const { username } = await join({ needsSmsCode: true, phoneNumber: '0639980042' })
    const here = server.client()
    await here.authentication.beforeLogin({ body: { username, password } })
    await here.authentication.checkSmsCode({ body: { code: codeIn(await newestFor(server, '+33639980042')), username, password } })
    here.held.current = await login(here, username, password)
    await change(here, password)
    here.held.current = await login(here, username, chosen)
    await expect(login(here, username, chosen)).rejects.toMatchObject({ code: 'code.required.error' })
  })

  it('says on their fields what is wrong with old and new password', async () => {
    const { username } = await join()
    const here = await server.signIn(username)
    await expect(change(here, 'not this one')).rejects.toMatchObject({
      code: 'incorrect.password',
      status: 403,
      invalidField: 'oldPassword',
    })
    await expect(change(here, '')).rejects.toMatchObject({ code: 'MandatoryField', invalidField: 'oldPassword' })
    await expect(change(here, password, 'short')).rejects.toMatchObject({ code: 'Password.minlenght.error', invalidField: 'newPassword' })
    await expect(change(here, password, chosen, 'another')).rejects.toMatchObject({
      code: 'NewPassword.not.corresponding',
      status: 403,
      invalidField: 'newPasswordRepeat',
    })
    await expect(login(server.client(), username, password)).resolves.toMatchObject({ username })
  })

  it('lets whoever finds a computer signed in guess at its owner’s password five times, also all at once', async () => {
    const { username } = await join()
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
    const { username, userId } = await join()
    const here = await server.signIn(username)
    const checkedBefore = await server.context.db.query.users.findFirst({ where: eq(users.id, userId) })
    if (checkedBefore === undefined) throw new Error('no user')
    await change(here, password)
    const late = openSession(server.context, checkedBefore, { now: server.context.clock(), userAgent: undefined })
    await expect(late).rejects.toMatchObject({ code: 'Login.error' })
    expect(await here.session.getOwn()).toHaveLength(1)
  })

  it('lets no refresh slip past the end of all sessions', async () => {
    const { username, userId } = await join()
    const { refresh_token: token } = await login(server.client(), username, password)
    const { renewal } = await server.context.db.transaction(async (transaction) => {
      await endSessionsOf(transaction, userId)
      // Begun before the end is committed. It has the time of fifty queries for its own few, and must then be waiting.
      const started = refreshSession(server.context, token, server.context.clock())
      started.catch(() => undefined)
      for (let turn = 0; turn < 50; turn += 1) await transaction.select({ id: users.id }).from(users).limit(1)
      return { renewal: started }
    })
    await expect(renewal).rejects.toMatchObject(signedOut)
    const here = await server.signIn(username)
    expect(await here.session.getOwn()).toHaveLength(1)
  })

  it('saves what a person says of themselves, and forgets a distributor that is left out', async () => {
    const { username, userId } = await join({ distributor: 'Terre & Trésors' })
    const ada = await server.signIn(username)
    const saved = await ada.user.updateProfile({ body: { ...profileOf(username), firstname: ' Ada ', lastname: "O'Brien <b>" } })
    expect(saved).toEqual({
      ...profileOf(username),
      lastname: "O'Brien <b>",
      distributor: null,
      id: userId,
      isBetaTester: false,
      freeTrialEndDate: null,
    })
    await expect(ada.user.getProfile()).resolves.toEqual(saved)
    expect(await messagesFor(server, username)).toEqual([])
  })

  it('lets nobody make more of themselves than they are', async () => {
    const { username, userId } = await join()
    const ada = await server.signIn(username)
    const fields = { ...profileOf(username), isNewsletter: 'false', distributor: '' }
    for (const extra of [{ role: 'ROLE_ADMIN' }, { isBetaTester: 'true' }, { id: '1' }, { accountValidated: 'true' }]) {
      const body = new URLSearchParams({ ...fields, ...extra })
      const response = await server.request('/user/updateProfile', { method: 'POST', headers: bearer(ada), body })
      expect(response.status).toBe(400)
    }
    const [row] = await server.context.db.select().from(users).where(eq(users.id, userId))
    expect(row).toMatchObject({ role: 'ROLE_CUSTOMER', isBetaTester: false })
  })

  it('moves to another address at once, tells the old one, and voids links that were sent there', async () => {
    const { username } = await join()
    const ada = await server.signIn(username)
    await server.client().forgotPassword.resetPassword({ body: { username } })
    const token = tokenIn(await newestFor(server, username))
    const moved = `moved-${username}`
    await expect(ada.user.updateProfile({ body: profileOf(moved.toUpperCase()) })).resolves.toMatchObject({ username: moved })
    expect((await newestFor(server, username)).subject).toBe('The address of your Fieldport account was changed')
    await expect(server.client().forgotPassword.checkUpdatePasswordToken({ body: { token } })).rejects.toMatchObject({ status: 418 })
    await expect(login(server.client(), moved, password)).resolves.toMatchObject({ username: moved })
    await expect(login(server.client(), username, password)).rejects.toMatchObject({ code: 'Login.error' })
  })

  it('says on its field that an address is another’s, and changes nothing', async () => {
    const { username } = await join()
    const { username: taken } = await join()
    const ada = await server.signIn(username)
    await expect(ada.user.updateProfile({ body: { ...profileOf(taken), firstname: 'Changed' } })).rejects.toMatchObject({
      code: 'email.already.exists.error',
      status: 403,
      invalidField: 'username',
    })
    await expect(ada.user.getProfile()).resolves.toMatchObject({ username, firstname: 'Ada' })
  })

  it.each([
    ['firstname', ' ', 'MandatoryField'],
    ['lastname', 'x'.repeat(251), 'text.too.long.error'],
    ['username', 'nobody', 'username.invalid.error'],
    ['phonePrefix', '+999', 'phone.number.invalid.error'],
    ['phoneNumber', '123', 'phone.number.invalid.error'],
    ['country', 'XX', 'MandatoryField'],
    ['distributor', '🦊'.repeat(126), 'text.too.long.error'],
  ])('flags %s where it is %j', async (field, value, code) => {
    const { username } = await join()
    const ada = await server.signIn(username)
    await expect(ada.user.updateProfile({ body: { ...profileOf(username), [field]: value } })).rejects.toMatchObject({
      code,
      status: 403,
      invalidField: field,
    })
  })

  it('lists where a person is signed in, this browser marked, the last used first', async () => {
    const { username } = await join()
    const first = await server.signIn(username)
    server.pass(5 * minuteMs)
    const login2 = await server.request('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': windowsChrome },
      body: JSON.stringify({ username, password }),
    })
    const second = server.client(await login2.json())
    const startedAt = server.context.clock()
    server.pass(20 * minuteMs)
    await second.user.getProfile()
    const list = await second.session.getOwn()
    expect(list).toEqual([
      {
        id: expect.any(String),
        browser: 'Chrome',
        system: 'Windows',
        startedAt: startedAt.toISOString(),
        lastUsedAt: server.context.clock().toISOString(),
        isCurrent: true,
      },
      {
        id: expect.any(String),
        browser: null,
        system: null,
        startedAt: expect.any(String),
        lastUsedAt: expect.any(String),
        isCurrent: false,
      },
    ])
    await second.session.end({ params: { id: list[1]?.id ?? '' } })
    await expect(first.user.getProfile()).rejects.toMatchObject(signedOut)
    expect(await second.session.getOwn()).toHaveLength(1)
  })

  it('lets nobody see or end another’s session', async () => {
    const { username } = await join()
    const { username: strangersName } = await join()
    const ada = await server.signIn(username)
    const stranger = await server.signIn(strangersName)
    const [own] = await ada.session.getOwn()
    expect((await stranger.session.getOwn()).map(({ id }) => id)).not.toContain(own?.id)
    await expect(stranger.session.end({ params: { id: own?.id ?? '' } })).rejects.toMatchObject({ code: 'resource.not.found', status: 404 })
    await expect(ada.user.getProfile()).resolves.toMatchObject({ username })
  })

  it('signs out everywhere at once', async () => {
    const { username } = await join()
    const clients = [await server.signIn(username), await server.signIn(username), await server.signIn(username)]
    await clients[0]?.session.endAll()
    for (const client of clients) await expect(client.user.getProfile()).rejects.toMatchObject(signedOut)
  })

  it('lists the roles to those who give them', async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
    await expect(admin.role.getAll()).resolves.toEqual(
      ['ROLE_ADMIN', 'ROLE_MARKETTING', 'ROLE_BE', 'ROLE_CUSTOMER'].map((id) => ({ id, tostring: id })),
    )
  })
})
