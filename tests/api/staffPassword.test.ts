// @module-tag rest
/** A password that staff have set serves once (docs/security.md, 39). */
import { describe, expect, it } from 'vitest'
import { mayCall } from '../../src/contract/endpoint.ts'
import { roles } from '../../src/contract/rules.ts'
import { bearer, type Client, failure, newAddress, password, renew } from '../support/apiServer.ts'
import { contractCalls } from '../support/contractCalls.ts'
import { messagesFor, newestFor, tokenIn } from '../support/mailbox.ts'
import { staffForm } from '../support/ownContact.ts'
import { serverOnPostgres } from '../support/servers.ts'

const given = 'kf82mwqz9'
const own = 'seven green chairs'
const code = 'password.choice.required.error'
const refused = { code, status: 403 }
const change = (client: Client, oldPassword: string, newPassword: string) =>
  client.user.updateCurrentUserPassword({ body: { oldPassword, newPassword, newPasswordRepeat: newPassword } })

const form = (username = newAddress()) => ({ ...staffForm, username })

serverOnPostgres((server) => {
  const login = (username: string, typed: string) => server.client().authentication.login({ body: { username, password: typed } })
  const added = async (role: (typeof roles)[number] = 'ROLE_CUSTOMER') => {
    const fields = form()
    const { id } = await (await server.signInAs('ROLE_ADMIN')).user.create({ body: { ...fields, role, password: given } })
    return { id, username: fields.username }
  }

  it.each(roles)('lets a new %s choose a password, and nothing else before [T262]', async (role) => {
    const { username } = await added(role)
    const session = await login(username, given)
    expect(session.passwordDue).toBe('setByStaff')
    const client = server.client(session)
    await expect(client.session.getOwn()).rejects.toMatchObject(refused)
    await expect(client.user.getProfile()).resolves.toMatchObject({ username })
    await client.locale.setLocale({ body: { locale: 'fr' } })
    // Signing in again, or with renewed tokens, changes nothing.
    const renewed = await renew(server, session.refresh_token)
    expect(renewed.passwordDue).toBe('setByStaff')
    client.held.current = renewed
    await expect(client.session.getOwn()).rejects.toMatchObject(refused)
    await change(client, given, own)
    // At once, and in the session that the client signs in to next.
    await expect(client.session.getOwn()).resolves.toHaveLength(1)
    const next = await login(username, own)
    expect(next).not.toHaveProperty('passwordDue')
    await expect(server.client(next).session.getOwn()).resolves.toHaveLength(2)
  })

  it('is the same when staff set the password of an account that is there', async () => {
    const { username, userId } = await server.join()
    const here = await server.signIn(username)
    const backOffice = await server.signInAs('ROLE_BE')
    await backOffice.user.update({ params: { id: userId }, body: { ...form(username), password: given } })
    await expect(here.user.getProfile()).rejects.toMatchObject({ code: 'not.authenticated' })
    const client = server.client(await login(username, given))
    await expect(client.session.endAll()).rejects.toMatchObject(refused)
    await client.authentication.logout()
    await expect(client.user.getProfile()).rejects.toMatchObject({ code: 'not.authenticated' })
  })

  it('takes any password but the one that staff know [T298]', async () => {
    const { username } = await added()
    const client = server.client(await login(username, given))
    const unchanged = { code: 'password.unchanged.error', status: 403, invalidField: 'newPassword' }
    await expect(change(client, given, given)).rejects.toMatchObject(unchanged)
    await server.client().forgotPassword.resetPassword({ body: { username } })
    const token = tokenIn(await newestFor(server, username))
    const byLink = (word: string) =>
      server.client().forgotPassword.updatePasswordFromEmail({ body: { token, newPassword: word, newPasswordRepeat: word } })
    await expect(byLink(given)).rejects.toMatchObject(unchanged)
    await byLink(own)
    const session = await login(username, own)
    expect(session).not.toHaveProperty('passwordDue')
    await expect(server.client(session).session.getOwn()).resolves.toHaveLength(1)
  })

  it('mails a link instead, with which the new user chooses the first password [T82]', async () => {
    for (const role of ['ROLE_ADMIN', 'ROLE_BE'] as const) {
      const fields = form()
      const staff = await server.signInAs(role)
      const { id } = await staff.user.create({
        body: { ...fields, role: 'ROLE_CUSTOMER', sendsPasswordLink: true, password: 'ignored-then' },
      })
      await expect(login(fields.username, 'ignored-then')).rejects.toMatchObject({ code: 'Login.error' })
      const mails = await messagesFor(server, fields.username)
      expect(mails.map(({ subject }) => subject)).toEqual(['Your Fieldport account is waiting for you'])
      const token = tokenIn(await newestFor(server, fields.username))
      await server.client().forgotPassword.updatePasswordFromEmail({ body: { token, newPassword: own, newPasswordRepeat: own } })
      const session = await login(fields.username, own)
      expect(session).toMatchObject({ id })
      expect(session).not.toHaveProperty('passwordDue')
    }
  })

  it('mails a link to somebody whom staff edit, whose password goes on working until then', async () => {
    const { username, userId: id } = await server.join()
    const here = await server.signIn(username)
    const backOffice = await server.signInAs('ROLE_BE')
    await backOffice.user.update({ params: { id }, body: { ...form(username), sendsPasswordLink: true, password: given } })
    await expect(here.session.getOwn()).resolves.toHaveLength(1)
    await expect(login(username, password)).resolves.toMatchObject({ id })
    expect((await newestFor(server, username)).subject).toBe('Choose a new Fieldport password')
    const admin = await server.signInAs('ROLE_ADMIN')
    const written = await admin.audit.getForRecord({ params: { entity: 'user', id } })
    expect(written.map(({ action }) => action)).toContain('resetPassword')
    const colleague = await server.join({ role: 'ROLE_MARKETTING' })
    const body = { ...form(colleague.username), sendsPasswordLink: true }
    await expect(backOffice.user.update({ params: { id: colleague.userId }, body })).rejects.toMatchObject({ code: 'not.authorized' })
    expect(await messagesFor(server, colleague.username)).toEqual([])
  })

  it('needs one of the two for a new user', async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
    const mandatory = { code: 'MandatoryField', status: 403, invalidField: 'password' }
    for (const fields of [{}, { password: '' }, { sendsPasswordLink: false }])
      await expect(admin.user.create({ body: { ...form(), role: 'ROLE_CUSTOMER', ...fields } })).rejects.toMatchObject(mandatory)
  })

  it('lets an administrator view the portal as somebody who has not chosen yet, and not before they have chosen themselves', async () => {
    const { id: userId } = await added()
    const admin = await server.signInAs('ROLE_ADMIN')
    const { impersonateToken } = await admin.impersonation.start({ body: { userId } })
    const view = await server.request('/session', { headers: { authorization: `Bearer ${impersonateToken}` } })
    expect(view.status).toBe(200)
    const newcomer = await added('ROLE_ADMIN')
    const client = server.client(await login(newcomer.username, given))
    await expect(client.impersonation.start({ body: { userId } })).rejects.toMatchObject(refused)
  })
})

serverOnPostgres((server) => {
  const open = new Set(contractCalls.flatMap(({ call, endpoint }) => (endpoint.openBefore === 'password' ? [call] : [])))

  it('leaves exactly these calls open', () => {
    const words = ['authentication.logout', 'locale.setLocale', 'user.getProfile', 'user.updateCurrentUserPassword']
    expect([...open].toSorted()).toEqual(words)
  })

  describe.each(roles)('%s', (role) => {
    const enter = async () => server.enter((await server.join({ role, passwordDue: 'setByStaff' })).username)

    it('is refused every other call, with one code [T299]', async () => {
      const answered: Record<string, string> = {}
      const expected: Record<string, string> = {}
      let client = await enter()
      for (const { call, endpoint } of contractCalls) {
        const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
        const response = await server.request(path, { method: endpoint.method, headers: bearer(client) })
        const message = response.ok ? '' : (await failure(response)).message
        const isCallable = mayCall(endpoint, role) && endpoint.audience !== 'anyone' && !open.has(call)
        answered[call] = message === code ? 'waits for a password' : message === 'not.authorized' ? 'not allowed' : 'goes on'
        expected[call] = !mayCall(endpoint, role) ? 'not allowed' : isCallable ? 'waits for a password' : 'goes on'
        // A call that goes on may sign out.
        if (answered[call] === 'goes on') client = await enter()
      }
      expect(answered).toEqual(expected)
    })
  })
})
