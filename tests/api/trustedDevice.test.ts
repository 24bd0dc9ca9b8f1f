// @module-tag rest
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { trustedDevices, users } from '../../src/server/db/tables.ts'
import { isLockedByGuesses } from '../../src/server/auth/signInLock.ts'
import { type Client, failure, password, postLogin, startApiServer } from '../support/apiServer.ts'
import { codeIn, newestFor } from '../support/mailbox.ts'
import { linkTo, moveAddress, staffForm, undoLinkTo } from '../support/ownContact.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000
const wrong = { code: 'Login.error', status: 401 }
const locked = { code: 'account.locked.error', status: 403 }
const chosen = 'a brand new password'

const login = (browser: Client, username: string, typed = password) => browser.authentication.login({ body: { username, password: typed } })

async function guess(browser: Client, username: string, times = 5): Promise<void> {
  for (let time = 0; time < times; time += 1) await expect(login(browser, username, `guess ${time}`)).rejects.toMatchObject(wrong)
}
/** What a browser sends back. */
const pairOf = (cookie = '') => cookie.split(';')[0] ?? ''

serverOnPostgres((server) => {
  const lockByStrangers = (username: string) => guess(server.client(), username)

  /** An account, and a browser that has signed in to it. */
  async function owner(about: Partial<typeof users.$inferInsert> = {}) {
    const { username, userId } = await server.join(about)
    const browser = server.client()
    browser.held.current = await login(browser, username)
    return { username, userId, browser }
  }
  const devicesOf = (userId: number) => server.context.db.$count(trustedDevices, eq(trustedDevices.userId, userId))

  /** As staff do for somebody else. */
  async function setPassword(userId: number, username: string): Promise<void> {
    const body = { ...staffForm, username, password: 'set by the staff' }
    await (await server.signInAs('ROLE_ADMIN')).user.update({ params: { id: userId }, body })
  }

  /** The cookies that a bare sign-in leaves. */
  const signInBare = async (username: string, cookie = '', at = server) =>
    (await postLogin(at, username, password, cookie)).headers.getSetCookie()

  it('signs the owner in where they did so before while strangers have locked the name, again and again', async () => {
    const { username, browser } = await owner()
    for (let round = 0; round < 3; round += 1) {
      await lockByStrangers(username)
      await expect(login(server.client(), username)).rejects.toMatchObject(locked)
      await expect(browser.authentication.beforeLogin({ body: { username, password } })).resolves.toHaveProperty('displayCodeValidation')
      await expect(login(browser, username)).resolves.toMatchObject({ username })
      server.pass(15 * minuteMs)
    }
  })

  it('leaves the lock as strict for everybody else, also after the owner has signed in beside it', async () => {
    const { username, browser } = await owner()
    await guess(server.client(), username, 4)
    await login(browser, username)
    await guess(server.client(), username, 1)
    await expect(login(server.client(), username, 'guess')).rejects.toMatchObject({ ...locked, retryAfterSeconds: 60 })
    await login(browser, username)
    await expect(login(server.client(), username, 'guess')).rejects.toMatchObject({ ...locked, retryAfterSeconds: 60 })
    server.pass(minuteMs)
    await lockByStrangers(username)
    await expect(login(server.client(), username)).rejects.toMatchObject({ ...locked, retryAfterSeconds: 120 })
  })

  it('locks such a browser by itself after five wrong passwords, for longer each time, and nobody else', async () => {
    const { username, browser } = await owner()
    await guess(browser, username)
    await expect(login(browser, username)).rejects.toMatchObject({ ...locked, retryAfterSeconds: 60 })
    await expect(login(server.client(), username)).resolves.toMatchObject({ username })
    server.pass(minuteMs)
    await guess(browser, username)
    await expect(login(browser, username)).rejects.toMatchObject({ ...locked, retryAfterSeconds: 120 })
    server.pass(2 * minuteMs)
    await expect(login(browser, username)).resolves.toMatchObject({ username })
  })

  it('gives a stolen cookie five guesses at the same moment and no more', async () => {
    const { username } = await server.join()
    const cookie = pairOf((await signInBare(username))[0])
    const guesses = Array.from({ length: 60 }, async (_, index) => failure(await postLogin(server, username, `guess ${index}`, cookie)))
    const answers = await Promise.all(guesses)
    expect(answers.filter(({ message }) => message === wrong.code)).toHaveLength(5)
    expect(answers.filter(({ message }) => message === locked.code)).toHaveLength(55)
  })

  it('shows staff that a browser of the account is locked, and Unlock lifts it', async () => {
    const { username, userId, browser } = await owner()
    const { db, clock } = server.context
    const isLocked = async () => (await db.select().from(users).where(isLockedByGuesses(db, clock()))).some(({ id }) => id === userId)
    expect(await isLocked()).toBe(false)
    await guess(browser, username)
    expect(await isLocked()).toBe(true)
    const admin = await server.signInAs('ROLE_ADMIN')
    await admin.user.unlockAccount({ body: { userId } })
    expect(await isLocked()).toBe(false)
    await expect(login(browser, username)).resolves.toMatchObject({ username })
  })

  it('goes past no lock that staff set', async () => {
    const { username, userId, browser } = await owner()
    await server.context.db.update(users).set({ accountLocked: true }).where(eq(users.id, userId))
    await expect(login(browser, username)).rejects.toMatchObject(locked)
    await expect(browser.authentication.beforeLogin({ body: { username, password } })).rejects.toMatchObject(locked)
  })

  it('asks for the SMS code all the same, and takes it while strangers have locked the name', async () => {
    const telephone = '+33639980077'
    const { username } = await server.join({ needsSmsCode: true, phonePrefix: '+33', phoneNumber: '0639980077' })
    const browser = server.client()
    const begin = () => browser.authentication.beforeLogin({ body: { username, password } })
    const enter = async () =>
      browser.authentication.checkSmsCode({ body: { username, password, code: codeIn(await newestFor(server, telephone)) } })
    await begin()
    await enter()
    await login(browser, username)
    await lockByStrangers(username)
    await expect(login(browser, username)).rejects.toMatchObject({ code: 'code.required.error' })
    server.pass(minuteMs - 1)
    await expect(login(server.client(), username)).rejects.toMatchObject(locked)
    server.pass(1)
    await lockByStrangers(username)
    await begin()
    await enter()
    await expect(login(browser, username)).resolves.toMatchObject({ username })
  })

  describe('after a new password', () => {
    const both = { newPassword: chosen, newPasswordRepeat: chosen }
    it.each<[string, (here: Client, username: string, userId: number) => Promise<unknown>]>([
      ['on the profile', (here) => here.user.updateCurrentUserPassword({ body: { oldPassword: password, ...both } })],
      [
        'by a mailed link',
        async (here, username) => {
          await here.forgotPassword.resetPassword({ body: { username } })
          await here.forgotPassword.updatePasswordFromEmail({ body: { token: await linkTo(server, username), ...both } })
        },
      ],
      [
        'by the link that undoes a change',
        async (here, username) => {
          await moveAddress(server, await server.signIn(username), username, `moved-${username}`)
          await here.contact.restore({ body: { token: await undoLinkTo(server, username), ...both } })
        },
      ],
      [
        'in place of the one that staff set',
        async (here, username, userId) => {
          await setPassword(userId, username)
          here.held.current = await login(here, username, 'set by the staff')
          await here.user.updateCurrentUserPassword({ body: { oldPassword: 'set by the staff', ...both } })
        },
      ],
    ])('chosen %s, is trusted where the owner chose it, by a new cookie, and nowhere else', async (_, choose) => {
      const { username, userId } = await server.join()
      const [here, elsewhere] = [server.client(), server.client()]
      for (const browser of [elsewhere, here]) browser.held.current = await login(browser, username)
      const hashes = () =>
        server.context.db.select({ hash: trustedDevices.tokenHash }).from(trustedDevices).where(eq(trustedDevices.userId, userId))
      const before = await hashes()
      await choose(here, username, userId)
      const after = await hashes()
      expect(after).toHaveLength(1)
      expect(before).not.toContainEqual(after[0])
      await lockByStrangers(username)
      await expect(login(elsewhere, username, chosen)).rejects.toMatchObject(locked)
      await expect(login(here, username, chosen)).resolves.toMatchObject({ username })
    })

    it('is trusted by a mailed link also in a browser that the account does not know', async () => {
      const { username } = await owner()
      const here = server.client()
      await here.forgotPassword.resetPassword({ body: { username } })
      await here.forgotPassword.updatePasswordFromEmail({ body: { token: await linkTo(server, username), ...both } })
      await lockByStrangers(username)
      await expect(login(here, username, chosen)).resolves.toMatchObject({ username })
    })

    it('that staff set for somebody else is trusted nowhere until the next sign-in', async () => {
      const { username, userId, browser } = await owner()
      await setPassword(userId, username)
      expect(await devicesOf(userId)).toBe(0)
      await lockByStrangers(username)
      await expect(login(browser, username, 'set by the staff')).rejects.toMatchObject(locked)
    })
  })

  it('is kept at sign-out', async () => {
    const { username, browser } = await owner()
    await browser.authentication.logout()
    await lockByStrangers(username)
    await expect(login(browser, username)).resolves.toMatchObject({ username })
  })

  it('trusts ten browsers of an account; of more the one longest unused falls out', async () => {
    const { username, userId } = await server.join()
    const browsers = Array.from({ length: 11 }, () => server.client())
    // The first is used again before the eleventh comes, so that the second is the one to go.
    for (const index of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 10]) {
      const browser = browsers[index] ?? server.client()
      await login(browser, username)
      server.pass(1000)
    }
    expect(await devicesOf(userId)).toBe(10)
    await lockByStrangers(username)
    const outcomes = await Promise.allSettled(browsers.map((browser) => login(browser, username)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', ...Array<string>(9).fill('fulfilled')])
  })

  it('trusts one browser for each of five accounts; of more the one longest unused goes', async () => {
    const browser = server.client()
    const names: string[] = []
    for (let count = 0; count < 6; count += 1) {
      const { username } = await server.join()
      names.push(username)
      await login(browser, username)
      server.pass(1000)
    }
    const [gone = '', oldest = '', newest = ''] = [names[0], names[1], names[5]]
    for (const username of [gone, oldest, newest]) await lockByStrangers(username)
    await expect(login(browser, gone)).rejects.toMatchObject(locked)
    await expect(login(browser, oldest)).resolves.toMatchObject({ username: oldest })
    await expect(login(browser, newest)).resolves.toMatchObject({ username: newest })
  })

  it('keeps one cookie for an account that signs in again, out of reach of scripts, that tells nothing about the account', async () => {
    const { username, userId } = await server.join({ username: 'cookie.owner@example.com' })
    const first = await signInBare(username)
    expect(first).toEqual([
      expect.stringMatching(/^fieldport-device-1=[\w-]{43}; Max-Age=31536000; Path=\/backend; HttpOnly; SameSite=Strict$/),
    ])
    expect(await signInBare(username, pairOf(first[0]))).toEqual(first)
    expect(await devicesOf(userId)).toBe(1)
    const [row] = await server.context.db.select().from(trustedDevices).where(eq(trustedDevices.userId, userId))
    expect(JSON.stringify(row)).not.toContain(pairOf(first[0]).split('=')[1])
    const another = await server.join()
    expect(await signInBare(another.username, pairOf(first[0]))).toEqual([expect.stringMatching(/^fieldport-device-2=/)])
  })

  it('keeps it over https under a name that no other host can set, and takes none of another name', async () => {
    const secure = await startApiServer(server.context.db, { PUBLIC_URL: 'https://portal.test' })
    const { username, userId } = await server.join()
    const hostCookie = /^__Host-fieldport-device-1=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/
    const first = await signInBare(username, '', secure)
    expect(first).toEqual([expect.stringMatching(hostCookie)])
    expect(await signInBare(username, pairOf(first[0]), secure)).toEqual(first)
    expect(await devicesOf(userId)).toBe(1)
    // What another host of the domain has set: beside it, and with its own value.
    const [, value = ''] = pairOf(first[0]).split('=')
    expect(await signInBare(username, `fieldport-device-1=${'A'.repeat(43)}; ${pairOf(first[0])}`, secure)).toEqual(first)
    expect(await signInBare(username, `fieldport-device-1=${value}`, secure)).not.toEqual(first)
    expect(await devicesOf(userId)).toBe(2)
    await secure.dispose()
  })

  it('keeps its plain name where the portal is below a path, which such cookies do not allow', async () => {
    const below = await startApiServer(server.context.db, { PUBLIC_URL: 'https://portal.test/detectors' })
    const { username } = await server.join()
    expect(await signInBare(username, '', below)).toEqual([
      expect.stringMatching(/^fieldport-device-1=.*; Path=\/backend; HttpOnly; Secure/),
    ])
    await below.dispose()
  })

  it('gives no cookie before the sign-in is complete', async () => {
    const { username } = await server.join()
    const body = new URLSearchParams({ username, password })
    const response = await server.request('/authentication/beforeLogin', { method: 'POST', body })
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
    const refused = await server.request('/authentication/beforeLogin', {
      method: 'POST',
      body: new URLSearchParams({ username, password: 'guess' }),
    })
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []])
  })

  it('takes no cookie that is made up or another account’s, and tells by none who has an account', async () => {
    const { username } = await server.join()
    const stranger = await server.join()
    const [, theirs = ''] = pairOf((await signInBare(stranger.username))[0]).split('=')
    const cookie = `fieldport-device-1=x; fieldport-device-2=${'A'.repeat(43)}; fieldport-device-3=${theirs}`
    const answersFor = async (name: string) => {
      const answers = []
      for (let time = 0; time < 6; time += 1) {
        const response = await postLogin(server, name, 'guess', cookie)
        answers.push(
          [...response.headers].filter(([header]) => header !== 'x-request-id'),
          await failure(response),
        )
      }
      return answers
    }
    const known = await answersFor(username)
    expect(known.at(-1)).toMatchObject({ message: locked.code })
    await expect(answersFor('ghost@example.com')).resolves.toEqual(known)
    // Counted like everybody's.
    await expect(login(server.client(), username)).rejects.toMatchObject(locked)
  })
})
