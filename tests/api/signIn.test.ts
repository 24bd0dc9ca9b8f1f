import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { users } from '../../src/server/db/tables.ts'
import { password, postLogin, renew } from '../support/apiServer.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  beforeAll(async () => {
    await server.addUser({ username: 'ada@example.com', role: 'ROLE_BE' })
    await server.addUser({ username: 'new@example.com', accountValidated: false })
    await server.addUser({ username: 'locked@example.com', accountLocked: true })
    await server.addUser({ username: 'gone@example.com', isDeleted: true })
    await server.addUser({ username: 'sms@example.com', needsSmsCode: true, phonePrefix: '+33', phoneNumber: '6 12 34 56 78' })
  })

  const beforeLogin = (username: string, typed = password) =>
    server.client().authentication.beforeLogin({ body: { username, password: typed } })
  const login = (username: string, typed = password) => server.client().authentication.login({ body: { username, password: typed } })

  const askBare = async (username: string, typed: string) => {
    const response = await postLogin(server, username, typed)
    const { requestId, ...answer } = await response.json()
    expect(requestId).toBe(response.headers.get('x-request-id'))
    const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
    return { status: response.status, answer, headers }
  }

  it('signs in with the right password, however the address is written, and names the role first [T121]', async () => {
    await expect(beforeLogin('ada@example.com')).resolves.toEqual({
      displayCodeValidation: false,
      phoneNumber: null,
      resendInSeconds: null,
    })
    const session = await login('  ADA@Example.COM ')
    expect(session).toMatchObject({ username: 'ada@example.com', roles: ['ROLE_BE'] })
    const profile = await server.client(session).user.getProfile()
    expect(profile.username).toBe('ada@example.com')
  })

  it('answers an unknown user, a deleted one and a wrong password alike', async () => {
    const wrong = await askBare('ada@example.com', 'not this one')
    expect(wrong).toMatchObject({ status: 401, answer: { message: 'Login.error' } })
    await expect(askBare('nobody@example.com', password)).resolves.toEqual(wrong)
    await expect(askBare('gone@example.com', password)).resolves.toEqual(wrong)
    await expect(beforeLogin('nobody@example.com')).rejects.toMatchObject({ code: 'Login.error', status: 401 })
  })

  it('says why an account is shut out only to people who know its password', async () => {
    await expect(login('new@example.com')).rejects.toMatchObject({ code: 'account.not.validated.error', status: 403 })
    await expect(login('locked@example.com')).rejects.toMatchObject({ code: 'account.locked.error', status: 403 })
    await expect(beforeLogin('new@example.com')).rejects.toMatchObject({ code: 'account.not.validated.error' })
    await expect(login('new@example.com', 'guess')).rejects.toMatchObject({ code: 'Login.error', status: 401 })
    await expect(login('locked@example.com', 'guess')).rejects.toMatchObject({ code: 'Login.error', status: 401 })
  })

  it('asks for a code where the account needs one, shows only the end of the telephone number, and cannot be jumped [T123]', async () => {
    await expect(beforeLogin('sms@example.com')).resolves.toEqual({
      displayCodeValidation: true,
      phoneNumber: '+33 •••••••78',
      resendInSeconds: 60,
    })
    await expect(login('sms@example.com')).rejects.toMatchObject({ code: 'code.required.error', status: 403 })
  })

  it('names the field that was left empty or is no address [T256]', async () => {
    await expect(login('', password)).rejects.toMatchObject({ code: 'MandatoryField', status: 403, invalidField: 'username' })
    await expect(login('ada@example.com', '   ')).rejects.toMatchObject({ code: 'MandatoryField', invalidField: 'password' })
    await expect(login('ada', password)).rejects.toMatchObject({ code: 'username.invalid.error', invalidField: 'username' })
  })

  it('keeps a password of hundreds of characters away from the hash', async () => {
    await expect(login('ada@example.com', 'x'.repeat(257))).rejects.toMatchObject({ code: 'text.too.long.error', invalidField: 'password' })
  })

  it('says that it is busy, and when to come back, rather than hash for everybody at once', { tags: 'rest' }, async () => {
    // Everybody once, from everywhere: no name and no address guesses too often.
    const names = Array.from({ length: 150 }, (_, index) => `nobody${index}@example.com`)
    const answers = await Promise.all(names.map((username) => postLogin(server, username, 'guess')))
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status !== 401)).toEqual(busy)
    expect(busy[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
    await expect(login('ada@example.com')).resolves.toHaveProperty('access_token')
  })

  it('writes no password, token or name of a user to the log', async () => {
    const session = await login('ada@example.com')
    await login('ada@example.com', 'my secret guess').catch(() => undefined)
    expect(server.logged()).toContain('Login.error')
    for (const secret of [password, 'my secret guess', session.access_token, session.refresh_token, 'ada@example.com'])
      expect(server.logged()).not.toContain(secret)
  })

  it('remembers the language of the reader [T195]', async () => {
    const ada = await server.signIn('ada@example.com')
    expect((await login('ada@example.com')).locale).toBe('en')
    await ada.locale.setLocale({ body: { locale: 'fr' } })
    const [row] = await server.context.db.select().from(users).where(eq(users.username, 'ada@example.com'))
    expect(row?.locale).toBe('fr')
    const session = await login('ada@example.com')
    expect(session.locale).toBe('fr')
    await expect(renew(server, session.refresh_token)).resolves.toMatchObject({ locale: 'fr' })
  })
})
