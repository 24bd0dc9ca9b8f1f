// @module-tag rest
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { securityEvents, users } from '../../src/server/db/tables.ts'
import { type ApiServer, password as ownPassword } from '../support/apiServer.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { addPasskey } from '../support/factors.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { messagesFor } from '../support/mailbox.ts'
import { protectionEventsOf } from '../support/protectionEvents.ts'
import { runCommand } from '../support/scripts.ts'
import { serve } from '../support/servers.ts'

onPostgres(({ createPlace }) => {
  let place: Place
  beforeAll(async () => {
    place = await createPlace()
  })
  const withServer = <T>(work: (server: ApiServer) => Promise<T>) => serve(place, {}, work)
  const createAdmin = (parts: readonly string[], environment: Record<string, string> = {}, input = '') =>
    runCommand('createAdmin', parts, { ...place.environment, ...environment }, input)
  const roleOf = (username: string, password: string) =>
    withServer(async (server) => (await server.client().authentication.login({ body: { username, password } })).roles[0])

  it('makes an administrator who can sign in with the password that is printed, another each time', async () => {
    const first = await createAdmin(['Boss@Example.com'])
    expect(first).toMatchObject({ code: 0, complaint: '' })
    const printed = /^Password, shown this once: (\S{20})$/m.exec(first.out)?.[1] ?? ''
    expect(await roleOf('boss@example.com', printed)).toBe('ROLE_ADMIN')
    const second = await createAdmin(['second@example.com'])
    expect(second.out).not.toContain(printed)
  })

  it('lets somebody in by the password alone who has lost all second factors, and nobody else', async () => {
    const username = 'lost@example.com'
    const login = (server: ApiServer) => server.client().authentication.login({ body: { username, password: ownPassword } })
    const session = await withServer(async (server) => {
      await server.join({ username, role: 'ROLE_ADMIN' })
      const client = await server.signIn(username)
      await addPasskey(client)
      await expect(login(server)).rejects.toMatchObject({ code: 'factor.required.error' })
      return client.held.current
    })
    const { out, ...rest } = await createAdmin(['--reset-second-factor', 'Lost@Example.com'])
    expect(rest).toEqual({ complaint: '', code: 0 })
    expect(out).toContain('The second factors of lost@example.com were removed.')
    await withServer(async (server) => {
      await expect(server.client(session).user.getProfile()).rejects.toMatchObject({ code: 'not.authenticated' })
      const client = server.client(await login(server))
      await expect(client.secondFactor.getOwn()).resolves.toMatchObject({ factors: [], recoveryCodesLeft: 0 })
      // The command runs by the database's clock.
      server.pass(Date.now() - server.context.clock().getTime() + 60_000)
      const mails = await messagesFor(server, username)
      expect(mails.map(({ subject }) => subject)).toContain('The second factors of your Fieldport account were reset')
      const [event] = await protectionEventsOf(server, client.held.current?.id ?? 0)
      expect(event).toMatchObject({ kind: 'factorsReset', actorId: null, address: null })
    })
    for (const [parts, says] of [
      [[username], 'has no second factor. Nothing was changed.'],
      [['nobody@example.com'], 'There is no account with the address nobody@example.com. Nothing was changed.'],
      [['nobody'], 'An e-mail address is needed.'],
      [[username, 'new@example.com'], 'Usage: npm run create-admin'],
    ] as const) {
      expect(await createAdmin(['--reset-second-factor', ...parts])).toMatchObject({ code: 1, complaint: expect.stringContaining(says) })
    }
  })

  it('says that an address is taken, and changes nothing', async () => {
    await createAdmin(['taken@example.com'], { ADMIN_PASSWORD: 'the first password' })
    const refused = await createAdmin(['taken@example.com'])
    expect(refused).toMatchObject({ code: 1, complaint: expect.stringContaining('already an account') })
    expect(await roleOf('taken@example.com', 'the first password')).toBe('ROLE_ADMIN')
  })

  it('says in the security log that an administrator was added', async () => {
    await createAdmin(['logged@example.com'], { ADMIN_PASSWORD: 'word of the environment' })
    const [added] = await inDatabase(place, (db) =>
      db
        .select({ kind: securityEvents.kind, reason: securityEvents.reason, actorId: securityEvents.actorId })
        .from(securityEvents)
        .innerJoin(users, eq(users.id, securityEvents.userId))
        .where(eq(users.username, 'logged@example.com')),
    )
    expect(added).toEqual({ kind: 'accountAdded', reason: 'ROLE_ADMIN', actorId: null })
  })

  it('takes the password from the environment or the standard input, and does not print it', async () => {
    const fromEnvironment = await createAdmin(['env@example.com'], { ADMIN_PASSWORD: 'word of the environment' })
    const fromInput = await createAdmin(['stdin@example.com', '--password-stdin'], {}, 'word of the input\n')
    expect(fromEnvironment.out + fromInput.out).not.toContain('word of')
    expect(await roleOf('env@example.com', 'word of the environment')).toBe('ROLE_ADMIN')
    expect(await roleOf('stdin@example.com', 'word of the input')).toBe('ROLE_ADMIN')
  })

  it('says what is wrong, and adds nobody', async () => {
    const cases = [
      { parts: [], says: 'An e-mail address is needed.' },
      { parts: ['nobody'], says: 'An e-mail address is needed.' },
      { parts: ['new@example.com', '--password-stdin'], input: 'short\n', says: 'at least 12 characters' },
      { parts: ['new@example.com'], environment: { ADMIN_PASSWORD: 'elevenchars' }, says: 'at least 12 characters' },
      { parts: ['new@example.com'], environment: { ADMIN_PASSWORD: '1q2w3e4r5t6y' }, says: 'tried first' },
      { parts: ['new@example.com'], environment: { ADMIN_PASSWORD: 'demo-Fieldport-2026' }, says: 'is published' },
      { parts: ['new@example.com'], environment: { ADMIN_PASSWORD: 'administrator' }, says: 'only a name' },
      { parts: ['new@example.com', '--phone', '12'], says: 'no telephone number' },
      { parts: ['new@example.com'], environment: { SMS_CODE: 'staff', SMS_URL: 'https://sms.example.com' }, says: '--phone' },
    ]
    for (const { parts, says, environment, input } of cases) {
      const refused = await createAdmin(parts, environment, input)
      expect(refused).toEqual({ out: '', code: 1, complaint: expect.stringContaining(says) })
    }
    const isAdded = inArray(users.username, ['nobody', 'new@example.com'])
    expect(await inDatabase(place, (db) => db.$count(users, isAdded))).toBe(0)
  })
})
