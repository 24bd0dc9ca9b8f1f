// @module-tag rest
/** Staff need a second factor where STAFF_SECOND_FACTOR says so, and can do little but add one. */
import { describe, expect, it } from 'vitest'
import { mayCall } from '../../src/contract/endpoint.ts'
import { type Role, roles } from '../../src/contract/rules.ts'
import { bearer, type Client, failure, heldBy, password, renew, startApiServer } from '../support/apiServer.ts'
import { contractCalls } from '../support/contractCalls.ts'
import { addApp, addPasskey, signInWithCode } from '../support/factors.ts'
import { codeIn, newestFor } from '../support/mailbox.ts'
import { staffForm } from '../support/ownContact.ts'
import { serverOnPostgresWith } from '../support/servers.ts'

const required = { DEMO: 'false', STAFF_SECOND_FACTOR: 'required' }
const staffRoles = roles.filter((role) => role !== 'ROLE_CUSTOMER')
const code = 'factor.enrolment.required.error'
const refused = { code, status: 403 }
const minuteMs = 60_000
const open = new Set(contractCalls.flatMap(({ call, endpoint }) => (endpoint.openBefore === undefined ? [] : [call])))

const login = (client: Client, username: string) => client.authentication.login({ body: { username, password } })

serverOnPostgresWith(required, (server) => {
  /** On the same database: it delivers the SMS. */
  async function openDemo() {
    const demo = await startApiServer(server.context.db)
    demo.pass(server.context.clock().getTime() - demo.context.clock().getTime())
    return demo
  }

  it.each(staffRoles)('lets %s in by the password, to add a factor before anything else', async (role) => {
    const { username } = await server.join({ role })
    const client = await server.signIn(username)
    expect(client.held.current).toMatchObject({ factorDueInSeconds: 0 })
    await expect(client.session.getOwn()).rejects.toMatchObject(refused)
    expect(await renew(server, heldBy(client).refresh_token)).toMatchObject({ factorDueInSeconds: 0 })
    await expect(client.secondFactor.getOwn()).resolves.toMatchObject({ factors: [], isRequired: true })
    const { code: shown } = await addApp(server, client)
    // At once, in the same session.
    await expect(client.session.getOwn()).resolves.toHaveLength(1)
    expect(await renew(server, heldBy(client).refresh_token)).not.toHaveProperty('factorDueInSeconds')
    await expect(login(server.client(), username)).rejects.toMatchObject({ code: 'factor.required.error', status: 401 })
    server.pass(minuteMs)
    expect(await signInWithCode(server.client(), username, 'totp', shown())).not.toHaveProperty('factorDueInSeconds')
  })

  it('asks no customer', async () => {
    const client = await server.signInAs('ROLE_CUSTOMER')
    expect(client.held.current).not.toHaveProperty('factorDueInSeconds')
    await expect(client.session.getOwn()).resolves.toHaveLength(1)
    await expect(client.secondFactor.getOwn()).resolves.toMatchObject({ isRequired: false })
  })

  it('keeps the last factor of staff, and no other', async () => {
    const client = await server.signInAs('ROLE_BE')
    const [app, key] = [await addApp(server, client), await addPasskey(client)]
    await client.secondFactor.remove({ params: { id: app.id } })
    await expect(client.secondFactor.remove({ params: { id: key.id } })).rejects.toMatchObject({ code: 'factor.last.error', status: 403 })
    await expect(client.secondFactor.getOwn()).resolves.toMatchObject({ factors: [{ kind: 'passkey' }], recoveryCodesLeft: 10 })
  })

  it('asks for another password first where staff have set it', async () => {
    const { username, userId } = await server.join({ role: 'ROLE_BE', passwordDue: 'setByStaff' })
    const client = await server.signIn(username)
    await expect(client.secondFactor.beginTotp()).rejects.toMatchObject({ code: 'password.choice.required.error' })
    const chosen = 'seven green chairs'
    await client.user.updateCurrentUserPassword({ body: { oldPassword: password, newPassword: chosen, newPasswordRepeat: chosen } })
    await expect(client.session.getOwn()).rejects.toMatchObject(refused)
    const session = await server.client().authentication.login({ body: { username, password: chosen } })
    expect(session).toMatchObject({ id: userId, factorDueInSeconds: 0 })
    expect(session).not.toHaveProperty('passwordDue')
  })

  it('asks a customer who becomes staff at once', async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
    await addPasskey(admin)
    const { username, userId } = await server.join()
    const before = await server.signIn(username)
    const body = { ...staffForm, username, role: 'ROLE_BE' as const }
    await admin.user.update({ params: { id: userId }, body })
    await expect(before.session.getOwn()).rejects.toMatchObject({ code: 'not.authenticated' })
    const client = await server.signIn(username)
    expect(client.held.current).toMatchObject({ factorDueInSeconds: 0 })
    await expect(client.user.getBetaTesters({ query: {} })).rejects.toMatchObject(refused)
  })

  it('asks nobody in a demo', async () => {
    const demo = await startApiServer(server.context.db, { STAFF_SECOND_FACTOR: 'required' })
    const client = await demo.signInAs('ROLE_ADMIN')
    expect(client.held.current).not.toHaveProperty('factorDueInSeconds')
    const { id } = await addPasskey(client)
    await client.secondFactor.remove({ params: { id } })
    await expect(client.session.getOwn()).resolves.toHaveLength(1)
    await demo.dispose()
  })

  /** Who signs in with a code. */
  async function person(role: Role, phoneNumber: string) {
    const { username } = await server.join({ role, needsSmsCode: true, phoneNumber: `0${phoneNumber}` })
    const begin = (at = server) => at.client().authentication.beforeLogin({ body: { username, password } })
    const enter = async (browser: Client) => {
      await browser.authentication.beforeLogin({ body: { username, password } })
      const demo = await openDemo()
      const typed = codeIn(await newestFor(demo, `+33${phoneNumber}`))
      await demo.dispose()
      await browser.authentication.checkSmsCode({ body: { username, password, code: typed } })
      return browser
    }
    return { username, begin, enter }
  }

  describe('a code by SMS', () => {
    it('is no factor of staff: they are asked for their own, and it does not replace that', async () => {
      const { username, begin, enter } = await person('ROLE_BE', '639980701')
      const [here, elsewhere] = [await enter(server.client()), server.client()]
      server.pass(minuteMs)
      await enter(elsewhere)
      const session = await login(here, username)
      expect(session).toMatchObject({ factorDueInSeconds: 0 })
      await addPasskey(server.client(session))
      await expect(begin()).resolves.toMatchObject({
        displayCodeValidation: false,
        phoneNumber: null,
        factors: ['passkey', 'recoveryCode'],
      })
      await expect(login(elsewhere, username)).rejects.toMatchObject({ code: 'factor.required.error' })
    })

    it('is one of customers, beside their own', async () => {
      const { username, begin, enter } = await person('ROLE_CUSTOMER', '639980702')
      await addPasskey(server.client(await login(await enter(server.client()), username)))
      server.pass(minuteMs)
      await expect(begin()).resolves.toMatchObject({ displayCodeValidation: true, factors: ['passkey', 'recoveryCode'] })
      await expect(login(server.client(), username)).rejects.toMatchObject({ code: 'code.required.error' })
      server.pass(minuteMs)
      await expect(login(await enter(server.client()), username)).resolves.toMatchObject({ username })
    })

    it('is one of staff in a demo', async () => {
      const { username, begin, enter } = await person('ROLE_BE', '639980703')
      await addPasskey(server.client(await login(await enter(server.client()), username)))
      server.pass(minuteMs)
      const demo = await openDemo()
      await expect(begin(demo)).resolves.toMatchObject({ displayCodeValidation: true })
      await demo.dispose()
    })
  })
})

serverOnPostgresWith(required, (server) => {
  it('leaves exactly these calls open', () => {
    const changes = ['addPasskey', 'addTotp', 'beginPasskey', 'beginTotp', 'getOwn', 'makeRecoveryCodes']
    const others = ['authentication.logout', 'locale.setLocale', 'user.getProfile', 'user.updateCurrentUserPassword']
    const proof = ['session.beginProof', 'session.prove']
    expect([...open].toSorted()).toEqual([...others, ...proof, ...changes.map((name) => `secondFactor.${name}`)].toSorted())
  })

  describe.each(roles)('%s', (role) => {
    it('is refused every other call without a factor, with one code, unless they are a customer', async () => {
      const answered: Record<string, string> = {}
      const expected: Record<string, string> = {}
      let client = await server.signInAs(role)
      for (const { call, endpoint } of contractCalls) {
        const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
        const response = await server.request(path, { method: endpoint.method, headers: bearer(client) })
        const message = response.ok ? '' : (await failure(response)).message
        const isHeld = role !== 'ROLE_CUSTOMER' && endpoint.audience !== 'anyone' && !open.has(call)
        answered[call] = message === code ? 'waits for a factor' : message === 'not.authorized' ? 'not allowed' : 'goes on'
        expected[call] = !mayCall(endpoint, role) ? 'not allowed' : isHeld ? 'waits for a factor' : 'goes on'
        // A call that goes on may sign out or add a factor.
        if (answered[call] === 'goes on') client = await server.signInAs(role)
      }
      expect(answered).toEqual(expected)
    })
  })

  it('shows an administrator how many factors somebody has', async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
    await addPasskey(admin)
    const { username, userId: id } = await server.join()
    await addPasskey(await server.signIn(username))
    await expect(admin.user.get({ params: { id } })).resolves.toMatchObject({ secondFactors: 1 })
  })
})
