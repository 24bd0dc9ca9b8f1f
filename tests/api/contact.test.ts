import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { mailedTokens, users } from '../../src/server/db/tables.ts'
import { type Client, password } from '../support/apiServer.ts'
import { messagesFor, newestFor, tokenIn } from '../support/mailbox.ts'
import { profileOf, registration, wantAddress } from '../support/ownContact.ts'
import { protectionEventsOf } from '../support/protectionEvents.ts'
import { serverOnBothDatabases } from '../support/servers.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const badLink = { code: 'contact.link.invalid.error', status: 403 }

const other = (username: string) => `new-${username}`

serverOnBothDatabases('row locks', (server) => {
  const login = (username: string, typed = password) => server.client().authentication.login({ body: { username, password: typed } })
  const confirm = (token: string) => server.client().contact.confirmUsername({ body: { token } })
  const linkTo = async (username: string) => tokenIn(await newestFor(server, username))
  const eventsOf = async (userId: number) => (await protectionEventsOf(server, userId)).map(({ kind }) => kind)

  async function person() {
    const { username, userId } = await server.join()
    return { username, userId, ada: await server.signIn(username), wanted: other(username) }
  }

  it('asks for the password before it changes the address or the phone, and for nothing else', async () => {
    const { username, userId, ada, wanted } = await person()
    const save = (fields: object) => ada.user.updateProfile({ body: { ...profileOf(username), ...fields } })
    const missing = { code: 'MandatoryField', status: 403, invalidField: 'currentPassword' }
    const wrong = { code: 'incorrect.password', status: 403, invalidField: 'currentPassword' }
    for (const change of [{ username: wanted }, { phoneNumber: '0698765432' }, { phonePrefix: '+32', phoneNumber: '470123456' }]) {
      await expect(save({ ...change, firstname: 'Eve' })).rejects.toMatchObject(missing)
      await expect(save({ ...change, firstname: 'Eve', currentPassword: 'not hers' })).rejects.toMatchObject(wrong)
    }
    await expect(ada.user.getProfile()).resolves.toMatchObject({ firstname: 'Ada', username, pendingUsername: null, pendingPhone: null })
    expect(await messagesFor(server, wanted)).toEqual([])
    // The same address and phone, written otherwise.
    await expect(save({ username: ` ${username.toUpperCase()} `, phoneNumber: '(6) 12-34.56 78' })).resolves.toMatchObject({ username })
    expect(await eventsOf(userId)).toEqual([])
  })

  it('never asks for the password where an old record is saved as it stands', async () => {
    const { username, userId, ada } = await person()
    const old = { username: username.toUpperCase(), phoneNumber: '0612345678' }
    await server.context.db.update(users).set(old).where(eq(users.id, userId))
    const saved = await ada.user.updateProfile({ body: { ...profileOf(username), phoneNumber: old.phoneNumber } })
    expect(saved).toMatchObject({ ...old, pendingUsername: null, pendingPhone: null })
  })

  it('lets a borrowed token guess at the password five times, in this form and the password’s together', async () => {
    const { username, ada } = await person()
    const guess = (index: number) => wantAddress(ada, username, other(username), `guess ${index}`)
    const old = (index: number) =>
      ada.user.updateCurrentUserPassword({
        body: { oldPassword: `guess ${index}`, newPassword: 'long enough', newPasswordRepeat: 'long enough' },
      })
    const guesses = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? guess(index) : old(index))))
    const codes = guesses.map((result) => (result.status === 'rejected' ? String(result.reason.code) : 'changed'))
    expect(codes.filter((code) => code === 'incorrect.password')).toHaveLength(5)
    expect(codes.filter((code) => code === 'too.many.requests.error')).toHaveLength(15)
    await expect(wantAddress(ada, username, other(username))).rejects.toMatchObject({ status: 429, retryAfterSeconds: 900 })
  })

  it('saves the rest at once, and leaves the old address in force for everything until the link is followed', async () => {
    const { username, userId, ada, wanted } = await person()
    const body = { ...profileOf(username), username: wanted.toUpperCase(), firstname: 'Augusta', currentPassword: password }
    const saved = await ada.user.updateProfile({ body })
    expect(saved).toMatchObject({ firstname: 'Augusta', username, pendingUsername: wanted })
    await expect(login(username)).resolves.toMatchObject({ username })
    await expect(login(wanted)).rejects.toMatchObject({ code: 'Login.error' })
    await server.client().forgotPassword.resetPassword({ body: { username } })
    const reset = await linkTo(username)

    const mail = await newestFor(server, wanted)
    expect(mail.subject).toBe('Confirm the new address of your Fieldport account')
    const token = tokenIn(mail)
    for (const path of [`/contact/confirmUsername?token=${token}`, `/contact/confirmUsername/${token}`])
      expect((await server.request(path)).status).toBe(404)
    await expect(ada.user.getProfile()).resolves.toMatchObject({ username })

    await expect(confirm(token)).resolves.toEqual({ id: userId, username: wanted })
    await expect(ada.user.getProfile()).resolves.toMatchObject({ username: wanted, pendingUsername: null })
    await expect(login(wanted)).resolves.toMatchObject({ username: wanted })
    await expect(login(username)).rejects.toMatchObject({ code: 'Login.error' })
    // What was sent to the old address opens nothing any more.
    await expect(server.client().forgotPassword.checkUpdatePasswordToken({ body: { token: reset } })).rejects.toMatchObject({ status: 418 })
    const told = await newestFor(server, username)
    expect(told.subject).toBe('The address of your Fieldport account was changed')
    expect(told.text).toContain('/restoreAddress/')
    await expect(confirm(token)).rejects.toMatchObject(badLink)
    expect(await eventsOf(userId)).toEqual(['usernameChanged', 'usernameChangeRequested'])
  })

  it('counts a link only for the address that is wanted last, also where it was on its way', async () => {
    const { username, ada, wanted } = await person()
    const second = `second-${username}`
    await wantAddress(ada, username, wanted)
    const first = await linkTo(wanted)
    await wantAddress(ada, username, `lost-${username}`)
    await wantAddress(ada, username, second)
    await expect(confirm(first)).rejects.toMatchObject(badLink)
    expect(await messagesFor(server, `lost-${username}`)).toEqual([])
    await confirm(await linkTo(second))
    await expect(ada.user.getProfile()).resolves.toMatchObject({ username: second })
  })

  it('sends the link again, and forgets it when the person thinks better of it', async () => {
    const { username, ada, wanted } = await person()
    await wantAddress(ada, username, wanted)
    const first = await linkTo(wanted)
    await expect(ada.contact.resendUsernameLink()).resolves.toMatchObject({ pendingUsername: wanted })
    const again = await linkTo(wanted)
    expect(again).not.toBe(first)
    await expect(ada.contact.cancelUsername()).resolves.toMatchObject({ username, pendingUsername: null })
    for (const token of [first, again]) await expect(confirm(token)).rejects.toMatchObject(badLink)
    await expect(ada.contact.resendUsernameLink()).rejects.toMatchObject({ code: 'resource.not.found' })
  })

  it('lets a link live for a day, and what is wanted for a week', async () => {
    const { username, ada, wanted } = await person()
    await wantAddress(ada, username, wanted)
    const late = await linkTo(wanted)
    server.pass(dayMs)
    await expect(confirm(late)).rejects.toMatchObject(badLink)
    ada.held.current = await login(username)
    await expect(ada.user.getProfile()).resolves.toMatchObject({ pendingUsername: wanted })
    server.pass(6 * dayMs)
    ada.held.current = await login(username)
    await expect(ada.user.getProfile()).resolves.toMatchObject({ pendingUsername: null })
  })

  it('voids what waits when the password changes: whoever knew the old one may have asked for it', async () => {
    const { username, ada, wanted } = await person()
    await ada.user.updateProfile({
      body: { ...profileOf(username), username: wanted, phoneNumber: '0698765431', currentPassword: password },
    })
    const token = await linkTo(wanted)
    const chosen = 'a brand new password'
    await ada.user.updateCurrentUserPassword({ body: { oldPassword: password, newPassword: chosen, newPasswordRepeat: chosen } })
    await expect(ada.user.getProfile()).resolves.toMatchObject({ pendingUsername: null, pendingPhone: null })
    await expect(confirm(token)).rejects.toMatchObject(badLink)
  })

  it('reserves nothing for what is wanted: who registers the address meanwhile has it, and the link says so', async () => {
    const { username, ada, wanted } = await person()
    await wantAddress(ada, username, wanted)
    const token = await linkTo(wanted)
    await server.client().register.register({ body: registration(wanted) })
    await expect(confirm(token)).rejects.toMatchObject({ code: 'email.already.exists.error', status: 403 })
    await expect(login(username)).resolves.toMatchObject({ username })
  })

  it('tells nobody whether an address is taken, and its owner that somebody tried', async () => {
    const { username, ada, wanted } = await person()
    const { username: taken } = await server.join({ locale: 'fr' })
    const free = await wantAddress(ada, username, wanted)
    const refused = await wantAddress(ada, username, taken)
    expect(refused).toEqual({ ...free, pendingUsername: taken })
    const mails = await messagesFor(server, taken)
    expect(mails.map(({ subject }) => subject)).toEqual(['Cette adresse a déjà un compte Fieldport'])
    expect(mails[0]?.text).not.toContain('confirmAddress')
    expect(await server.context.db.$count(mailedTokens, eq(mailedTokens.address, taken))).toBe(0)
  })

  it('shares the limit of registrations, and has one for each account and one for each addressee', async () => {
    const here = '203.0.113.77'
    const { username, ada } = await person()
    const wanted = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => wantAddress(ada, username, `stranger${index}-${username}`)),
    )
    expect(wanted.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(wanted.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 429, code: 'too.many.requests.error' } })

    // Several accounts that ask for one address mail it five times an hour.
    const victim = `victim-${username}`
    for (let asking = 0; asking < 7; asking += 1) {
      const one = await person()
      await wantAddress(one.ada, one.username, victim)
      await messagesFor(server, victim)
    }
    expect(await messagesFor(server, victim)).toHaveLength(5)

    const many = await Promise.all(Array.from({ length: 5 }, () => person()))
    const fromHere = many.map(({ username: name, ada: one }) => ({ name, client: server.client(one.held.current, here) }))
    for (let turn = 0; turn < 4; turn += 1) for (const { name, client } of fromHere) await wantAddress(client, name, `turn${turn}-${name}`)
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        server.client(null, here).register.register({ body: registration(`fair${index}-${username}`) }),
      ),
    )
    const [full] = fromHere
    if (full === undefined) throw new Error('nobody')
    await expect(wantAddress(full.client, full.name, `last-${full.name}`)).rejects.toMatchObject({ status: 429 })
    await expect(server.client(null, here).register.register({ body: registration(`last-${username}`) })).rejects.toMatchObject({
      status: 429,
    })
  })

  it('gives an address to one of two accounts that confirm it at once', async () => {
    const one = await person()
    const two = await person()
    const wanted = `both-${one.username}`
    const tokens: string[] = []
    for (const { ada, username } of [one, two]) {
      await wantAddress(ada, username, wanted)
      tokens.push(await linkTo(wanted))
    }
    const outcomes = await Promise.allSettled(tokens.map(confirm))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'email.already.exists.error' } })
    expect(await server.context.db.$count(users, eq(users.username, wanted))).toBe(1)
  })

  it('gives an address to one of those who confirm and register it at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { username, ada, wanted } = await person()
      await wantAddress(ada, username, wanted)
      const token = await linkTo(wanted)
      const outcomes = await Promise.allSettled<unknown>([
        confirm(token),
        server.client().register.register({ body: registration(wanted) }),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'email.already.exists.error' } })
      expect(await server.context.db.$count(users, eq(users.username, wanted))).toBe(1)
    }
  })

  it('uses a link up once, also when it is followed many times at the same moment', async () => {
    const { username, ada, wanted } = await person()
    await wantAddress(ada, username, wanted)
    const token = await linkTo(wanted)
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => confirm(token)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await messagesFor(server, username)).filter(({ text }) => text.includes('/restoreAddress/'))).toHaveLength(1)
  })

  it.each(['', 'x', 'x'.repeat(43), `${'x'.repeat(42)}!`])('refuses the made-up link %j', async (token) => {
    const client: Client = server.client()
    await expect(confirm(token)).rejects.toMatchObject(badLink)
    await expect(client.contact.checkRestore({ body: { token } })).rejects.toMatchObject(badLink)
    const body = { token, newPassword: 'long enough', newPasswordRepeat: 'long enough' }
    await expect(client.contact.restore({ body })).rejects.toMatchObject(badLink)
  })

  it('does not bring the old address back by a form that was filled before the change counted', async () => {
    const { username, ada, wanted } = await person()
    await wantAddress(ada, username, wanted)
    await confirm(await linkTo(wanted))
    const stale = ada.user.updateProfile({ body: { ...profileOf(username), firstname: 'Stale' } })
    await expect(stale).rejects.toMatchObject({ code: 'MandatoryField', invalidField: 'currentPassword' })
    await expect(ada.user.getProfile()).resolves.toMatchObject({ firstname: 'Ada', username: wanted, pendingUsername: null })
  })
})
