// @module-tag rest
/** Staff remove the second factors of somebody who has lost them. */
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Locale, Role } from '../../src/contract/rules.ts'
import { auditEntries, securityEvents } from '../../src/server/db/tables.ts'
import { password, startApiServer } from '../support/apiServer.ts'
import { addApp, addPasskey, signInWithCode } from '../support/factors.ts'
import { messagesFor } from '../support/mailbox.ts'
import { serverOnPostgres } from '../support/servers.ts'

const reason = 'Her phone fell into a lake <b>near Annecy</b>'

serverOnPostgres((server) => {
  async function person(role: Role = 'ROLE_CUSTOMER', locale: Locale = 'en') {
    const { username, userId } = await server.join({ role, locale })
    const client = await server.signIn(username)
    return { username, userId, client, ...(await addApp(server, client)) }
  }
  const login = (username: string) => server.client().authentication.login({ body: { username, password } })

  it.each(['ROLE_ADMIN', 'ROLE_BE', 'ROLE_CUSTOMER'] as const)(
    'lets %s back in by the password alone, and nobody stays signed in',
    async (role) => {
      const { username, userId, client, code, recoveryCodes } = await person(role)
      // Somebody who has entered a code is about to sign in.
      server.pass(60_000)
      const other = server.client()
      await other.factorSignIn.checkFactor({ body: { username, password, proof: { kind: 'totp', code: code() } } })
      const admin = await server.signInAs('ROLE_ADMIN')
      await expect(admin.secondFactor.reset({ body: { userId, reason } })).resolves.toEqual({ id: userId })
      await expect(client.user.getProfile()).rejects.toMatchObject({ code: 'not.authenticated' })
      const session = await login(username)
      await expect(server.client(session).secondFactor.getOwn()).resolves.toMatchObject({ factors: [], recoveryCodesLeft: 0 })
      // What served before, serves no more, also once there is a new factor.
      const passkey = await addPasskey(server.client(session))
      await expect(other.authentication.login({ body: { username, password } })).rejects.toMatchObject({ code: 'factor.required.error' })
      const withOldCode = signInWithCode(server.client(), username, 'recoveryCode', recoveryCodes?.[0] ?? '')
      await expect(withOldCode).rejects.toMatchObject({ code: 'code.invalid.error' })
      expect(passkey.recoveryCodes).toHaveLength(10)
    },
  )

  it.each([
    ['en', 'The second factors of your Fieldport account were reset', /^Reason: (.*)$/m],
    ['fr', 'Les seconds facteurs de votre compte Fieldport ont été réinitialisés', /^Motif\s: (.*)$/m],
  ] as const)('tells the owner why by mail, and the administrator whose it was (%s), and logs it [T582]', async (locale, subject, line) => {
    const { username, userId } = await person('ROLE_CUSTOMER', locale)
    const { username: by, userId: actorId } = await server.join({ role: 'ROLE_ADMIN', locale })
    const admin = await server.signIn(by)
    await admin.secondFactor.reset({ body: { userId, reason: ` ${reason} ` } })
    // There is also a mail about the administrator's new browser.
    const told = async (recipient: string) => (await messagesFor(server, recipient)).find(({ text }) => line.test(text))
    const [toOwner, toAdmin] = [await told(username), await told(by)]
    expect(toOwner?.subject).toBe(subject)
    for (const mail of [toOwner, toAdmin]) expect(line.exec(mail?.text ?? '')?.[1]).toBe(reason)
    expect(toAdmin?.text).toContain(username)
    for (const mail of [toOwner, toAdmin]) {
      expect(mail?.html).toContain('&lt;b&gt;near Annecy')
      expect(mail?.html).not.toContain('<b>near')
    }
    const { db } = server.context
    const isReset = and(eq(securityEvents.userId, userId), eq(securityEvents.kind, 'factorsReset'))
    expect(await db.select().from(securityEvents).where(isReset)).toMatchObject([{ actorId, address: expect.stringMatching(/^10\./) }])
    const isWritten = and(eq(auditEntries.recordId, userId), eq(auditEntries.action, 'resetFactors'))
    expect(await db.select().from(auditEntries).where(isWritten)).toMatchObject([{ userId: actorId, after: { reason } }])
    const shown = await admin.audit.getForRecord({ params: { entity: 'user', id: userId } })
    expect(shown.map(({ action }) => action)).toContain('resetFactors')
  })

  it('is for others: nobody resets their own, and the back office only those of customers', async () => {
    const [admin, backOffice, colleague, customer] = [
      await person('ROLE_ADMIN'),
      await person('ROLE_BE'),
      await person('ROLE_BE'),
      await person(),
    ]
    const reset = (by: typeof admin, userId: number) => by.client.secondFactor.reset({ body: { userId, reason } })
    await expect(reset(admin, admin.userId)).rejects.toMatchObject({ code: 'own.account.error', status: 403 })
    for (const { userId } of [colleague, admin, backOffice])
      await expect(reset(backOffice, userId)).rejects.toMatchObject({ status: 403, code: /^(?:not\.authorized|own\.account\.error)$/ })
    for (const { client } of [admin, backOffice, colleague])
      await expect(client.secondFactor.getOwn()).resolves.toMatchObject({ factors: [{ kind: 'totp' }] })
    await expect(reset(backOffice, customer.userId)).resolves.toEqual({ id: customer.userId })
  })

  it('needs a reason, an account that is there, and factors', async () => {
    const { userId } = await person()
    const admin = await server.signInAs('ROLE_ADMIN')
    const mandatory = { code: 'MandatoryField', status: 403, invalidField: 'reason' }
    await expect(admin.secondFactor.reset({ body: { userId, reason: '  ' } })).rejects.toMatchObject(mandatory)
    const { userId: without } = await server.join()
    for (const id of [without, 999_999])
      await expect(admin.secondFactor.reset({ body: { userId: id, reason } })).rejects.toMatchObject({ code: 'resource.not.found' })
    await admin.user.remove({ params: { id: userId } })
    await expect(admin.secondFactor.reset({ body: { userId, reason } })).rejects.toMatchObject({ code: 'record.deleted.error' })
  })

  it('counts once where two administrators do it at the same moment', async () => {
    const { username, userId } = await person()
    const admins = await Promise.all([1, 2, 3].map(() => server.signInAs('ROLE_ADMIN')))
    const outcomes = await Promise.allSettled(admins.map((admin) => admin.secondFactor.reset({ body: { userId, reason } })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const mails = await messagesFor(server, username)
    expect(mails.filter(({ subject }) => subject?.includes('reset'))).toHaveLength(1)
  })

  it('leaves staff who need a factor nothing to do but add a new one', async () => {
    const { username, userId } = await person('ROLE_BE')
    const admin = await server.signInAs('ROLE_ADMIN')
    await admin.secondFactor.reset({ body: { userId, reason } })
    const strict = await startApiServer(server.context.db, { DEMO: 'false', STAFF_SECOND_FACTOR: 'required' })
    const client = await strict.signIn(username)
    expect(client.held.current).toMatchObject({ factorDueInSeconds: 0 })
    await expect(client.session.getOwn()).rejects.toMatchObject({ code: 'factor.enrolment.required.error' })
    await addPasskey(client)
    await expect(client.session.getOwn()).resolves.toHaveLength(1)
    await strict.dispose()
  })
})
