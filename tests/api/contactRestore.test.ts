// @module-tag rest
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { formerContacts, users } from '../../src/server/db/tables.ts'
import { type Client, password } from '../support/apiServer.ts'
import { codeIn, messagesFor, newestFor, tokenIn } from '../support/mailbox.ts'
import { confirmUsername, linkTo, moveAddress, profileOf, registration, staffForm, undoLinkTo, wantAddress } from '../support/ownContact.ts'
import { protectionEventsOf } from '../support/protectionEvents.ts'
import { serverOnPostgres } from '../support/servers.ts'

const dayMs = 24 * 60 * 60_000
const chosen = 'chosen by the owner'
const badLink = { code: 'contact.link.invalid.error', status: 403 }
const taken = { code: 'email.already.exists.error', status: 403, invalidField: 'username' }

serverOnPostgres((server) => {
  const login = (username: string, typed = password) => server.client().authentication.login({ body: { username, password: typed } })
  const restore = (token: string, newPassword = chosen) =>
    server.client().contact.restore({ body: { token, newPassword, newPasswordRepeat: newPassword } })
  const register = (username: string) => server.client().register.register({ body: registration(username) })

  /** As a thief with the password and mailboxes of their own. */
  const move = (client: Client, from: string, to: string) => moveAddress(server, client, from, to)
  const undoLink = (address: string) => undoLinkTo(server, address)
  /** An account whose address a thief has just changed from `a` to `b`. */
  async function stolen() {
    const { username: a, userId } = await server.join()
    const thief = await server.signIn(a)
    const [b, c] = [`b-${a}`, `c-${a}`]
    await move(thief, a, b)
    return { a, b, c, userId, thief, token: await undoLink(a) }
  }

  it('gives the account back to its first address: with a new password, and every session at an end [T215]', async () => {
    const { a, b, userId, thief, token } = await stolen()
    await wantAddress(thief, b, `pending-${a}`)
    const pending = await linkTo(server, `pending-${a}`)
    await server.client().forgotPassword.resetPassword({ body: { username: b } })
    const reset = await linkTo(server, b)

    for (const path of [`/contact/restore?token=${token}`, `/contact/checkRestore/${token}`])
      expect((await server.request(path)).status).toBe(404)
    await expect(server.client().contact.checkRestore({ body: { token } })).resolves.toMatchObject({ username: a })
    await expect(thief.user.getProfile()).resolves.toMatchObject({ username: b })

    await expect(restore(token)).resolves.toEqual({ id: userId, username: a })
    await expect(thief.user.getProfile()).rejects.toMatchObject({ code: 'not.authenticated' })
    await expect(login(a, chosen)).resolves.toMatchObject({ id: userId, username: a })
    await expect(login(a)).rejects.toMatchObject({ code: 'Login.error' })
    await expect(login(b)).rejects.toMatchObject({ code: 'Login.error' })
    await expect(confirmUsername(server, pending)).rejects.toMatchObject(badLink)
    await expect(server.client().forgotPassword.checkUpdatePasswordToken({ body: { token: reset } })).rejects.toMatchObject({ status: 418 })
    const owner = server.client(await login(a, chosen))
    await expect(owner.user.getProfile()).resolves.toMatchObject({ username: a, pendingUsername: null, pendingPhone: null })
    expect((await newestFor(server, b)).subject).toBe('The address of a Fieldport account was changed back')
    const toOwner = (await messagesFor(server, a)).map(({ subject }) => subject)
    expect(toOwner).toContain('Your Fieldport password was changed')

    const [latest, before] = await protectionEventsOf(server, userId)
    expect([latest, before]).toMatchObject([
      { kind: 'usernameRestored', address: expect.stringMatching(/^10\./), actorId: null },
      { kind: 'passwordChanged', address: latest?.address },
    ])
  })

  it('restores the first address after several changes, and then the links of the later ones open nothing', async () => {
    const { a, b, c, userId, thief, token } = await stolen()
    await move(thief, b, c)
    const second = await undoLink(b)
    await restore(token)
    await expect(restore(second)).rejects.toMatchObject(badLink)
    await expect(server.client().contact.checkRestore({ body: { token: second } })).rejects.toMatchObject(badLink)
    await expect(login(a, chosen)).resolves.toMatchObject({ id: userId })
    // Nothing of the thief's addresses is kept.
    expect(await server.context.db.$count(formerContacts, eq(formerContacts.userId, userId))).toBe(0)
    await register(b)
    await register(c)
  })

  it('still restores the first address where the link of a later one was used before', async () => {
    const { a, b, c, userId, thief, token } = await stolen()
    await move(thief, b, c)
    await expect(restore(await undoLink(b), 'chosen by the thief')).resolves.toMatchObject({ username: b })
    await expect(login(b, 'chosen by the thief')).resolves.toMatchObject({ id: userId })
    await expect(restore(token)).resolves.toMatchObject({ username: a })
    await expect(login(b, 'chosen by the thief')).rejects.toMatchObject({ code: 'Login.error' })
    await expect(login(a, chosen)).resolves.toMatchObject({ id: userId })
  })

  it('brings the first phone back, also where that was changed before the address', async () => {
    const { username: a, userId } = await server.join()
    const thief = await server.signIn(a)
    await thief.user.updateProfile({ body: { ...profileOf(a), phoneNumber: '0639980901', currentPassword: password } })
    await thief.contact.confirmPhone({ body: { code: codeIn(await newestFor(server, '+33639980901')) } })
    const told = await newestFor(server, a)
    expect(told.subject).toBe('The phone number of your Fieldport account was changed')
    const b = `b-${a}`
    const own = { ...profileOf(a), phoneNumber: '0639980901', username: b, currentPassword: password }
    await thief.user.updateProfile({ body: own })
    await confirmUsername(server, await linkTo(server, b))
    await restore(await undoLink(a))
    const owner = server.client(await login(a, chosen))
    await expect(owner.user.getProfile()).resolves.toMatchObject({ id: userId, username: a, phonePrefix: '+33', phoneNumber: '612345678' })
    await expect(restore(tokenIn(told))).rejects.toMatchObject(badLink)
  })

  it('keeps the old address for three days: nobody registers it, takes it, is given it or comes back to it', async () => {
    const { a, b, thief, token } = await stolen()
    const admin = await server.signInAs('ROLE_ADMIN')
    const { username: other, userId } = await server.join()
    const another = await server.signIn(other)
    const edited = { ...staffForm, username: a }

    await expect(register(a)).rejects.toMatchObject(taken)
    await expect(admin.user.create({ body: { ...edited, password: 'Chosen-4-them', role: 'ROLE_CUSTOMER' } })).rejects.toMatchObject(taken)
    await expect(admin.user.update({ params: { id: userId }, body: edited })).rejects.toMatchObject(taken)
    const unproven = await server.join({ accountValidated: false })
    await expect(admin.user.update({ params: { id: unproven.userId }, body: edited })).rejects.toMatchObject(taken)
    await wantAddress(another, other, a)
    expect((await newestFor(server, a)).subject).toBe('This address already has a Fieldport account')
    const deleted = await server.join({ username: a, isDeleted: true })
    await expect(admin.user.restore({ params: { id: deleted.userId } })).rejects.toMatchObject({ status: 409 })
    await admin.user.remove({ params: { id: (await server.join({ username: `gone-${a}` })).userId } })

    server.pass(3 * dayMs - 1)
    await expect(register(a)).rejects.toMatchObject(taken)
    server.pass(1)
    await expect(restore(token)).rejects.toMatchObject(badLink)
    await register(a)
    thief.held.current = await login(b)
    await expect(thief.user.getProfile()).resolves.toMatchObject({ username: b })
  })

  it('does not let a deleted account come back to an address that is kept for another', async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
    const { username: a, userId } = await server.join()
    await admin.user.remove({ params: { id: userId } })
    const heir = await server.join({ username: a })
    await move(await server.signIn(a), a, `b-${a}`)
    await expect(admin.user.restore({ params: { id: userId } })).rejects.toMatchObject(taken)
    await restore(await undoLink(a))
    await expect(login(a, chosen)).resolves.toMatchObject({ id: heir.userId })
  })

  it('lets the owner go back to their old address by themselves', async () => {
    const { a, b, userId, thief } = await stolen()
    await move(thief, b, a)
    await expect(login(a)).resolves.toMatchObject({ id: userId, username: a })
  })

  it('keeps the address also from a registration that comes while the change is being confirmed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { username: a, userId } = await server.join()
      const ada = await server.signIn(a)
      await wantAddress(ada, a, `b-${a}`)
      const token = await linkTo(server, `b-${a}`)
      const outcomes = await Promise.allSettled<unknown>([register(a), confirmUsername(server, token), register(a), register(a)])
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'rejected'])
      expect(outcomes[0]).toMatchObject({ reason: taken })
      expect(await server.context.db.$count(users, eq(users.username, a))).toBe(0)
      await expect(restore(await undoLink(a))).resolves.toEqual({ id: userId, username: a })
    }
  })

  it('restores once, also when the link is used many times at the same moment', async () => {
    const { a, userId, token } = await stolen()
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => restore(token, `chosen by owner ${index}`)))
    const won = outcomes.findIndex(({ status }) => status === 'fulfilled')
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes.filter(({ status }) => status === 'rejected')) expect(outcome).toMatchObject({ reason: badLink })
    await expect(login(a, `chosen by owner ${won}`)).resolves.toMatchObject({ id: userId })
  })

  it('decides between the links of two changes that are used at the same moment in favour of the first address', async () => {
    const { a, b, c, userId, thief, token } = await stolen()
    await move(thief, b, c)
    const second = await undoLink(b)
    await Promise.allSettled([restore(second, 'chosen by the thief'), restore(token)])
    await expect(login(a, chosen)).resolves.toMatchObject({ id: userId, username: a })
    await expect(login(b, 'chosen by the thief')).rejects.toMatchObject({ code: 'Login.error' })
  })

  it('says on its field what is wrong with the new password, and uses nothing up', async () => {
    const { token } = await stolen()
    await expect(restore(token, 'short')).rejects.toMatchObject({ code: 'Password.minlenght.error', invalidField: 'newPassword' })
    const body = { token, newPassword: chosen, newPasswordRepeat: 'something else' }
    await expect(server.client().contact.restore({ body })).rejects.toMatchObject({ code: 'NewPassword.not.corresponding' })
    await restore(token)
  })

  it('says nothing of a change whose undoing has nothing left to undo [T214]', async () => {
    const { username: a } = await server.join()
    await move(await server.signIn(a), a, `b-${a}`)
    // The mail to the old address has not left: nobody has looked since.
    server.pass(3 * dayMs)
    expect((await messagesFor(server, a)).filter(({ text }) => text.includes('/restoreAddress/'))).toEqual([])
  })

  it('gives the link its three days from when the mail leaves', async () => {
    const { username: a, userId } = await server.join()
    await move(await server.signIn(a), a, `b-${a}`)
    server.pass(2 * dayMs)
    const token = await undoLink(a)
    server.pass(3 * dayMs - 1)
    await expect(register(a)).rejects.toMatchObject(taken)
    await expect(restore(token)).resolves.toEqual({ id: userId, username: a })
  })
})
