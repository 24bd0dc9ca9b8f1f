import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { smsCodes, users } from '../../src/server/db/tables.ts'
import { type Client, password, postLogin, startApiServer } from '../support/apiServer.ts'
import { codeIn, holdsWord, messagesFor, newestFor } from '../support/mailbox.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000
const required = { code: 'code.required.error', status: 403 }
const invalid = { code: 'code.invalid.error', status: 403, invalidField: 'code' }
const expired = { code: 'code.expired.error', status: 403, invalidField: 'code' }

const begin = (browser: Client, username: string) => browser.authentication.beforeLogin({ body: { username, password } })
const enter = (browser: Client, username: string, code: string) =>
  browser.authentication.checkSmsCode({ body: { code, username, password } })
const finish = (browser: Client, username: string) => browser.authentication.login({ body: { username, password } })
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

serverOnPostgres((server) => {
  let made = 0

  /** An account that needs a code, and the browser of the person who signs in to it. */
  async function person(about: Partial<typeof users.$inferInsert> = {}) {
    made += 1
    const username = `sms${made}@example.com`
    const telephone = `+336399800${String(made).padStart(2, '0')}`
    const userId = await server.addUser({
      username,
      needsSmsCode: true,
      phonePrefix: '+33',
      phoneNumber: `0${telephone.slice(3)}`,
      ...about,
    })
    return { username, telephone, userId, browser: server.client() }
  }
  const codeFor = async (telephone: string) => codeIn(await newestFor(server, telephone))
  const needs = async (smsCode: string, role: 'ROLE_ADMIN' | 'ROLE_CUSTOMER', needsSmsCode: boolean) => {
    const installation = await startApiServer(server.context.db, { SMS_CODE: smsCode })
    const { username } = await person({ role, needsSmsCode })
    const { displayCodeValidation } = await begin(installation.client(), username)
    await installation.dispose()
    return displayCodeValidation
  }

  it.each([
    ['en', /^\d{6} is your Fieldport code\. It is valid for 5 minutes\.$/],
    ['fr', /^\d{6} est votre code Fieldport\. Il est valable 5 minutes\.$/],
  ] as const)('signs in with the code that came by SMS, in the reader’s language (%s) [T124]', async (locale, text) => {
    const { username, telephone, browser } = await person({ locale })
    await expect(begin(browser, username)).resolves.toEqual({
      displayCodeValidation: true,
      phoneNumber: `+33 ••••••••${telephone.slice(-2)}`,
      resendInSeconds: 60,
    })
    const sms = await newestFor(server, telephone)
    expect(sms).toMatchObject({ channel: 'sms', subject: null, html: null })
    expect(sms.text).toMatch(text)
    await enter(browser, username, codeIn(sms))
    await expect(finish(browser, username)).resolves.toMatchObject({ username })
  })

  it('writes in the language of the page that asks, of a code sent again too, and in the account’s where a client names none', async () => {
    const { username, telephone } = await person({ locale: 'en' })
    const askIn = (locale?: string) => {
      const headers: Record<string, string> = locale === undefined ? {} : { 'accept-language': locale }
      return server.request('/authentication/beforeLogin', { method: 'POST', body: new URLSearchParams({ username, password }), headers })
    }
    for (const [locale, text] of [
      ['fr', /est votre code/],
      ['de', /is your/],
      ['fr-CA,fr;q=0.9', /est votre code/],
      [undefined, /is your/],
    ] as const) {
      await askIn(locale)
      expect((await newestFor(server, telephone)).text).toMatch(text)
      server.pass(minuteMs)
    }
  })

  it('refuses to sign in where the code was skipped, was another browser’s, or was already signed in with [T238]', async () => {
    const { username, telephone, browser } = await person()
    await expect(finish(browser, username)).rejects.toMatchObject(required)
    await begin(browser, username)
    await expect(finish(browser, username)).rejects.toMatchObject(required)
    await enter(browser, username, await codeFor(telephone))
    await expect(finish(server.client(), username)).rejects.toMatchObject(required)
    await finish(browser, username)
    await expect(finish(browser, username)).rejects.toMatchObject(required)
  })

  it('signs in once for one code, also when it is tried many times at the same moment', async () => {
    const { username, telephone, browser } = await person()
    await begin(browser, username)
    const code = await codeFor(telephone)
    const entered = await Promise.allSettled([1, 2, 3, 4].map(() => enter(browser, username, code)))
    expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const signedIn = await Promise.allSettled([1, 2, 3, 4].map(() => finish(browser, username)))
    expect(signedIn.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(enter(browser, username, code)).rejects.toMatchObject(expired)
  })

  it('gives the right to sign in for two minutes, to nobody else, in a cookie out of reach of scripts', async () => {
    const { username, telephone, browser } = await person()
    const stranger = await person()
    await begin(browser, username)
    const body = new URLSearchParams({ username, password, code: await codeFor(telephone) })
    const response = await server.request('/authentication/checkSmsCode', { method: 'POST', body })
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^fieldport-sign-in=[\w-]{43}; Max-Age=120; Path=\/backend; HttpOnly; SameSite=Strict$/)
    const loginWith = async (name: string) => (await postLogin(server, name, password, cookie.split(';')[0])).status
    expect(await loginWith(stranger.username)).toBe(403)
    server.pass(2 * minuteMs)
    expect(await loginWith(username)).toBe(403)
  })

  it('sends the cookie over https alone where the portal has it', async () => {
    const secure = await startApiServer(server.context.db, { PUBLIC_URL: 'https://portal.test', DEMO: 'true' })
    const { username, telephone } = await person()
    await begin(secure.client(), username)
    const body = new URLSearchParams({ username, password, code: codeIn(await newestFor(secure, telephone)) })
    const response = await secure.request('/authentication/checkSmsCode', { method: 'POST', body })
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-fieldport-sign-in=[\w-]{43}; Max-Age=120; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    const answer = await postLogin(secure, username, password, cookie.split(';')[0])
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toContain('__Host-fieldport-sign-in=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict')
    await secure.dispose()
  })

  it('gives five tries at a code, and no more to many at the same moment', async () => {
    const { username, telephone, browser } = await person()
    await begin(browser, username)
    const code = await codeFor(telephone)
    const wrong = other(code)
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => enter(browser, username, wrong)))
    for (const attempt of tries) expect(attempt).toMatchObject({ reason: { ...invalid } })
    await expect(enter(browser, username, code)).rejects.toMatchObject(expired)

    const crowd = await person()
    await begin(crowd.browser, crowd.username)
    const theirs = await codeFor(crowd.telephone)
    // Each with the right password: many at once are no lock.
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => enter(server.client(), crowd.username, other(theirs))))
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason.code) : 'let in'))
    expect(codes.filter((refusal) => refusal === invalid.code)).toHaveLength(5)
    expect(codes.filter((refusal) => refusal === expired.code)).toHaveLength(15)
  })

  it('takes the right code after wrong ones', async () => {
    const { username, telephone, browser } = await person()
    await begin(browser, username)
    const code = await codeFor(telephone)
    for (let time = 0; time < 4; time += 1) await expect(enter(browser, username, other(code))).rejects.toMatchObject(invalid)
    await enter(browser, username, `${code.slice(0, 3)} ${code.slice(3)}`)
    await expect(finish(browser, username)).resolves.toMatchObject({ username })
  })

  it('lets a code live for five minutes', async () => {
    const { username, telephone, browser } = await person()
    await begin(browser, username)
    const code = await codeFor(telephone)
    server.pass(5 * minuteMs)
    await expect(enter(browser, username, code)).rejects.toMatchObject(expired)
  })

  it('sends a new code at most once a minute, and the new one voids the old', async () => {
    const { username, telephone, browser } = await person()
    await begin(browser, username)
    const first = await codeFor(telephone)
    server.pass(20_000)
    await expect(begin(browser, username)).resolves.toMatchObject({ displayCodeValidation: true, resendInSeconds: 40 })
    expect(await messagesFor(server, telephone)).toHaveLength(1)
    server.pass(40_000)
    await expect(begin(browser, username)).resolves.toMatchObject({ resendInSeconds: 60 })
    await expect(enter(browser, username, first)).rejects.toMatchObject({
      code: expect.stringMatching(/^code\.(?:expired|invalid)\.error$/),
    })
    expect(await messagesFor(server, telephone)).toHaveLength(2)
    await enter(browser, username, await codeFor(telephone))
  })

  it('sends five codes an hour and no more, however many ask at the same moment', async () => {
    const { username, telephone, browser } = await person()
    for (let time = 0; time < 5; time += 1) {
      await Promise.all([1, 2, 3].map(() => begin(browser, username)))
      await messagesFor(server, telephone)
      server.pass(5 * minuteMs)
    }
    expect(await messagesFor(server, telephone)).toHaveLength(5)
    await expect(begin(browser, username)).rejects.toMatchObject({
      code: 'too.many.requests.error',
      status: 429,
      retryAfterSeconds: 35 * 60,
    })
    server.pass(35 * minuteMs)
    await begin(browser, username)
    expect(await messagesFor(server, telephone)).toHaveLength(6)
  })

  it('sends nothing, and learns nobody’s number, without the password', async () => {
    const { username, telephone } = await person()
    const { authentication } = server.client()
    const [body, wrong] = [
      { username, password: 'guess' },
      { code: 'Login.error', status: 401 },
    ]
    await expect(authentication.beforeLogin({ body })).rejects.toMatchObject(wrong)
    expect(await messagesFor(server, telephone)).toEqual([])
    await expect(authentication.checkSmsCode({ body: { ...body, code: '123456' } })).rejects.toMatchObject(wrong)
  })

  it('says on its field that a code is missing or is none', async () => {
    const { username, browser } = await person()
    for (const code of ['', '   '])
      await expect(enter(browser, username, code)).rejects.toMatchObject({ ...invalid, code: 'MandatoryField' })
    for (const code of ['12345', '1234567', 'abcdef', '١٢٣٤٥٦', '🦊🦊🦊', '<script>', '9'.repeat(251)])
      await expect(enter(browser, username, code)).rejects.toMatchObject(invalid)
  })

  it('asks for codes as the installation says, beside those whose account needs one', async () => {
    expect(await needs('never', 'ROLE_ADMIN', false)).toBe(false)
    expect(await needs('never', 'ROLE_CUSTOMER', true)).toBe(true)
    expect(await needs('staff', 'ROLE_ADMIN', false)).toBe(true)
    expect(await needs('staff', 'ROLE_CUSTOMER', false)).toBe(false)
    expect(await needs('always', 'ROLE_CUSTOMER', false)).toBe(true)
  })

  it('keeps no code that could be read, and logs none', async () => {
    const { username, telephone, userId, browser } = await person()
    await begin(browser, username)
    const code = await codeFor(telephone)
    const [stored] = await server.context.db.select().from(smsCodes).where(eq(smsCodes.userId, userId))
    expect(stored?.codeHash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(stored)).not.toContain(code)
    expect(holdsWord(server.logged(), code)).toBe(false)
  })
})
