import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { mailedTokens, users } from '../../src/server/db/tables.ts'
import { password } from '../support/apiServer.ts'
import { messagesFor, newestFor } from '../support/mailbox.ts'
import { linkTo } from '../support/ownContact.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000
const chosen = 'a brand new password'
const invalidLink = { code: 'password.token.invalid.error', status: 418 }

serverOnPostgres((server) => {
  const ask = (username: string, address?: string) => server.client(null, address).forgotPassword.resetPassword({ body: { username } })
  const look = (token: string) => server.client().forgotPassword.checkUpdatePasswordToken({ body: { token } })
  const change = (token: string, newPassword = chosen, newPasswordRepeat = newPassword) =>
    server.client().forgotPassword.updatePasswordFromEmail({ body: { token, newPassword, newPasswordRepeat } })
  const signIn = (username: string, typed: string) => server.client().authentication.login({ body: { username, password: typed } })
  /** A new account, and the token of a link it asked for. */
  async function forget(name: string, person: Partial<typeof users.$inferInsert> = {}) {
    const username = `${name}@example.com`
    await server.addUser({ username, ...person })
    await ask(username)
    return { username, token: await linkTo(server, username) }
  }

  it('gives a new password by a mailed link, and tells the owner that it was changed [T130]', async () => {
    const { username, token } = await forget('ada')
    await look(token)
    await change(token)
    await expect(signIn(username, chosen)).resolves.toMatchObject({ username })
    await expect(signIn(username, password)).rejects.toMatchObject({ code: 'Login.error', status: 401 })
    const mails = await messagesFor(server, username)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Fieldport password was changed', 'Choose a new Fieldport password'])
  })

  it('writes in the language of the account', async () => {
    await forget('lea', { locale: 'fr' })
    const mail = await newestFor(server, 'lea@example.com')
    expect(mail.subject).toBe('Choisissez un nouveau mot de passe Fieldport')
    expect(mail.text).toMatch(/^Choisir un nouveau mot de passe\u00a0:\nhttp:\/\/portal\.test\/changePassword\/[\w-]{43}$/m)
  })

  it('answers the same, and does the same, for an address that nobody has [T128]', async () => {
    await server.addUser({ username: 'somebody@example.com' })
    const askBare = async (username: string) => {
      const response = await server.request('/forgotPassword/resetPassword', { method: 'POST', body: new URLSearchParams({ username }) })
      const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
      return { status: response.status, body: await response.json(), headers }
    }
    const known = await askBare('somebody@example.com')
    expect(known).toMatchObject({ status: 200, body: {} })
    await expect(askBare('nobody@example.com')).resolves.toEqual(known)
    // Who has an account is found out only when the mail is about to leave.
    const waiting = await server.context.db.query.outgoingMessages.findMany()
    expect(waiting.map(({ template, address, userId }) => ({ template, address, userId }))).toEqual([
      { template: 'resetPassword', address: 'somebody@example.com', userId: null },
      { template: 'resetPassword', address: 'nobody@example.com', userId: null },
    ])
    expect(await messagesFor(server, 'nobody@example.com')).toEqual([])
    expect(await messagesFor(server, 'somebody@example.com')).toHaveLength(1)
  })

  it('uses a link up once, also when it is used many times at the same moment', async () => {
    const { username, token } = await forget('once')
    const all = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => change(token, `green chair number ${index}`)))
    const won = all.findIndex(({ status }) => status === 'fulfilled')
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(all.find(({ status }) => status === 'rejected')).toMatchObject({ reason: invalidLink })
    await expect(signIn(username, `green chair number ${won}`)).resolves.toMatchObject({ username })
    await expect(look(token)).rejects.toMatchObject(invalidLink)
    await expect(change(token)).rejects.toMatchObject(invalidLink)
  })

  it('voids the other links too when one was used', async () => {
    const { username, token: first } = await forget('twice')
    await ask(username)
    const second = await linkTo(server, username)
    await look(first)
    await change(second)
    await expect(change(first)).rejects.toMatchObject(invalidLink)
  })

  it('does not use a link up by looking at it [T129]', async () => {
    const { token } = await forget('looked')
    for (let time = 0; time < 3; time += 1) await look(token)
    expect((await server.request(`/forgotPassword/checkUpdatePasswordToken?token=${token}`)).status).toBe(404)
    expect((await server.requestAt(`/changePassword/${token}`)).status).toBe(404)
    await change(token)
  })

  it('lets a link live for half an hour, counted from when it was sent', async () => {
    await server.addUser({ username: 'late@example.com' })
    await ask('late@example.com')
    server.pass(120 * minuteMs)
    const token = await linkTo(server, 'late@example.com')
    server.pass(30 * minuteMs - 1)
    await look(token)
    server.pass(1)
    await expect(look(token)).rejects.toMatchObject(invalidLink)
    await expect(change(token)).rejects.toMatchObject(invalidLink)
  })

  it.each(['', 'x', 'x'.repeat(43), '../../x', '🦊'.repeat(43)])('refuses the made-up link %j', async (token) => {
    await expect(look(token)).rejects.toMatchObject(invalidLink)
    await expect(change(token)).rejects.toMatchObject(invalidLink)
  })

  it('does not take one kind of link for the other', async () => {
    await server.addUser({ username: 'kinds@example.com', accountValidated: false })
    await server.client().authentication.resendValidateAccountMail({ body: { username: 'kinds@example.com' } })
    await expect(change(await linkTo(server, 'kinds@example.com'))).rejects.toMatchObject(invalidLink)
  })

  it('says on its field what is wrong with the chosen password, and keeps the link [T258]', async () => {
    const { token } = await forget('fields')
    await expect(change(token, 'short')).rejects.toMatchObject(refused('Password.minlenght.error', 'newPassword'))
    await expect(change(token, '')).rejects.toMatchObject(refused('MandatoryField', 'newPassword'))
    const unlike = refused('NewPassword.not.corresponding', 'newPasswordRepeat')
    await expect(change(token, chosen, 'another one')).rejects.toMatchObject(unlike)
    await look(token)
  })

  it('signs out everywhere who was signed in with the old password', async () => {
    const { username, token } = await forget('owner')
    const clients = [await server.signIn(username), await server.signIn(username)]
    await change(token)
    for (const client of clients) await expect(client.user.getProfile()).rejects.toMatchObject({ code: 'not.authenticated' })
  })

  it('works while the account is locked by wrong guesses, and unlocks it', async () => {
    const { username, token } = await forget('locked')
    for (let guess = 0; guess < 5; guess += 1) await signIn(username, 'guess').catch(() => undefined)
    await expect(signIn(username, password)).rejects.toMatchObject({ code: 'account.locked.error' })
    await change(token)
    await expect(signIn(username, chosen)).resolves.toMatchObject({ username })
  })

  it('does not open an account that the maker has blocked or deleted', async () => {
    const blocked = await forget('blocked')
    await server.context.db.update(users).set({ accountLocked: true }).where(eq(users.username, blocked.username))
    await change(blocked.token)
    await expect(signIn(blocked.username, chosen)).rejects.toMatchObject({ code: 'account.locked.error' })
    await server.addUser({ username: 'gone@example.com', isDeleted: true })
    await ask('gone@example.com')
    expect(await messagesFor(server, 'gone@example.com')).toEqual([])
  })

  it('stops an address of the network that asks for everybody', async () => {
    const all = await Promise.allSettled(Array.from({ length: 25 }, (_, index) => ask(`person${index}@example.com`, '203.0.113.7')))
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(5)
    await expect(ask('person@example.com', '203.0.113.7')).rejects.toMatchObject({ code: 'too.many.requests.error', status: 429 })
    server.pass(minuteMs)
    await expect(ask('person@example.com', '203.0.113.7')).resolves.toEqual({})
  })

  it('keeps and logs no token that could be used', async () => {
    const { token } = await forget('stored')
    const stored = await server.context.db.select().from(mailedTokens)
    expect(stored.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(server.logged()).not.toContain(token)
  })
})
