/** What the owner of an account adds and removes, what that tells and to whom, and accounts that may not sign in. */
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { factorsMax } from '../../src/contract/rules.ts'
import { auditEntries, rateLimits, secondFactors, securityEvents, users } from '../../src/server/db/tables.ts'
import { type Client, password } from '../support/apiServer.ts'
import { addApp, addPasskey, proveWith, signInWithCode } from '../support/factors.ts'
import { codeIn, messagesFor, newestFor, tokenIn } from '../support/mailbox.ts'
import { profileOf, wantAddress } from '../support/ownContact.ts'
import { protectionEventsOf } from '../support/protectionEvents.ts'
import { createSoftPasskey, type SoftPasskey } from '../support/softPasskey.ts'
import { serverOnBothDatabases } from '../support/servers.ts'

const dayMs = 24 * 60 * 60_000
const minuteMs = 60_000
const wrongCode = { code: 'code.invalid.error', status: 403 }
const wrongPasskey = { code: 'passkey.invalid.error', status: 403 }

serverOnBothDatabases('row locks', (server) => {
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
    expect(subjects.toSorted()).toEqual([added, added, removed].toSorted())
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
    expect([...typed, secret, passkey.id].filter((word) => text.includes(word))).toEqual([])
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

  it('adds an app once for one setup, so that each of its codes serves once', async () => {
    const { username, client } = await person()
    const { setup, code } = await addApp(server, client)
    server.pass(minuteMs)
    const again = client.secondFactor.addTotp({ body: { name: 'Again', setup, code: code() } })
    await expect(again).rejects.toMatchObject({ code: 'factor.expired.error' })
    server.pass(minuteMs)
    await signInWithCode(server.client(), username, 'totp', code())
    await expect(signInWithCode(server.client(), username, 'totp', code())).rejects.toMatchObject(wrongCode)
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

  describe('an undone change of address', () => {
    const chosen = 'chosen by the owner'

    /** A thief changes the address; the mail about it leaves after `mailAfterMs`. Returns what undoes it. */
    async function move(thief: Client, from: string, mailAfterMs = 0) {
      const to = `b-${from}`
      await wantAddress(thief, from, to)
      await server.client().contact.confirmUsername({ body: { token: tokenIn(await newestFor(server, to)) } })
      server.pass(mailAfterMs)
      return undoOf(from)
    }
    async function undoOf(address: string) {
      const mail = (await messagesFor(server, address)).find(({ text }) => text.includes('/restoreAddress/'))
      const token = tokenIn(mail ?? { text: '' })
      return () => server.client().contact.restore({ body: { token, newPassword: chosen, newPasswordRepeat: chosen } })
    }
    const namesOf = async (username: string, recoveryCode?: string) => {
      const browser = server.client()
      const credentials = { username, password: chosen }
      if (recoveryCode !== undefined)
        await browser.factorSignIn.checkFactor({ body: { ...credentials, proof: { kind: 'recoveryCode', code: recoveryCode } } })
      const client = server.client(await browser.authentication.login({ body: credentials }))
      const { factors, recoveryCodesLeft } = await client.secondFactor.getOwn()
      return { names: factors.map(({ name }) => name), recoveryCodesLeft }
    }

    it('removes what may be the thief’s: added in the three days before it, or since', async () => {
      const { username, client } = await person()
      const { passkey } = await addPasskey(client, {}, 'Before')
      server.pass(2 * dayMs)
      const undo = await move(client, username)
      await proveWith(client, passkey)
      await addPasskey(client, {}, 'Since')
      await undo()
      await expect(namesOf(username)).resolves.toEqual({ names: [], recoveryCodesLeft: 0 })
    })

    it('removes it also where the thief went on changing the phone, which begins the three days anew', async () => {
      const { username, client } = await person()
      await addPasskey(client, {}, 'The thief’s')
      for (const phoneNumber of ['0639980811', '0639980812', '0639980813']) {
        await client.user.updateProfile({ body: { ...profileOf(username), phoneNumber, currentPassword: password } })
        await client.contact.confirmPhone({ body: { code: codeIn(await newestFor(server, `+33${phoneNumber.slice(1)}`)) } })
        await messagesFor(server, username)
        server.pass(2 * dayMs)
      }
      const undo = await undoOf(username)
      await undo()
      await expect(namesOf(username)).resolves.toEqual({ names: [], recoveryCodesLeft: 0 })
    })

    it('removes what was added three days before it where its mail left late', async () => {
      const { username, client } = await person()
      await addPasskey(client, {}, 'The thief’s')
      server.pass(2 * dayMs)
      const undo = await move(client, username, 2 * dayMs)
      server.pass(2 * dayMs)
      await undo()
      await expect(namesOf(username)).resolves.toEqual({ names: [], recoveryCodesLeft: 0 })
    })

    it('keeps what is older, with its recovery codes, and removes those that were made since', async () => {
      for (const isRenewed of [false, true]) {
        const { username, client } = await person()
        const { recoveryCodes, passkey } = await addPasskey(client, {}, 'Old')
        server.pass(4 * dayMs)
        const undo = await move(client, username)
        await proveWith(client, passkey)
        await addApp(server, client, 'Since')
        const renewed = isRenewed ? (await client.secondFactor.makeRecoveryCodes()).recoveryCodes : []
        await undo()
        if (!isRenewed) await expect(namesOf(username, recoveryCodes?.[0])).resolves.toEqual({ names: ['Old'], recoveryCodesLeft: 9 })
        else await expect(namesOf(username, renewed[0])).rejects.toMatchObject(wrongCode)
      }
    })
  })
})
