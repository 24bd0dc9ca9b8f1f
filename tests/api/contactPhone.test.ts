// @module-tag rest
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { outgoingMessages, pendingPhones, users } from '../../src/server/db/tables.ts'
import { type Client, password, startApiServer } from '../support/apiServer.ts'
import { codeIn, holdsWord, messagesFor, newestFor } from '../support/mailbox.ts'
import { profileOf } from '../support/ownContact.ts'
import { protectionEventsOf } from '../support/protectionEvents.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000
const invalid = refused('code.invalid.error', 'code')
const expired = refused('phone.code.expired.error', 'code')
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const want = (client: Client, username: string, phoneNumber: string, currentPassword = password) =>
  client.user.updateProfile({ body: { ...profileOf(username), phoneNumber, currentPassword } })
const enter = (client: Client, code: string) => client.contact.confirmPhone({ body: { code } })

serverOnPostgres((server) => {
  let made = 0

  /** Somebody with a phone of their own, and one that they want. */
  async function person(about: Partial<typeof users.$inferInsert> = {}) {
    made += 1
    const two = String(made).padStart(2, '0')
    const { username, userId } = await server.join({ phoneNumber: `63998${two}01`, ...about })
    const wanted = `063998${two}02`
    return { username, userId, wanted, at: `+33${wanted.slice(1)}`, oldAt: `+3363998${two}01`, ada: await server.signIn(username) }
  }
  const codeFor = async (at: string) => codeIn(await newestFor(server, at))

  it('counts a new phone once the code that was sent to it is given, and tells the owner by mail [T212]', async () => {
    const { username, userId, ada, wanted, at, oldAt } = await person()
    await expect(want(ada, username, wanted)).resolves.toMatchObject({
      phonePrefix: '+33',
      phoneNumber: oldAt.slice(3),
      pendingPhone: { phonePrefix: '+33', phoneNumber: wanted, isCodeSent: true, resendInSeconds: 60 },
    })
    const code = await codeFor(at)
    expect(await messagesFor(server, oldAt)).toEqual([])
    await expect(enter(ada, otherThan(code))).rejects.toMatchObject(invalid)
    await expect(enter(ada, code)).resolves.toMatchObject({ phonePrefix: '+33', phoneNumber: wanted, pendingPhone: null })
    await expect(enter(ada, code)).rejects.toMatchObject(expired)
    const told = await newestFor(server, username)
    expect(told.subject).toBe('The phone number of your Fieldport account was changed')
    expect(told.text).toContain('/restoreAddress/')
    expect(await protectionEventsOf(server, userId)).toMatchObject([
      { kind: 'phoneChanged', actorId: null, address: expect.stringMatching(/^10\./) },
    ])
  })

  it.each([
    ['en', /^\d{6} is your Fieldport code\. It is valid for 5 minutes\.$/],
    ['fr', /^\d{6} est votre code Fieldport\. Il est valable 5 minutes\.$/],
  ] as const)('sends the code in the owner’s language (%s) [T352]', async (locale, text) => {
    const { username, ada, wanted, at } = await person({ locale })
    await want(ada, username, wanted)
    expect((await newestFor(server, at)).text).toMatch(text)
  })

  it('sends the codes of the sign-in to the old phone until then', async () => {
    const { username, ada, wanted, at, oldAt } = await person({ needsSmsCode: false })
    await server.context.db.update(users).set({ needsSmsCode: true }).where(eq(users.username, username))
    await want(ada, username, wanted)
    const browser = server.client()
    await browser.authentication.beforeLogin({ body: { username, password } })
    expect(await codeFor(oldAt)).toMatch(/^\d{6}$/)
    const before = await codeFor(oldAt)
    await enter(ada, await codeFor(at))
    // A code sent to the old phone is void now.
    await expect(browser.authentication.checkSmsCode({ body: { username, password, code: before } })).rejects.toMatchObject({
      code: 'code.expired.error',
    })
    server.pass(minuteMs)
    await browser.authentication.beforeLogin({ body: { username, password } })
    const sent = await codeFor(at)
    await browser.authentication.checkSmsCode({ body: { username, password, code: sent } })
  })

  it('lets a code be guessed at five times and live for five minutes, also when all guesses come at once', async () => {
    const { username, ada, wanted, at } = await person()
    await want(ada, username, wanted)
    const code = await codeFor(at)
    const guesses = await Promise.allSettled(Array.from({ length: 20 }, () => enter(ada, otherThan(code))))
    const codes = guesses.map((guess) => (guess.status === 'rejected' ? String(guess.reason.code) : 'confirmed'))
    expect(codes.filter((one) => one === 'code.invalid.error')).toHaveLength(5)
    await expect(enter(ada, code)).rejects.toMatchObject(expired)
    server.pass(minuteMs)
    await ada.contact.sendPhoneCode()
    const second = await codeFor(at)
    server.pass(5 * minuteMs)
    await expect(enter(ada, second)).rejects.toMatchObject(expired)
    await ada.contact.sendPhoneCode()
    await enter(ada, await codeFor(at))
  })

  it('sends one code a minute and five an hour; a new one voids the one before [T211]', async () => {
    const { username, ada, wanted, at } = await person()
    await want(ada, username, wanted)
    const first = await codeFor(at)
    await expect(ada.contact.sendPhoneCode()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 60 })
    // Saved again within the minute: the code that was sent still holds.
    await expect(want(ada, username, wanted)).resolves.toMatchObject({ pendingPhone: { isCodeSent: true } })
    for (let more = 0; more < 4; more += 1) {
      server.pass(minuteMs)
      await ada.contact.sendPhoneCode()
    }
    server.pass(minuteMs)
    await expect(ada.contact.sendPhoneCode()).rejects.toMatchObject({ status: 429 })
    const last = await codeFor(at)
    await expect(enter(ada, first)).rejects.toMatchObject(invalid)
    await enter(ada, last)
  })

  it('never takes a code that was sent to one phone as the proof of another', async () => {
    const { username, ada, wanted, at } = await person()
    await want(ada, username, wanted)
    const code = await codeFor(at)
    const another = wanted.replace(/2$/, '3')
    const saved = await want(ada, username, another)
    expect(saved.pendingPhone).toMatchObject({ phoneNumber: another, isCodeSent: false, resendInSeconds: 60 })
    await expect(enter(ada, code)).rejects.toMatchObject(expired)
    server.pass(minuteMs)
    await expect(ada.contact.sendPhoneCode()).resolves.toMatchObject({ pendingPhone: { isCodeSent: true } })
    // On its way to the phone that is wanted no more.
    server.pass(minuteMs)
    await want(ada, username, wanted)
    expect(await messagesFor(server, `+33${another.slice(1)}`)).toEqual([])
    await enter(ada, await codeFor(at))
  })

  it('sends no phone more than five codes an hour, however many accounts ask', async () => {
    const target = '0639989999'
    const many = []
    for (let account = 0; account < 7; account += 1) many.push(await person())
    const answers = []
    for (const { ada, username } of many) {
      answers.push(await want(ada, username, target))
      await messagesFor(server, '+33639989999')
    }
    expect(answers.filter(({ pendingPhone }) => pendingPhone?.isCodeSent)).toHaveLength(5)
    expect(await messagesFor(server, '+33639989999')).toHaveLength(5)
  })

  it('forgets a phone when the person thinks better of it [T213]', async () => {
    const { username, userId, ada, wanted, at } = await person()
    await want(ada, username, wanted)
    const code = await codeFor(at)
    await expect(ada.contact.cancelPhone()).resolves.toMatchObject({ pendingPhone: null })
    await expect(enter(ada, code)).rejects.toMatchObject(expired)
    await expect(ada.contact.sendPhoneCode()).rejects.toMatchObject({ code: 'resource.not.found' })
    expect(await server.context.db.$count(pendingPhones, eq(pendingPhones.userId, userId))).toBe(0)
  })

  it('changes a phone once for a code that is given many times at the same moment', async () => {
    const { username, ada, wanted, at } = await person()
    await want(ada, username, wanted)
    const code = await codeFor(at)
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => enter(ada, code)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await messagesFor(server, username)).filter(({ text }) => text.includes('/restoreAddress/'))).toHaveLength(1)
  })

  it('keeps no code that somebody who reads the database could use', async () => {
    const { username, ada, wanted, at } = await person()
    await want(ada, username, wanted)
    const code = await codeFor(at)
    const { db } = server.context
    expect(JSON.stringify([await db.select().from(pendingPhones), await db.select().from(outgoingMessages)])).not.toContain(`"${code}"`)
    expect(holdsWord(server.logged(), code)).toBe(false)
  })

  it('takes a phone by the password alone where no SMS can be sent, unless the account signs in with codes', async () => {
    const silent = await startApiServer(server.context.db, { NODE_ENV: 'production' })
    const { username, wanted } = await person()
    const ada = await silent.signIn(username)
    await expect(want(ada, username, wanted, 'not hers')).rejects.toMatchObject({ code: 'incorrect.password' })
    await expect(want(ada, username, wanted)).resolves.toMatchObject({ phoneNumber: wanted, pendingPhone: null })
    const coded = await person()
    const bob = await silent.signIn(coded.username)
    await server.context.db.update(users).set({ needsSmsCode: true }).where(eq(users.id, coded.userId))
    await expect(want(bob, coded.username, coded.wanted)).rejects.toMatchObject(refused('phone.unprovable.error', 'phoneNumber'))
    await expect(bob.user.getProfile()).resolves.toMatchObject({ pendingPhone: null })
    await silent.dispose()
  })
})
