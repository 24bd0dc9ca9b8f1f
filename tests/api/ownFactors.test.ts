/** What the owner of an account adds and removes, who learns of it, and accounts that may not sign in. */
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { factorsMax } from '../../src/contract/rules.ts'
import { auditEntries, rateLimits, secondFactors, securityEvents, users } from '../../src/server/db/tables.ts'
import { type Client, password } from '../support/apiServer.ts'
import { addApp, addPasskey, signInWithCode } from '../support/factors.ts'
import { holdsWord, messagesFor } from '../support/mailbox.ts'
import { protectionEventsOf } from '../support/protectionEvents.ts'
import { createSoftPasskey, type SoftPasskey } from '../support/softPasskey.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000
const wrongPasskey = { code: 'passkey.invalid.error', status: 403 }

serverOnPostgres((server) => {
  async function person(about: Partial<typeof users.$inferInsert> = {}) {
    const { username, userId } = await server.join(about)
    return { username, userId, client: await server.signIn(username) }
  }
  async function enterAlone(passkey: SoftPasskey) {
    const browser = server.client()
    const signature = passkey.sign(await browser.factorSignIn.beginPasskey({ body: {} }))
    return browser.factorSignIn.loginWithPasskey({ body: { signature } })
  }

  it.each([
    ['en', ['A second factor was added to your Fieldport account', 'A second factor was removed from your Fieldport account']],
    ['fr', ['Un second facteur a été ajouté à votre compte Fieldport', 'Un second facteur a été retiré de votre compte Fieldport']],
  ] as const)('tells the owner by mail of each factor that is added or removed (%s)', async (locale, [added, removed]) => {
    const { username, client } = await person({ locale })
    const { id } = await addPasskey(client)
    await addApp(server, client)
    await client.secondFactor.remove({ params: { id } })
    const subjects = (await messagesFor(server, username)).map(({ subject }) => subject)
    expect(subjects).toHaveLength(3)
    expect(subjects).toEqual(expect.arrayContaining([added, removed]))
    expect(subjects.filter((subject) => subject === added)).toHaveLength(2)
  })

  it('writes each to the security log, with its kind', async () => {
    const { userId, client } = await person()
    const [{ id: key }, { id: app }] = [await addPasskey(client), await addApp(server, client)]
    await client.secondFactor.makeRecoveryCodes()
    for (const id of [key, app]) await client.secondFactor.remove({ params: { id } })
    const events = (await protectionEventsOf(server, userId)).toReversed()
    expect(events.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['factorAdded', 'passkey'],
      ['factorAdded', 'totp'],
      ['recoveryCodesMade', null],
      ['factorRemoved', 'passkey'],
      ['factorRemoved', 'totp'],
    ])
    expect(new Set(events.map(({ actorId }) => actorId))).toEqual(new Set([null]))
  })

  it('puts no secret and no code into the log, the security log, the audit trail, the counters or a mail', async () => {
    const { username, client } = await person()
    const { secret, code, recoveryCodes } = await addApp(server, client)
    const { passkey } = await addPasskey(client)
    server.pass(5 * minuteMs)
    const [used, wrong, recovery = ''] = [code(), '135791', recoveryCodes?.[0]]
    await signInWithCode(server.client(), username, 'totp', used)
    await signInWithCode(server.client(), username, 'totp', wrong).catch(() => undefined)
    await signInWithCode(server.client(), username, 'recoveryCode', recovery)
    await signInWithCode(server.client(), username, 'recoveryCode', '9'.repeat(16)).catch(() => undefined)
    await enterAlone(passkey)
    const { db } = server.context
    const tables = [securityEvents, auditEntries, rateLimits].map((table) => db.select().from(table))
    const text = [server.logged(), ...(await Promise.all(tables)), await messagesFor(server, username)]
      .map((part) => JSON.stringify(part))
      .join()
    const stored = JSON.stringify(await db.select().from(secondFactors))
    const typed = [used, wrong, recovery, recovery.replaceAll('-', ''), '9'.repeat(16)]
    expect(typed.filter((word) => holdsWord(text, word))).toEqual([])
    expect([secret, passkey.id].filter((word) => text.includes(word))).toEqual([])
    expect(stored).not.toContain(secret)
    expect(stored).toContain(passkey.id)
  })

  it('keeps twenty factors at most, also where many are added at the same moment', async () => {
    const { userId, client } = await person()
    const { db, clock } = server.context
    const rows = Array.from({ length: factorsMax - 1 }, (_, index) => ({
      userId,
      kind: 'totp' as const,
      name: `App ${index}`,
      wrappedSecret: 'of another secret',
      createdAt: clock(),
    }))
    await db.insert(secondFactors).values(rows)
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => addPasskey(client)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(addApp(server, client)).rejects.toMatchObject({ code: 'factors.full.error', status: 403 })
    expect(await db.$count(secondFactors, eq(secondFactors.userId, userId))).toBe(factorsMax)
  })

  it('gives a passkey to one account only', async () => {
    const [one, other] = [await person(), await person()]
    const passkey = createSoftPasskey()
    const add = async ({ secondFactor }: Client) =>
      secondFactor.addPasskey({ body: { name: 'Key', passkey: passkey.create(await secondFactor.beginPasskey()) } })
    await add(one.client)
    for (const { client } of [one, other]) await expect(add(client)).rejects.toMatchObject(wrongPasskey)
    await expect(enterAlone(passkey)).resolves.toMatchObject({ username: one.username })
    await expect(other.client.secondFactor.getOwn()).resolves.toMatchObject({ factors: [], recoveryCodesLeft: 0 })
  })

  it.each([
    ['  Office key ', 'Office key'],
    ['é'.repeat(60), 'é'.repeat(60)],
  ])('names a factor %j', async (name, shown) => {
    const { client } = await person()
    await addPasskey(client, {}, name)
    await expect(client.secondFactor.getOwn()).resolves.toMatchObject({ factors: [{ name: shown }] })
  })

  it.each([
    ['', 'MandatoryField'],
    [' ', 'MandatoryField'],
    ['x'.repeat(61), 'text.too.long.error'],
  ])('does not take %j for a name', async (name, code) => {
    const { client } = await person()
    await expect(addPasskey(client, {}, name)).rejects.toMatchObject({ code, invalidField: 'name' })
  })

  describe('an account that', () => {
    it('is blocked, not validated or deleted is not signed in by its passkey', async () => {
      const { username, userId, client } = await person()
      const { passkey } = await addPasskey(client)
      const { db } = server.context
      const set = (values: Partial<typeof users.$inferInsert>) => db.update(users).set(values).where(eq(users.id, userId))
      await set({ accountLocked: true })
      await expect(enterAlone(passkey)).rejects.toMatchObject({ code: 'account.locked.error', status: 403 })
      await set({ accountLocked: false, accountValidated: false })
      await expect(enterAlone(passkey)).rejects.toMatchObject({ code: 'account.not.validated.error' })
      await set({ accountValidated: true })
      await expect(enterAlone(passkey)).resolves.toMatchObject({ username })
      const admin = await server.signInAs('ROLE_ADMIN')
      await admin.user.remove({ params: { id: userId } })
      await expect(enterAlone(passkey)).rejects.toMatchObject(wrongPasskey)
      // It comes back with what protected it.
      await admin.user.restore({ params: { id: userId } })
      await expect(server.client().authentication.login({ body: { username, password } })).rejects.toMatchObject({
        code: 'factor.required.error',
      })
      await expect(enterAlone(passkey)).resolves.toMatchObject({ username })
    })

    it('has a password that staff have set is signed in by its passkey, and chooses another one first', async () => {
      const { userId, client } = await person()
      const { passkey } = await addPasskey(client)
      await server.context.db.update(users).set({ passwordDue: 'setByStaff' }).where(eq(users.id, userId))
      const session = await enterAlone(passkey)
      expect(session).toMatchObject({ passwordDue: 'setByStaff' })
      await expect(server.client(session).secondFactor.getOwn()).rejects.toMatchObject({ code: 'password.choice.required.error' })
    })
  })
})
