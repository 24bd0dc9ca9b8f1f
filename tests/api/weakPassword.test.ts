// @module-tag rest
/** What is refused as a password (docs/security.md, 39). What counts as one: src/server/auth/passwords/findPasswordFault.test.ts. */
import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Role } from '../../src/contract/rules.ts'
import { demoPassword } from '../../src/server/config/demoPassword.ts'
import { users } from '../../src/server/db/tables.ts'
import { newAddress, password, renew } from '../support/apiServer.ts'
import { confirmUsername, linkTo, wantAddress } from '../support/ownContact.ts'
import { serverOnPostgres, serverOnPostgresWith } from '../support/servers.ts'

const about = { firstname: 'Marion', lastname: 'Dupuis', phonePrefix: '+33', phoneNumber: '612345678', country: 'FR', distributor: '' }
const refused = [
  ['password.common.error', 'iloveyou'],
  ['password.names.error', 'Marion-Dupuis-33'],
  ['password.names.error', 'Terrafind 2026'],
] as const
const cheaply = (word: string) => hash(word, { memoryCost: 8, timeCost: 1, parallelism: 1 })

serverOnPostgresWith({ DEMO: 'false', BRAND_NAME: 'Terrafind' }, (server) => {
  const login = (username: string, typed: string) => server.client().authentication.login({ body: { username, password: typed } })
  const dueOf = async (username: string) =>
    (await server.context.db.query.users.findFirst({ where: eq(users.username, username) }))?.passwordDue

  it.each([...refused, ['password.common.error', demoPassword] as const])('answers %s to all who choose %s [T261]', async (code, weak) => {
    const username = newAddress()
    const body = { ...about, username, isNewsletter: false, password: weak, locale: 'en' as const }
    await expect(server.client().register.register({ body })).rejects.toMatchObject({ code, status: 403, invalidField: 'password' })

    await server.addUser({ ...about, username })
    const own = { oldPassword: password, newPassword: weak, newPasswordRepeat: weak }
    const change = (await server.signIn(username)).user.updateCurrentUserPassword({ body: own })
    await expect(change).rejects.toMatchObject({ code, status: 403, invalidField: 'newPassword' })
    await expect(login(username, password)).resolves.toMatchObject({ username })
  })

  it.each(['ROLE_CUSTOMER', 'ROLE_BE'] as const)('refuses it from staff who add or change a %s', async (role) => {
    const admin = await server.signInAs('ROLE_ADMIN')
    const form = { ...about, isBetaTester: false, selectedBetaGroupIds: [] }
    for (const [code, weak] of refused) {
      const fields = { ...form, username: newAddress(), password: weak }
      await expect(admin.user.create({ body: { ...fields, role } })).rejects.toMatchObject({ code, invalidField: 'password' })
      const id = await server.addUser({ ...about, username: fields.username, role })
      await expect(admin.user.update({ params: { id }, body: fields })).rejects.toMatchObject({ code, invalidField: 'password' })
      await expect(login(fields.username, password)).resolves.toMatchObject({ id })
    }
  })

  it.each([
    ['ROLE_CUSTOMER', 'iloveyou', 'weak'],
    ['ROLE_CUSTOMER', 'Marion.Dupuis', 'weak'],
    ['ROLE_CUSTOMER', 'kf82mwqz', undefined],
    ['ROLE_MARKETTING', 'kf82mwqz', 'weak'],
    ['ROLE_BE', 'kf82mwqz-xyw', undefined],
  ] as const)('tells a %s who signs in with %s that it is %s', async (role: Role, typed, due) => {
    const username = newAddress()
    await server.addUser({ ...about, username, role, passwordHash: await cheaply(typed) })
    const session = await login(username, typed)
    expect(session.passwordDue).toBe(due)
    expect(await dueOf(username)).toBe(due ?? null)
    // It may be put off: everything goes on, and renewed tokens do not ask again.
    const client = server.client(session)
    await expect(client.session.getOwn()).resolves.toHaveLength(1)
    expect(await renew(server, session.refresh_token)).not.toHaveProperty('passwordDue')
  })

  it('forgets it with a better password, and with a rule that has become milder', async () => {
    const username = newAddress()
    await server.addUser({ ...about, username, passwordHash: await cheaply('iloveyou') })
    const client = server.client(await login(username, 'iloveyou'))
    const body = { oldPassword: 'iloveyou', newPassword: password, newPasswordRepeat: password }
    await client.user.updateCurrentUserPassword({ body })
    expect(await dueOf(username)).toBeNull()
    await server.context.db.update(users).set({ passwordDue: 'weak' }).where(eq(users.username, username))
    expect(await login(username, password)).not.toHaveProperty('passwordDue')
    expect(await dueOf(username)).toBeNull()
  })
})

serverOnPostgres((server) => {
  it('asks nobody in a demo who signs in with its published password', async () => {
    const username = newAddress()
    await server.addUser({ username, role: 'ROLE_ADMIN', passwordHash: await cheaply(demoPassword) })
    expect(await server.client().authentication.login({ body: { username, password: demoPassword } })).not.toHaveProperty('passwordDue')
  })

  it.each([
    ['ROLE_CUSTOMER', 8, 'Password.minlenght.error'],
    ['ROLE_BE', 12, 'password.staff.minlength.error'],
  ] as const)('asks a %s for %i characters, and says so before [T259]', async (role, least, code) => {
    const { username } = await server.join({ role })
    const [short, long] = ['kf82mwqz-xyw'.slice(0, least - 1), 'kf82mwqz-xyw'.slice(0, least)]
    await server.client().forgotPassword.resetPassword({ body: { username } })
    const token = await linkTo(server, username)
    const { forgotPassword, contact } = server.client()
    await expect(forgotPassword.checkUpdatePasswordToken({ body: { token } })).resolves.toEqual({ passwordMinLength: least })
    const byLink = (word: string) => forgotPassword.updatePasswordFromEmail({ body: { token, newPassword: word, newPasswordRepeat: word } })
    await expect(byLink(short)).rejects.toMatchObject({ code, invalidField: 'newPassword' })
    await expect(byLink('ada.field@example')).rejects.toMatchObject({ code: 'password.names.error', invalidField: 'newPassword' })
    // The link is not used up by that.
    await byLink(long)

    const own = async (word: string) =>
      server
        .client(await server.client().authentication.login({ body: { username, password: long } }))
        .user.updateCurrentUserPassword({ body: { oldPassword: long, newPassword: word, newPasswordRepeat: word } })
    await expect(own(short)).rejects.toMatchObject({ code, invalidField: 'newPassword' })
    await own(`${long}!`)

    const { username: stolen } = await server.join({ role })
    await wantAddress(await server.signIn(stolen), stolen, `thief-${stolen}`)
    await confirmUsername(server, await linkTo(server, `thief-${stolen}`))
    const restoring = await linkTo(server, stolen)
    await expect(contact.checkRestore({ body: { token: restoring } })).resolves.toMatchObject({ passwordMinLength: least })
    const restore = (word: string) => contact.restore({ body: { token: restoring, newPassword: word, newPasswordRepeat: word } })
    await expect(restore(short)).rejects.toMatchObject({ code, invalidField: 'newPassword' })
    await expect(restore(stolen)).rejects.toMatchObject({ code: 'password.names.error', invalidField: 'newPassword' })
    await restore(long)
  })
})
