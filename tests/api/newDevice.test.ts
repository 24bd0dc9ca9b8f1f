// @module-tag rest
/** The mail about a sign-in with a browser that is new to the account. */
import { expect, it } from 'vitest'
import type { Locale } from '../../src/contract/rules.ts'
import { type Client, password } from '../support/apiServer.ts'
import { messagesFor } from '../support/mailbox.ts'
import { linkTo } from '../support/ownContact.ts'
import { serverOnPostgres } from '../support/servers.ts'

const login = (browser: Client, username: string, typed = password) => browser.authentication.login({ body: { username, password: typed } })
const signInAndOut = async (browser: Client, username: string) => {
  browser.held.current = await login(browser, username)
  await browser.authentication.logout()
}

serverOnPostgres((server) => {
  /** An account, and the browser that has signed in to it. */
  async function person(locale: Locale = 'en') {
    const { username } = await server.join({ locale })
    const browser = server.client()
    await login(browser, username)
    return { username, browser }
  }
  const subject = 'A new sign-in to your Fieldport account'
  const toldTo = async (username: string) => (await messagesFor(server, username)).filter((mail) => mail.subject === subject)

  it('tells of a browser once; not of the first one, nor of one that comes back or is refused', async () => {
    const { username, browser } = await person()
    await signInAndOut(browser, username)
    await login(browser, username)
    await expect(login(server.client(), username, 'guess')).rejects.toMatchObject({ code: 'Login.error' })
    await expect(toldTo(username)).resolves.toEqual([])
    const other = server.client()
    await login(other, username)
    await expect(toldTo(username)).resolves.toHaveLength(1)
    await signInAndOut(other, username)
    await login(other, username)
    await login(browser, username)
    await expect(toldTo(username)).resolves.toHaveLength(1)
    // The same browser without its cookies.
    await server.signIn(username)
    await expect(toldTo(username)).resolves.toHaveLength(2)
  })

  it('tells of no browser after a new password until one has signed in', async () => {
    const { username, browser } = await person()
    const [there, newPassword] = [server.client(), 'a brand new password']
    await there.forgotPassword.resetPassword({ body: { username } })
    const body = { token: await linkTo(server, username), newPassword, newPasswordRepeat: newPassword }
    await there.forgotPassword.updatePasswordFromEmail({ body })
    await login(browser, username, newPassword)
    await login(there, username, newPassword)
    await expect(toldTo(username)).resolves.toEqual([])
    await login(server.client(), username, newPassword)
    await expect(toldTo(username)).resolves.toHaveLength(1)
  })

  it('knows a browser also where ten others were noted by a clock that is ahead', async () => {
    const { username } = await server.join()
    server.pass(60_000)
    for (let made = 0; made < 10; made += 1) await server.signIn(username)
    server.pass(-60_000)
    const late = server.client()
    const deviceIds: unknown[] = []
    for (let time = 0; time < 2; time += 1) {
      late.held.current = await login(late, username)
      deviceIds.push((await late.session.getOwn()).find(({ isCurrent }) => isCurrent)?.deviceId)
    }
    expect(deviceIds).toEqual([expect.any(Number), deviceIds[0]])
  })

  it.each<[Locale, string, RegExp, string]>([
    ['en', subject, /^Time: 21 November 2026 at 1\d:\d\d \(UTC\)$/m, 'in a browser that it had not seen before'],
    [
      'fr',
      'Nouvelle connexion à votre compte Fieldport',
      /^Heure\u00a0: 21 novembre 2026 à 1\d:\d\d \(UTC\)$/m,
      'dans un navigateur que nous ne connaissions pas',
    ],
  ])('tells in %s, with the time in UTC and without a place', async (locale, title, time, sentence) => {
    const { username } = await person(locale)
    const at = server.context.clock()
    await server.signIn(username)
    const [mail] = await messagesFor(server, username)
    expect(mail).toMatchObject({ subject: title, text: expect.stringMatching(time) })
    expect(mail?.text).toContain(at.toISOString().slice(11, 16))
    expect(mail?.text).toContain(sentence)
    expect(mail?.text).toContain('/profile')
    expect(mail?.text).not.toMatch(/\b10\.0\.\d/)
  })
})
