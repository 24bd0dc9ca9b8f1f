/** The sign-ins of an account: how and in which browser each was made, signing out everywhere else, and fresh proof. */
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import type { Role } from '../../src/contract/rules.ts'
import { securityEvents, sessions, signIns, users } from '../../src/server/db/tables.ts'
import { purgeExpired } from '../../src/server/jobs/purgeExpired.ts'
import { bearer, type Client, heldBy, password, renew } from '../support/apiServer.ts'
import { addApp, addPasskey, signInWithCode } from '../support/factors.ts'
import { codeIn, newestFor } from '../support/mailbox.ts'
import { serverOnPostgres } from '../support/servers.ts'
import { statusOf } from '../support/signingKeys.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const signedOut = { code: 'not.authenticated', status: 401 }
const chosen = 'kf82mwqz9 other words'

const login = async (browser: Client, username: string, typed = password) =>
  void (browser.held.current = await browser.authentication.login({ body: { username, password: typed } }))

/** The session that makes the call. */
async function currentOf(client: Client) {
  const current = (await client.session.getOwn()).find(({ isCurrent }) => isCurrent)
  if (current === undefined) throw new Error('not listed')
  return current
}
const methodOf = async (client: Client) => (await currentOf(client)).method

serverOnPostgres((server) => {
  /** An account, and a browser that is signed in to it. */
  async function person(about: Partial<typeof users.$inferInsert> = {}) {
    const { username, userId } = await server.join(about)
    const browser = server.client()
    await login(browser, username)
    return { username, userId, browser }
  }

  describe('says how it was signed in:', () => {
    it('by a code by SMS', async () => {
      const telephone = '+33639980055'
      const { username } = await server.join({ needsSmsCode: true, phonePrefix: '+33', phoneNumber: '0639980055' })
      const browser = server.client()
      await browser.authentication.beforeLogin({ body: { username, password } })
      const code = codeIn(await newestFor(server, telephone))
      await browser.authentication.checkSmsCode({ body: { username, password, code } })
      await login(browser, username)
      await expect(methodOf(browser)).resolves.toBe('sms')
    })

    it('by password, an app or a recovery code, each in its own sign-in', async () => {
      const { username, browser } = await person()
      const { code, recoveryCodes } = await addApp(server, browser)
      server.pass(minuteMs)
      const [byApp, byCode] = [server.client(), server.client()]
      byApp.held.current = await signInWithCode(byApp, username, 'totp', code())
      byCode.held.current = await signInWithCode(byCode, username, 'recoveryCode', recoveryCodes?.[0] ?? '')
      await expect(Promise.all([browser, byApp, byCode].map(methodOf))).resolves.toEqual(['password', 'totp', 'recoveryCode'])
    })

    it('by a passkey, after the password or alone', async () => {
      const { username, browser } = await person()
      const { passkey } = await addPasskey(browser)
      const credentials = { username, password }
      const [second, alone] = [server.client(), server.client()]
      const request = await second.factorSignIn.beginPasskey({ body: { credentials } })
      await second.factorSignIn.checkFactor({ body: { ...credentials, proof: { kind: 'passkey', signature: passkey.sign(request) } } })
      await login(second, username)
      const signature = passkey.sign(await alone.factorSignIn.beginPasskey({ body: {} }))
      alone.held.current = await alone.factorSignIn.loginWithPasskey({ body: { signature } })
      await expect(Promise.all([second, alone].map(methodOf))).resolves.toEqual(['secondPasskey', 'passkey'])
    })

    it('after a change of one’s own password, as the session was that it replaces', async () => {
      const { username, browser } = await person()
      const { code } = await addApp(server, browser)
      server.pass(minuteMs)
      browser.held.current = await signInWithCode(browser, username, 'totp', code())
      await browser.user.updateCurrentUserPassword({ body: { oldPassword: password, newPassword: chosen, newPasswordRepeat: chosen } })
      await login(browser, username, chosen)
      await expect(browser.session.getOwn()).resolves.toMatchObject([{ method: 'totp', deviceId: expect.any(Number), isCurrent: true }])
    })
  })

  it('has one number for the sign-ins of one browser, and others for other browsers and accounts', async () => {
    const { username, browser } = await person()
    await login(browser, username)
    const other = await server.signIn(username)
    const listed = await browser.session.getOwn()
    expect(listed).toHaveLength(3)
    const here = (await currentOf(browser)).deviceId
    const there = (await currentOf(other)).deviceId
    expect(here).toEqual(expect.any(Number))
    expect(there).not.toBe(here)
    expect(listed.filter(({ deviceId }) => deviceId === here)).toHaveLength(2)
    const { username: another } = await server.join()
    await login(browser, another)
    expect((await currentOf(browser)).deviceId).not.toBe(here)
  })

  it('of a server before second factors has neither method nor browser', async () => {
    const { userId, browser } = await person()
    await server.context.db.delete(signIns).where(eq(signIns.userId, userId))
    await expect(browser.session.getOwn()).resolves.toMatchObject([{ method: null, deviceId: null, browser: null, isCurrent: true }])
  })

  describe('signing out everywhere else', () => {
    it('ends all others of the account, keeps this one and nobody else’s, and is logged [T583]', async () => {
      const { username, userId, browser } = await person()
      const others = [await server.signIn(username), await server.signIn(username)]
      await login(browser, username)
      const stranger = await person()
      await expect(browser.session.endOthers()).resolves.toEqual({})
      await expect(browser.session.getOwn()).resolves.toMatchObject([{ isCurrent: true }])
      for (const other of others) {
        const { refresh_token: refreshToken } = heldBy(other)
        await expect(other.user.getProfile()).rejects.toMatchObject(signedOut)
        await expect(renew(server, refreshToken)).rejects.toMatchObject(signedOut)
      }
      await expect(stranger.browser.user.getProfile()).resolves.toHaveProperty('username', stranger.username)
      await expect(signOutsOf(userId)).resolves.toEqual(['elsewhere'])
      browser.held.current = await renew(server, heldBy(browser).refresh_token)
      await expect(browser.session.endOthers()).resolves.toEqual({})
      await expect(browser.user.getProfile()).resolves.toHaveProperty('username', username)
    })

    it('ends views as a customer too, also those that this sign-in began', async () => {
      const { username, browser } = await person({ role: 'ROLE_ADMIN' })
      const other = await server.signIn(username)
      const { userId: customerId } = await server.join()
      const tokens: string[] = []
      for (const admin of [other, browser])
        tokens.push((await admin.impersonation.start({ body: { userId: customerId } })).impersonateToken)
      const statuses = () => Promise.all(tokens.map((token) => statusOf(server, token)))
      const before = await statuses()
      await browser.session.endOthers()
      expect([before.at(-1), await statuses()]).toEqual([200, [401, 401]])
    })
  })

  describe('proof in between', () => {
    it('can be asked for and given by each signed-in person [T584]', async () => {
      const { browser } = await person()
      await expect(browser.session.beginProof()).resolves.toEqual({ kinds: ['password'], passkey: null })
      await addPasskey(browser)
      await expect(browser.session.beginProof()).resolves.toMatchObject({
        kinds: ['passkey', 'recoveryCode'],
        passkey: { challenge: expect.any(String) },
      })
    })

    it.each<Role>(['ROLE_CUSTOMER', 'ROLE_ADMIN'])(
      'of %s counts for the sign-in that gave it, and leaves its method as it was; without it nobody is signed out [T585]',
      async (role) => {
        const { username, userId, browser } = await person({ role })
        const other = await server.signIn(username)
        server.pass(5 * minuteMs)
        await browser.session.prove({ body: { proof: { kind: 'password', password } } })
        const { method, path } = contract.session.endOthers
        const send = async (client: Client) => (await server.request(path, { method, headers: bearer(client) })).status
        expect(await send(other)).toBe(403)
        await expect(browser.user.getProfile()).resolves.toHaveProperty('username', username)
        await expect(signOutsOf(userId)).resolves.toEqual([])
        expect(await send(browser)).toBe(200)
        await expect(other.user.getProfile()).rejects.toMatchObject(signedOut)
        await expect(methodOf(browser)).resolves.toBe('password')
      },
    )
  })

  it('goes with its sessions when they have ended, and not before', async () => {
    const { username, userId, browser } = await person()
    const other = await server.signIn(username)
    const rows = () => server.context.db.$count(signIns, eq(signIns.userId, userId))
    await purgeExpired(server.context)
    expect(await rows()).toBe(2)
    await other.authentication.logout()
    await purgeExpired(server.context)
    expect(await rows()).toBe(1)
    await expect(browser.session.getOwn()).resolves.toMatchObject([{ method: 'password' }])
    server.pass(90 * dayMs)
    await purgeExpired(server.context)
    expect([await rows(), await server.context.db.$count(sessions, eq(sessions.userId, userId))]).toEqual([0, 0])
  })

  async function signOutsOf(userId: number) {
    const isTheirs = and(eq(securityEvents.userId, userId), eq(securityEvents.kind, 'signOut'))
    return (await server.context.db.select().from(securityEvents).where(isTheirs)).map(({ reason }) => reason)
  }
})
