// @module-tag rest
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { users } from '../../src/server/db/tables.ts'
import { type Client, password } from '../support/apiServer.ts'
import { messagesFor, newestFor } from '../support/mailbox.ts'
import { confirmUsername, linkTo, staffForm } from '../support/ownContact.ts'
import { protectionEventsOf } from '../support/protectionEvents.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const taken = { code: 'email.already.exists.error', status: 403, invalidField: 'username' }

const edit = (client: Client, id: number, fields: { username: string; phoneNumber?: string; password?: string }) =>
  client.user.update({ params: { id }, body: { ...staffForm, ...fields } })

serverOnPostgres((server) => {
  const [admin, backOffice] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE')

  const login = (username: string, typed = password) => server.client().authentication.login({ body: { username, password: typed } })
  const validate = (token: string) => server.client().authentication.validateAccount({ body: { token } })
  const restore = (token: string) =>
    server.client().contact.restore({ body: { token, newPassword: 'seven green chairs', newPasswordRepeat: 'seven green chairs' } })
  const eventsOf = (userId: number) => protectionEventsOf(server, userId)

  it('mails the new address a link, leaves the old one in force, and tells it with a way back once the link was followed', async () => {
    const { username, userId } = await server.join()
    const wanted = `new-${username}`
    await edit(backOffice, userId, { username: wanted })
    await expect(admin.user.get({ params: { id: userId } })).resolves.toMatchObject({ username, pendingUsername: wanted })
    await expect(login(username)).resolves.toMatchObject({ username })
    await confirmUsername(server, await linkTo(server, wanted))
    await expect(admin.user.get({ params: { id: userId } })).resolves.toMatchObject({ username: wanted, pendingUsername: null })
    const token = await linkTo(server, username)
    const actorId = backOffice.held.current?.id
    expect(await eventsOf(userId)).toMatchObject([
      { kind: 'usernameChanged', actorId },
      { kind: 'usernameChangeRequested', actorId, address: expect.stringMatching(/^10\./) },
    ])
    const trail = await admin.audit.getForRecord({ params: { entity: 'user', id: userId } })
    expect(trail).toMatchObject([
      { by: { id: userId }, before: { username, pendingUsername: wanted }, after: { username: wanted, pendingUsername: null } },
      { by: { id: actorId }, before: { pendingUsername: null }, after: { pendingUsername: wanted } },
    ])

    await expect(restore(token)).resolves.toEqual({ id: userId, username })
    await expect(login(username, 'seven green chairs')).resolves.toMatchObject({ id: userId })
  })

  it('says on its field that an address is taken', async () => {
    const { userId } = await server.join()
    const { username: another } = await server.join()
    await expect(edit(admin, userId, { username: another })).rejects.toMatchObject(taken)
    const { userId: unproven } = await server.join({ accountValidated: false })
    await expect(edit(admin, unproven, { username: another })).rejects.toMatchObject(taken)
  })

  it('puts a new address in the place of one that was never validated, and tells the old one nothing', async () => {
    const { username, userId } = await server.join({ accountValidated: false })
    await server.client().authentication.resendValidateAccountMail({ body: { username } })
    const old = await linkTo(server, username)
    const wanted = `right-${username}`
    await edit(backOffice, userId, { username: wanted })
    await expect(admin.user.get({ params: { id: userId } })).resolves.toMatchObject({
      username: wanted,
      accountValidated: false,
      pendingUsername: null,
    })
    await expect(validate(old)).rejects.toMatchObject({ code: 'ValidateAccount.error' })
    await validate(await linkTo(server, wanted))
    await expect(login(wanted)).resolves.toMatchObject({ id: userId })
    expect(await messagesFor(server, username)).toHaveLength(1)
    await server.join({ username })
  })

  it('never validates an address by a link that was on its way to the one before', async () => {
    const { username, userId } = await server.join({ accountValidated: false })
    await server.client().authentication.resendValidateAccountMail({ body: { username } })
    const token = await linkTo(server, username)
    // As where the change comes between the writing of the mail and its sending.
    await server.context.db
      .update(users)
      .set({ username: `moved-${username}` })
      .where(eq(users.id, userId))
    await expect(validate(token)).rejects.toMatchObject({ code: 'ValidateAccount.error' })
  })

  it('changes a phone at once, and tells the owner with a way back', async () => {
    const { username, userId } = await server.join()
    await edit(backOffice, userId, { username, phoneNumber: '0639980333' })
    await expect(admin.user.get({ params: { id: userId } })).resolves.toMatchObject({ phoneNumber: '0639980333' })
    expect(await eventsOf(userId)).toMatchObject([{ kind: 'phoneChanged', actorId: backOffice.held.current?.id }])
    await restore(await linkTo(server, username))
    await expect(admin.user.get({ params: { id: userId } })).resolves.toMatchObject({ phoneNumber: '612345678' })
  })

  it('writes a password that staff choose into the security log, with who chose it', async () => {
    const { username, userId } = await server.join()
    await edit(admin, userId, { username, password: 'chosen by staff' })
    expect(await eventsOf(userId)).toMatchObject([{ kind: 'passwordChanged', actorId: admin.held.current?.id }])
    // Two messages that are delivered at once may arrive in either order.
    await newestFor(server, username)
    await server.client().forgotPassword.resetPassword({ body: { username } })
    const token = await linkTo(server, username)
    const body = { token, newPassword: 'chosen by link', newPasswordRepeat: 'chosen by link' }
    await server.client().forgotPassword.updatePasswordFromEmail({ body })
    const ada = server.client(await login(username, 'chosen by link'))
    const own = { oldPassword: 'chosen by link', newPassword: 'chosen by her', newPasswordRepeat: 'chosen by her' }
    await ada.user.updateCurrentUserPassword({ body: own })
    const kinds = (await eventsOf(userId)).filter(({ kind }) => kind === 'passwordChanged')
    expect(kinds.map(({ actorId }) => actorId)).toEqual([null, null, admin.held.current?.id])
  })

  it('sends administrators to their profile for their own address, phone and password', async () => {
    const { id = 0, username = '' } = admin.held.current ?? {}
    const own = { code: 'own.profile.error', status: 403 }
    await expect(edit(admin, id, { username: `new-${username}` })).rejects.toMatchObject({ ...own, invalidField: 'username' })
    await expect(edit(admin, id, { username, phoneNumber: '0639980444' })).rejects.toMatchObject({ ...own, invalidField: 'phoneNumber' })
    await expect(edit(admin, id, { username, password: 'taken over' })).rejects.toMatchObject({ ...own, invalidField: 'password' })
    await expect(edit(admin, id, { username, phoneNumber: '06 12 34 56 78' })).resolves.toEqual({ id })
  })
})
