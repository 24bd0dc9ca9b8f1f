import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { users } from '../../src/server/db/tables.ts'
import { bearer, password } from '../support/apiServer.ts'
import { messagesFor } from '../support/mailbox.ts'
import { profileOf } from '../support/ownContact.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000
const windowsChrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'

/** As `server.join` has it, written otherwise: spelling is no change. */
const spelled = (username: string) => ({ ...profileOf(username), phoneNumber: '06 12 34 56 78', country: 'GB' })

serverOnPostgres((server) => {
  const signedOut = { code: 'not.authenticated', status: 401 }

  it('saves what a person says of themselves, and forgets a distributor that is left out [T83]', async () => {
    const { username, userId } = await server.join({ distributor: 'Terre & Trésors' })
    const ada = await server.signIn(username)
    const saved = await ada.user.updateProfile({ body: { ...spelled(username), firstname: ' Ada ', lastname: "O'Brien <b>" } })
    expect(saved).toEqual({
      ...spelled(username),
      lastname: "O'Brien <b>",
      distributor: null,
      id: userId,
      isBetaTester: false,
      freeTrialEndDate: null,
      hasSubscription: false,
      pendingUsername: null,
      pendingPhone: null,
      deletionAt: null,
      deletionHasBegun: false,
    })
    await expect(ada.user.getProfile()).resolves.toEqual(saved)
    expect(await messagesFor(server, username)).toEqual([])
  })

  it('says whether a subscription runs, so that its user is not offered a trial', async () => {
    const now = server.context.clock().getTime()
    for (const [hasSubscription, subscriptionName, subscriptionEnd] of [
      [true, 'PREMIUM', new Date(now + minuteMs)],
      [false, 'PREMIUM', new Date(now - minuteMs)],
      [false, 'TRIAL', null],
    ] as const) {
      const { username } = await server.join({ subscriptionName, subscriptionEnd })
      const client = await server.signIn(username)
      await expect(client.user.getProfile()).resolves.toMatchObject({ hasSubscription })
    }
  })

  it('keeps what the companion app reports of its use, in any order and with a clock that is ahead [T133]', async () => {
    const { username, userId } = await server.join()
    const app = await server.signIn(username)
    const shown = async () => (await server.signInAs('ROLE_ADMIN')).user.get({ params: { id: userId } })
    const now = server.context.clock().toISOString()
    await app.user.reportAppUse({
      body: { firstLaunch: '2026-03-01T08:00:00.000Z', lastLaunch: '2026-11-01T08:00:00.000Z', diskUsage: 5e9 },
    })
    await app.user.reportAppUse({ body: { firstLaunch: '2026-05-01T08:00:00.000Z', lastLaunch: '2026-10-01T08:00:00.000Z' } })
    await app.user.reportAppUse({ body: { lastSync: '2099-01-01T00:00:00.000Z' } })
    const kept = { firstLaunch: '2026-03-01T08:00:00.000Z', lastLaunch: '2026-11-01T08:00:00.000Z', lastSync: now, diskUsage: 5e9 }
    expect(await shown()).toMatchObject(kept)
    await app.user.reportAppUse({ body: {} })
    expect(await shown()).toMatchObject(kept)
  })

  it('lets nobody make more of themselves than they are', async () => {
    const { username, userId } = await server.join()
    const ada = await server.signIn(username)
    const fields = { ...profileOf(username), isNewsletter: 'false', distributor: '', currentPassword: '' }
    for (const extra of [{ role: 'ROLE_ADMIN' }, { isBetaTester: 'true' }, { id: '1' }, { accountValidated: 'true' }]) {
      const body = new URLSearchParams({ ...fields, ...extra })
      const response = await server.request('/user/updateProfile', { method: 'POST', headers: bearer(ada), body })
      expect(response.status).toBe(400)
    }
    const [row] = await server.context.db.select().from(users).where(eq(users.id, userId))
    expect(row).toMatchObject({ role: 'ROLE_CUSTOMER', isBetaTester: false })
  })

  it.each([
    ['firstname', ' ', 'MandatoryField'],
    ['username', 'nobody', 'username.invalid.error'],
    ['phoneNumber', '123', 'phone.number.invalid.error'],
    ['distributor', '🦊'.repeat(126), 'text.too.long.error'],
    ['currentPassword', 'x'.repeat(257), 'text.too.long.error'],
  ])('flags %s where it is %j [T248]', async (field, value, code) => {
    const { username } = await server.join()
    const ada = await server.signIn(username)
    await expect(ada.user.updateProfile({ body: { ...profileOf(username), [field]: value } })).rejects.toMatchObject(refused(code, field))
  })

  it('lists where a person is signed in, this browser marked, the last used first [T206]', async () => {
    const { username } = await server.join()
    const first = await server.signIn(username)
    server.pass(5 * minuteMs)
    const login2 = await server.request('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': windowsChrome },
      body: JSON.stringify({ username, password }),
    })
    const second = server.client(await login2.json())
    const startedAt = server.context.clock()
    server.pass(20 * minuteMs)
    await second.user.getProfile()
    const list = await second.session.getOwn()
    expect(list).toEqual([
      {
        id: expect.any(String),
        browser: 'Chrome',
        system: 'Windows',
        startedAt: startedAt.toISOString(),
        lastUsedAt: server.context.clock().toISOString(),
        method: 'password',
        deviceId: expect.any(Number),
        isCurrent: true,
      },
      {
        id: expect.any(String),
        browser: null,
        system: null,
        startedAt: expect.any(String),
        lastUsedAt: expect.any(String),
        method: 'password',
        deviceId: expect.any(Number),
        isCurrent: false,
      },
    ])
    await second.session.end({ params: { id: list[1]?.id ?? '' } })
    await expect(first.user.getProfile()).rejects.toMatchObject(signedOut)
    expect(await second.session.getOwn()).toHaveLength(1)
  })

  it('lets nobody see or end another’s session [T207]', async () => {
    const { username } = await server.join()
    const { username: strangersName } = await server.join()
    const ada = await server.signIn(username)
    const stranger = await server.signIn(strangersName)
    const [own] = await ada.session.getOwn()
    expect((await stranger.session.getOwn()).map(({ id }) => id)).not.toContain(own?.id)
    await expect(stranger.session.end({ params: { id: own?.id ?? '' } })).rejects.toMatchObject({ code: 'resource.not.found', status: 404 })
    await expect(ada.user.getProfile()).resolves.toMatchObject({ username })
  })

  it('signs out everywhere at once [T208]', async () => {
    const { username } = await server.join()
    const clients = [await server.signIn(username), await server.signIn(username), await server.signIn(username)]
    await clients[0]?.session.endAll()
    for (const client of clients) await expect(client.user.getProfile()).rejects.toMatchObject(signedOut)
  })

  it('lists the roles to those who give them [T141]', async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
    await expect(admin.role.getAll()).resolves.toEqual(
      ['ROLE_ADMIN', 'ROLE_MARKETTING', 'ROLE_BE', 'ROLE_CUSTOMER'].map((id) => ({ id, tostring: id })),
    )
  })
})
