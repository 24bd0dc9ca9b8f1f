// @module-tag rest
import { desc, eq, isNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { securityEvents } from '../../src/server/db/tables.ts'
import { password } from '../support/apiServer.ts'
import { newestFor } from '../support/mailbox.ts'
import { serverOnPostgres } from '../support/servers.ts'

const address = '203.0.113.50'

serverOnPostgres((server) => {
  const login = (username: string, typed = password, from = address) =>
    server.client(null, from).authentication.login({ body: { username, password: typed } })
  const fail = async (username: string, times: number, from?: string) => {
    for (let time = 0; time < times; time += 1) await expect(login(username, 'guess', from)).rejects.toHaveProperty('code')
  }
  /** What was written of an account, or of nobody's, the newest first. */
  async function eventsOf(userId: number | null) {
    const isTheirs = userId === null ? isNull(securityEvents.userId) : eq(securityEvents.userId, userId)
    const rows = await server.context.db.select().from(securityEvents).where(isTheirs).orderBy(desc(securityEvents.id))
    return rows.map((row) => [row.kind, row.reason, row.address, row.count])
  }

  it('writes down who signed in and out, and from where', async () => {
    const { username, userId } = await server.join()
    const browser = server.client(await login(username), address)
    await browser.authentication.logout()
    expect(await eventsOf(userId)).toEqual([
      ['signOut', null, address, 1],
      ['signIn', null, address, 1],
    ])
    const again = server.client(await login(username), address)
    await again.session.endAll()
    expect((await eventsOf(userId))[0]).toEqual(['signOut', 'everywhere', address, 1])
  })

  it('counts what it refused instead of listing it, and says when a lock began', async () => {
    const { username, userId } = await server.join()
    await fail(username, 7)
    expect(await eventsOf(userId)).toEqual([
      ['signInRefused', 'account.locked.error', address, 2],
      ['locked', 'guesses', address, 1],
      ['signInRefused', 'Login.error', address, 5],
    ])
  })

  it('writes the same of a name that nobody has, without the name', async () => {
    const from = '203.0.113.51'
    await fail('ghost.of.nobody@example.com', 7, from)
    const events = (await eventsOf(null)).filter(([, , where]) => where === from)
    expect(events).toEqual([
      ['signInRefused', 'account.locked.error', from, 2],
      ['locked', 'guesses', from, 1],
      ['signInRefused', 'Login.error', from, 5],
    ])
    const rows = await server.context.db.select().from(securityEvents)
    expect(JSON.stringify(rows)).not.toContain('ghost.of.nobody')
  })

  it('writes down what else a sign-in is refused for, code step included', async () => {
    const from = '203.0.113.52'
    const unvalidated = await server.join({ accountValidated: false })
    await expect(login(unvalidated.username)).rejects.toHaveProperty('code')
    expect(await eventsOf(unvalidated.userId)).toEqual([['signInRefused', 'account.not.validated.error', address, 1]])

    const { username, userId } = await server.join({ needsSmsCode: true, phonePrefix: '+33', phoneNumber: '0639980055' })
    const browser = server.client(null, from)
    await expect(browser.authentication.login({ body: { username, password } })).rejects.toHaveProperty('code')
    await browser.authentication.beforeLogin({ body: { username, password } })
    const { text } = await newestFor(server, '+33639980055')
    const code = text.startsWith('000000') ? '111111' : '000000'
    await expect(browser.authentication.checkSmsCode({ body: { username, password, code } })).rejects.toHaveProperty('code')
    expect(await eventsOf(userId)).toEqual([
      ['signInRefused', 'code.invalid.error', from, 1],
      ['signInRefused', 'code.required.error', from, 1],
    ])
  })

  it('writes down an address that is refused for guessing too often', async () => {
    const from = '203.0.113.53'
    const names = Array.from({ length: 20 }, (_, index) => `spray${index}@example.com`)
    await Promise.all(names.map((name) => fail(name, 1, from)))
    const { username, userId } = await server.join()
    await fail(username, 2, from)
    expect(await eventsOf(userId)).toEqual([['signInRefused', 'too.many.requests.error', from, 2]])
  })

  it('writes down that a refresh token was used again', async () => {
    const { username, userId } = await server.join()
    const { refresh_token } = await login(username)
    const refresh = () =>
      server.client(null, '203.0.113.54').authentication.refresh({ body: { grant_type: 'refresh_token', refresh_token } })
    await refresh()
    server.pass(10_001)
    await expect(refresh()).rejects.toHaveProperty('status', 401)
    expect((await eventsOf(userId))[0]).toEqual(['tokenReused', null, '203.0.113.54', 1])
  })
})
