import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { mailedTokens, users } from '../../src/server/db/tables.ts'
import { type Client, password } from '../support/apiServer.ts'
import { messagesFor, newestFor, tokenIn } from '../support/mailbox.ts'
import { confirmUsername, joinWanting, linkTo, moveAddress, profileOf, registration, wantAddress } from '../support/ownContact.ts'
import { protectionEventsOf } from '../support/protectionEvents.ts'
import { serverOnPostgres } from '../support/servers.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const badLink = { code: 'contact.link.invalid.error', status: 403 }

serverOnPostgres((server) => {
  const login = (username: string, typed = password) => server.client().authentication.login({ body: { username, password: typed } })
  const confirm = (token: string) => confirmUsername(server, token)
  const eventsOf = async (userId: number) => (await protectionEventsOf(server, userId)).map(({ kind }) => kind)

  const person = () => joinWanting(server)

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

  it('saves the rest at once, and leaves the old address in force for everything until the link is followed', async () => {
    const { username, userId, ada, wanted } = await person()
    const body = { ...profileOf(username), username: wanted.toUpperCase(), firstname: 'Augusta', currentPassword: password }
    const saved = await ada.user.updateProfile({ body })
    expect(saved).toMatchObject({ firstname: 'Augusta', username, pendingUsername: wanted })
    await expect(login(username)).resolves.toMatchObject({ username })
    await expect(login(wanted)).rejects.toMatchObject({ code: 'Login.error' })
    await server.client().forgotPassword.resetPassword({ body: { username } })
    const reset = await linkTo(server, username)

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
    const first = await linkTo(server, wanted)
    await wantAddress(ada, username, `lost-${username}`)
    await wantAddress(ada, username, second)
    await expect(confirm(first)).rejects.toMatchObject(badLink)
    expect(await messagesFor(server, `lost-${username}`)).toEqual([])
    await confirm(await linkTo(server, second))
    await expect(ada.user.getProfile()).resolves.toMatchObject({ username: second })
  })

  it('sends the link again, and forgets it when the person thinks better of it [T210]', async () => {
    const { username, ada, wanted } = await person()
    await wantAddress(ada, username, wanted)
    const first = await linkTo(server, wanted)
    await expect(ada.contact.resendUsernameLink()).resolves.toMatchObject({ pendingUsername: wanted })
    const again = await linkTo(server, wanted)
    expect(again).not.toBe(first)
    await expect(ada.contact.cancelUsername()).resolves.toMatchObject({ username, pendingUsername: null })
    for (const token of [first, again]) await expect(confirm(token)).rejects.toMatchObject(badLink)
    await expect(ada.contact.resendUsernameLink()).rejects.toMatchObject({ code: 'resource.not.found' })
  })

  it('lets a link live for a day, and what is wanted for a week', async () => {
    const { username, ada, wanted } = await person()
    await wantAddress(ada, username, wanted)
    const late = await linkTo(server, wanted)
    server.pass(dayMs)
    await expect(confirm(late)).rejects.toMatchObject(badLink)
    ada.held.current = await login(username)
    await expect(ada.user.getProfile()).resolves.toMatchObject({ pendingUsername: wanted })
    server.pass(6 * dayMs)
    ada.held.current = await login(username)
    await expect(ada.user.getProfile()).resolves.toMatchObject({ pendingUsername: null })
  })

  it('voids pending changes when the password changes: somebody who knew the old one may have asked for them', async () => {
    const { username, ada, wanted } = await person()
    await ada.user.updateProfile({
      body: { ...profileOf(username), username: wanted, phoneNumber: '0698765431', currentPassword: password },
    })
    const token = await linkTo(server, wanted)
    const chosen = 'a brand new password'
    await ada.user.updateCurrentUserPassword({ body: { oldPassword: password, newPassword: chosen, newPasswordRepeat: chosen } })
    await expect(ada.user.getProfile()).resolves.toMatchObject({ pendingUsername: null, pendingPhone: null })
    await expect(confirm(token)).rejects.toMatchObject(badLink)
  })

  it('reserves nothing for what is wanted: who registers the address meanwhile has it, and the link says so', async () => {
    const { username, ada, wanted } = await person()
    await wantAddress(ada, username, wanted)
    const token = await linkTo(server, wanted)
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

  it.each(['', 'x', 'x'.repeat(43), `${'x'.repeat(42)}!`])('refuses the made-up link %j', async (token) => {
    const client: Client = server.client()
    await expect(confirm(token)).rejects.toMatchObject(badLink)
    await expect(client.contact.checkRestore({ body: { token } })).rejects.toMatchObject(badLink)
    const body = { token, newPassword: 'long enough', newPasswordRepeat: 'long enough' }
    await expect(client.contact.restore({ body })).rejects.toMatchObject(badLink)
  })

  it('does not bring the old address back by a form that was filled before the change counted', async () => {
    const { username, ada, wanted } = await person()
    await moveAddress(server, ada, username, wanted)
    const stale = ada.user.updateProfile({ body: { ...profileOf(username), firstname: 'Stale' } })
    await expect(stale).rejects.toMatchObject({ code: 'MandatoryField', invalidField: 'currentPassword' })
    await expect(ada.user.getProfile()).resolves.toMatchObject({ firstname: 'Ada', username: wanted, pendingUsername: null })
  })
})
