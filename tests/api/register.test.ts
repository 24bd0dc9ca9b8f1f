import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { mailedTokens, outgoingMessages, users } from '../../src/server/db/tables.ts'
import { failure } from '../support/apiServer.ts'
import { messagesFor, newestFor, tokenIn } from '../support/mailbox.ts'
import { registration } from '../support/ownContact.ts'
import { serverOnPostgres } from '../support/servers.ts'

const hourMs = 60 * 60_000
const newcomer = { ...registration('zoe@example.com'), isNewsletter: true }

serverOnPostgres((server) => {
  const signIn = (username: string, password: string) => server.client().authentication.login({ body: { username, password } })
  const validate = (token: string, userId?: number) => server.client().authentication.validateAccount({ body: { token, userId } })
  const isValidated = async (username: string) => {
    const [row] = await server.context.db.select().from(users).where(eq(users.username, username))
    return row?.accountValidated
  }
  /** A new account that is not validated yet, and the token of its mail. */
  async function join(name: string) {
    const username = `${name}@example.com`
    await server.client().register.register({ body: { ...newcomer, username } })
    return { username, token: tokenIn(await newestFor(server, username)) }
  }

  it('lets nobody in before the mailed link is used, and then lets them in as a customer on trial [T126]', async () => {
    await server.client().register.register({ body: { ...newcomer, username: ' Zoe@Example.com ', distributor: 'Terre & Trésors' } })
    await expect(signIn('zoe@example.com', newcomer.password)).rejects.toMatchObject({ code: 'account.not.validated.error', status: 403 })

    const mail = await newestFor(server, 'zoe@example.com')
    expect(mail).toMatchObject({ channel: 'mail', subject: 'Validate your Fieldport account' })
    const link = /https?:\/\/\S+/.exec(mail.text)?.[0] ?? ''
    const [, token = '', userId = ''] = /^http:\/\/portal\.test\/validateAccount\/([^/]+)\/(\d+)$/.exec(link) ?? []
    await expect(validate(token, Number(userId))).resolves.toEqual({ username: 'zoe@example.com' })

    const session = await signIn('zoe@example.com', newcomer.password)
    expect(session.roles).toEqual(['ROLE_CUSTOMER'])
    await expect(server.client(session).user.getProfile()).resolves.toEqual({
      id: Number(userId),
      firstname: 'Zoë',
      lastname: 'Ørsted',
      username: 'zoe@example.com',
      phonePrefix: '+33',
      phoneNumber: '06 39 98 00 01',
      country: 'FR',
      distributor: 'Terre & Trésors',
      isNewsletter: true,
      isBetaTester: false,
      freeTrialEndDate: '2026-12-06T10:00:00.000Z',
      hasSubscription: false,
      pendingUsername: null,
      deletionAt: null,
      deletionHasBegun: false,
      pendingPhone: null,
    })
  })

  it('writes in the language of the page', async () => {
    await server.client().register.register({ body: { ...newcomer, username: 'lea@example.com', locale: 'fr' } })
    const mail = await newestFor(server, 'lea@example.com')
    expect(mail.subject).toBe('Validez votre compte Fieldport')
    expect(mail.text).toContain('Bienvenue\u00a0!')
    expect(mail.html).toContain('<html lang="fr">')
  })

  it('puts no words of the person who registers into a mail to somebody else', async () => {
    const firstname = 'Win at http://evil.example'
    await server.client().register.register({ body: { ...newcomer, firstname, lastname: firstname, username: 'victim@example.com' } })
    const mail = await newestFor(server, 'victim@example.com')
    expect(JSON.stringify(mail)).not.toContain('evil')
  })

  it('says on its field that an address is taken, however it is written, also to two at once [T279]', async () => {
    await join('taken')
    const body = { ...newcomer, username: 'TAKEN@example.com' }
    const taken = { code: 'email.already.exists.error', status: 403, invalidField: 'username' }
    await expect(server.client().register.register({ body })).rejects.toMatchObject(taken)
    const both = await Promise.allSettled(
      ['race@example.com', 'race@example.com'].map((username) => server.client().register.register({ body: { ...newcomer, username } })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: taken })
    expect(await messagesFor(server, 'race@example.com')).toHaveLength(1)
  })

  it('counts a registration once when its answer was lost and it is sent again, and keeps nothing to guess its password from', async () => {
    const body = { ...newcomer, username: 'again@example.com' }
    const send = () => server.client().register.register({ body, idempotencyKey: 'key-of-this-form' })
    await expect(Promise.all([send(), send(), send()])).resolves.toEqual([{}, {}, {}])
    await expect(
      server.client().register.register({ body: { ...body, password: 'eight green chairs' }, idempotencyKey: 'key-of-this-form' }),
    ).rejects.toMatchObject({ code: 'idempotency.key.reused', status: 409 })
    expect(await messagesFor(server, 'again@example.com')).toHaveLength(1)
  })

  it.each([
    ['firstname', '   ', 'MandatoryField'],
    ['firstname', 'x'.repeat(251), 'text.too.long.error'],
    ['lastname', '', 'MandatoryField'],
    ['lastname', '🦊'.repeat(126), 'text.too.long.error'],
    ['username', 'not an address', 'username.invalid.error'],
    ['username', 'a@b', 'username.invalid.error'],
    ['username', 'a@example.com\r\nBcc: b@example.com', 'username.invalid.error'],
    ['username', '"><script>alert(1)</script>@example.com', 'username.invalid.error'],
    ['username', 'مثال@example.com', 'username.invalid.error'],
    ['username', `${'x'.repeat(250)}@example.com`, 'text.too.long.error'],
    ['phonePrefix', '33', 'phone.number.invalid.error'],
    ['phonePrefix', '+999', 'phone.number.invalid.error'],
    ['phoneNumber', 'none of yours', 'phone.number.invalid.error'],
    ['phoneNumber', '12345', 'phone.number.invalid.error'],
    ['phoneNumber', '٠٦٣٩٩٨٠٠٠١', 'phone.number.invalid.error'],
    ['phoneNumber', '', 'MandatoryField'],
    ['password', '1234567', 'Password.minlenght.error'],
    ['password', '  seven77  ', 'Password.minlenght.error'],
    ['password', '        ', 'MandatoryField'],
    ['password', 'x'.repeat(257), 'text.too.long.error'],
    ['country', 'France', 'MandatoryField'],
    ['country', 'ZZ', 'MandatoryField'],
    ['distributor', 'x'.repeat(251), 'text.too.long.error'],
  ])('flags %s where it is %j [T247]', async (field, value, code) => {
    const body = { ...newcomer, username: 'flagged@example.com', [field]: value }
    await expect(server.client().register.register({ body })).rejects.toMatchObject({ code, status: 403, invalidField: field })
    expect(await messagesFor(server, 'flagged@example.com')).toEqual([])
  })

  it('takes names of any script, and shows tags as the text that they are', async () => {
    const names = ['佐藤', 'محمد', '👩‍🚀 Łukasz', '<script>alert(1)</script>', "O'Brien; drop table users"]
    for (const [index, firstname] of names.entries()) {
      const username = `name${index}@example.com`
      await server.client().register.register({ body: { ...newcomer, username, firstname } })
      const [row] = await server.context.db.select().from(users).where(eq(users.username, username))
      expect(row?.firstname).toBe(firstname)
    }
  })

  it('refuses a NUL, a key it does not know and a field that came twice, with a code', async () => {
    const { distributor: _, ...typed } = newcomer
    const fields = Object.entries({ ...typed, isNewsletter: 'true', username: 'odd@example.com' })
    const send = async (extra: [string, string]) =>
      failure(await server.request('/register/register', { method: 'POST', body: new URLSearchParams([...fields, extra]) }))
    const invalid = { status: 400, message: 'request.invalid' }
    await expect(send(['distributor', 'a\0b'])).resolves.toEqual(invalid)
    await expect(send(['role', 'ROLE_ADMIN'])).resolves.toEqual({ ...invalid, invalidField: 'role' })
    await expect(send(['firstname', 'Second'])).resolves.toEqual(invalid)
  })

  it('uses a validation link up once', async () => {
    const { username, token } = await join('once')
    await validate(token)
    expect(await isValidated(username)).toBe(true)
    await expect(validate(token)).rejects.toMatchObject({ code: 'ValidateAccount.error', status: 403 })
    const { token: raced } = await join('raced')
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => validate(raced)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('does not use a link up by looking at it, nor with another’s id in it', async () => {
    const { username, token } = await join('looked')
    for (const path of [`/authentication/validateAccount?token=${token}`, `/authentication/validateAccount/${token}`]) {
      const looked = await server.request(path)
      expect(looked.status).toBe(404)
    }
    expect((await server.requestAt(`/validateAccount/${token}/1`)).status).toBe(404)
    await expect(validate(token, 999_999)).rejects.toMatchObject({ code: 'ValidateAccount.error' })
    await validate(token)
    expect(await isValidated(username)).toBe(true)
  })

  it('lets a validation link live for a day', async () => {
    const late = await join('late')
    const intime = await join('intime')
    server.pass(24 * hourMs - 1)
    await validate(intime.token)
    server.pass(1)
    await expect(validate(late.token)).rejects.toMatchObject({ code: 'ValidateAccount.error' })
    expect(await isValidated(late.username)).toBe(false)
  })

  it.each(['', 'x', 'x'.repeat(43), `${'x'.repeat(42)}!`, '../../etc/passwd', '🦊'.repeat(43)])(
    'refuses the made-up link %j',
    async (token) => {
      await expect(validate(token)).rejects.toMatchObject({ code: 'ValidateAccount.error', status: 403 })
    },
  )

  it('sends the link again to people who still need it, and gives the same answer where nobody does [T125]', async () => {
    const { username, token } = await join('resend')
    const ask = async (name: string) => {
      const answer = await server.request('/authentication/resendValidateAccountMail', {
        method: 'POST',
        body: new URLSearchParams({ username: name }),
      })
      return { status: answer.status, body: await answer.json() }
    }
    const known = await ask(username)
    expect(known).toEqual({ status: 200, body: {} })
    await expect(ask('nobody@example.com')).resolves.toEqual(known)
    expect(await messagesFor(server, 'nobody@example.com')).toEqual([])
    const mails = await messagesFor(server, username)
    expect(mails).toHaveLength(2)
    // Mails overtake each other: both links hold until one is used.
    await validate(token)
    await expect(validate(tokenIn(mails[0] ?? { text: '' }))).rejects.toMatchObject({ code: 'ValidateAccount.error' })
    await ask(username)
    expect(await messagesFor(server, username)).toHaveLength(2)
  })

  it('keeps no token that anybody could use who reads the database', async () => {
    const { token } = await join('stored')
    const stored = [await server.context.db.select().from(mailedTokens), await server.context.db.select().from(outgoingMessages)]
    expect(stored[0]?.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(server.logged()).not.toContain(token)
  })

  it('stops an address that registers without end, and says when to come back', { tags: 'rest' }, async () => {
    const here = server.client(null, '203.0.113.9')
    const all = await Promise.allSettled(
      Array.from({ length: 55 }, (_, index) => here.register.register({ body: { ...newcomer, username: `many${index}@example.com` } })),
    )
    const refused = all.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(5)
    expect(refused[0]).toMatchObject({ reason: { code: 'too.many.requests.error', status: 429, retryAfterSeconds: 3600 } })
  })

  it('lists every country with its prefix, to strangers and to those inside [T131]', async () => {
    const prefixes = await server.client().register.getPhonePrefixes()
    expect(prefixes.length).toBeGreaterThan(200)
    expect(prefixes).toContainEqual({ country: 'FR', prefix: '+33' })
    const ada = await server.signInAs('ROLE_CUSTOMER')
    await expect(ada.user.getPhonePrefixes()).resolves.toEqual(prefixes)
  })
})
