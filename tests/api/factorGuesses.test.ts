/** Guesses of somebody who knows the password, from everywhere: none gets in, and the owner still does. */
import { expect, it } from 'vitest'
import type { FactorProof } from '../../src/contract/factors.ts'
import type { FactorKind } from '../../src/contract/rules.ts'
import { securityEvents } from '../../src/server/db/tables.ts'
import { type Client, password } from '../support/apiServer.ts'
import { addApp, addPasskey, signInWithCode } from '../support/factors.ts'
import { linkTo } from '../support/ownContact.ts'
import { createSoftPasskey, type SoftPasskey } from '../support/softPasskey.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const wrongCode = { code: 'code.invalid.error', status: 403 }
const wrongPasskey = { code: 'passkey.invalid.error', status: 403 }
const busy = { code: 'too.many.requests.error', status: 429 }
/** To those that wait for their turn at the password for too long. */
const unavailable = 'service.unavailable.error'
const guessesMax = { anHour: 5, aDay: 20 }
const codeOf = (outcome: PromiseSettledResult<unknown>) => (outcome.status === 'fulfilled' ? 'got in' : String(outcome.reason.code))

const check = (client: Client, username: string, proof: FactorProof) =>
  client.factorSignIn.checkFactor({ body: { username, password, proof } })

async function enterWithPasskey(client: Client, username: string, passkey: SoftPasskey) {
  const credentials = { username, password }
  const signature = passkey.sign(await client.factorSignIn.beginPasskey({ body: { credentials } }))
  await check(client, username, { kind: 'passkey', signature })
  return client.authentication.login({ body: credentials })
}

async function enterWithPasskeyAlone(client: Client, passkey: SoftPasskey) {
  const signature = passkey.sign(await client.factorSignIn.beginPasskey({ body: {} }))
  return client.factorSignIn.loginWithPasskey({ body: { signature } })
}

serverOnPostgres((server) => {
  /** An account with every factor, and the browser in which its owner signed in before. */
  async function owner() {
    const { username, userId } = await server.join()
    const client = await server.signIn(username)
    const { code, recoveryCodes } = await addApp(server, client)
    const { passkey } = await addPasskey(client)
    const browser = server.client()
    const [first = '', ...codes] = recoveryCodes ?? []
    await signInWithCode(browser, username, 'recoveryCode', first)
    const nextCode = () => codes.shift() ?? ''
    return { username, userId, browser, passkey, code, nextCode }
  }
  const guessOf = (kind: FactorKind, username: string) => async (_: unknown, index: number) => {
    const client = server.client()
    if (kind === 'passkey') return enterWithPasskey(client, username, createSoftPasskey())
    // The app shows one of these with a chance of one in thousands.
    const code = kind === 'totp' ? String(index).padStart(6, '0') : `${index}`.padStart(16, '0')
    return check(client, username, { kind, code })
  }

  /** How often 200 guesses at the same moment, each from its own address, met this. */
  async function guess200(kind: FactorKind, username: string) {
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, guessOf(kind, username)))
    const howMany = (wanted: string) => outcomes.filter((outcome) => codeOf(outcome) === wanted).length
    return { code: howMany(wrongCode.code), passkey: howMany(wrongPasskey.code), refused: howMany(busy.code) + howMany(unavailable) }
  }
  async function enterByAll(browser: Client, { username, passkey, code, nextCode }: Awaited<ReturnType<typeof owner>>) {
    server.pass(minuteMs)
    await expect(signInWithCode(browser, username, 'totp', code())).resolves.toMatchObject({ username })
    await expect(signInWithCode(browser, username, 'recoveryCode', nextCode())).resolves.toMatchObject({ username })
    await expect(enterWithPasskey(browser, username, passkey)).resolves.toMatchObject({ username })
  }

  it.each(['totp', 'recoveryCode'] as const)(
    'lets none of 200 guesses of a %s in, and the owner by any factor',
    { tags: 'rest' },
    async (kind) => {
      const ada = await owner()
      expect(await guess200(kind, ada.username)).toEqual({ code: 5, passkey: 0, refused: 195 })
      await enterByAll(ada.browser, ada)
      // A passkey cannot be guessed, so a browser that nobody knows may use one too; codes there wait for an hour.
      await expect(enterWithPasskey(server.client(), ada.username, ada.passkey)).resolves.toMatchObject({ username: ada.username })
      await expect(enterWithPasskeyAlone(server.client(), ada.passkey)).resolves.toMatchObject({ username: ada.username })
      const refused = { ...busy, retryAfterSeconds: 59 * 60 }
      await expect(signInWithCode(server.client(), ada.username, 'recoveryCode', ada.nextCode())).rejects.toMatchObject(refused)
    },
  )

  it('lets none of 200 guesses of a passkey in, and the owner by any factor in any browser', { tags: 'rest' }, async () => {
    const ada = await owner()
    const { passkey, refused } = await guess200('passkey', ada.username)
    expect(passkey + refused).toBe(200)
    expect(passkey).toBeGreaterThan(5)
    await enterByAll(ada.browser, ada)
    await enterByAll(server.client(), ada)
  })

  it('counts wrong codes of all kinds together: five an hour, twenty a day, and right ones not at all', { tags: 'rest' }, async () => {
    const { username, nextCode } = await owner()
    const wrong = (index: number) => guessOf(index % 2 === 0 ? 'totp' : 'recoveryCode', username)(undefined, index)
    for (let hour = 0; hour < guessesMax.aDay / guessesMax.anHour; hour += 1) {
      await expect(signInWithCode(server.client(), username, 'recoveryCode', nextCode())).resolves.toMatchObject({ username })
      for (let index = 0; index < guessesMax.anHour; index += 1) await expect(wrong(index)).rejects.toMatchObject(wrongCode)
      await expect(wrong(0)).rejects.toMatchObject(busy)
      server.pass(hourMs)
    }
    const right = nextCode()
    const refusedForLong = { ...busy, retryAfterSeconds: 20 * 3600 }
    await expect(signInWithCode(server.client(), username, 'recoveryCode', right)).rejects.toMatchObject(refusedForLong)
    server.pass(20 * hourMs)
    await expect(signInWithCode(server.client(), username, 'recoveryCode', right)).resolves.toMatchObject({ username })
  })

  it('counts those of a browser that signed in before apart, and limits them too', async () => {
    const { username, browser, nextCode } = await owner()
    const guess = () => check(browser, username, { kind: 'recoveryCode', code: '0'.repeat(16) })
    for (let time = 0; time < guessesMax.anHour; time += 1) await expect(guess()).rejects.toMatchObject(wrongCode)
    await expect(guess()).rejects.toMatchObject(busy)
    await expect(signInWithCode(server.client(), username, 'recoveryCode', nextCode())).resolves.toMatchObject({ username })
  })

  it('counts those of a browser in which a password was chosen by a mailed link among strangers’, until it signs in', async () => {
    const { username } = await owner()
    const [browser, newPassword] = [server.client(), 'a brand new password']
    await browser.forgotPassword.resetPassword({ body: { username } })
    const body = { token: await linkTo(server, username), newPassword, newPasswordRepeat: newPassword }
    await browser.forgotPassword.updatePasswordFromEmail({ body })
    const proof = { kind: 'recoveryCode', code: '0'.repeat(16) } as const
    const guess = (client: Client) => client.factorSignIn.checkFactor({ body: { username, password: newPassword, proof } })
    for (let time = 0; time < guessesMax.anHour; time += 1) await expect(guess(server.client())).rejects.toMatchObject(wrongCode)
    await expect(guess(browser)).rejects.toMatchObject(busy)
  })

  it(
    'counts all browsers that signed in before together over a day: who knows the password can make one after the other',
    { tags: 'rest' },
    async () => {
      const { username, nextCode } = await owner()
      const guess = (browser: Client) => check(browser, username, { kind: 'recoveryCode', code: '0'.repeat(16) })
      for (let made = 0; made < guessesMax.aDay / guessesMax.anHour; made += 1) {
        const browser = server.client()
        await signInWithCode(browser, username, 'recoveryCode', nextCode())
        for (let time = 0; time < guessesMax.anHour; time += 1) await expect(guess(browser)).rejects.toMatchObject(wrongCode)
      }
      const another = server.client()
      await signInWithCode(another, username, 'recoveryCode', nextCode())
      await expect(guess(another)).rejects.toMatchObject(busy)
    },
  )

  it('lets one address guess twenty times a minute, at all accounts and factors together', async () => {
    const [one, other] = [await owner(), await owner()]
    const address = '203.0.113.60'
    const client = () => server.client(null, address)
    for (let time = 0; time < 5; time += 1) {
      for (const { username } of [one, other])
        await expect(check(client(), username, { kind: 'totp', code: '000000' })).rejects.toMatchObject(wrongCode)
      await expect(enterWithPasskeyAlone(client(), createSoftPasskey())).rejects.toMatchObject(wrongPasskey)
      await expect(enterWithPasskey(client(), one.username, createSoftPasskey())).rejects.toMatchObject(wrongPasskey)
    }
    await expect(enterWithPasskeyAlone(client(), one.passkey)).rejects.toMatchObject({ ...busy, retryAfterSeconds: 60 })
    await expect(enterWithPasskeyAlone(server.client(), one.passkey)).resolves.toMatchObject({ username: one.username })
    server.pass(minuteMs)
    await expect(enterWithPasskeyAlone(client(), one.passkey)).resolves.toMatchObject({ username: one.username })
  })

  it('shows in the security log which step was refused and why', async () => {
    const { username, userId, passkey } = await owner()
    await check(server.client(), username, { kind: 'totp', code: '000000' }).catch(() => undefined)
    await enterWithPasskey(server.client(), username, createSoftPasskey()).catch(() => undefined)
    await enterWithPasskeyAlone(server.client(), createSoftPasskey()).catch(() => undefined)
    const late = passkey.sign(await server.client().factorSignIn.beginPasskey({ body: {} }))
    server.pass(10 * minuteMs)
    await server
      .client()
      .factorSignIn.loginWithPasskey({ body: { signature: late } })
      .catch(() => undefined)
    const rows = await server.context.db.select().from(securityEvents).orderBy(securityEvents.id)
    const refusals = rows.filter(({ kind }) => kind === 'signInRefused')
    expect(refusals.filter((row) => row.userId === userId).map(({ reason }) => reason)).toEqual([wrongCode.code, wrongPasskey.code])
    // Whose passkey it would be, nobody has proved.
    expect(refusals.filter((row) => row.userId === null).map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([wrongPasskey.code, 'factor.expired.error']),
    )
  })

  it.each([
    ['totp', '', 'MandatoryField'],
    ['totp', '12345', wrongCode.code],
    ['totp', '🦊', wrongCode.code],
    ['recoveryCode', '', 'MandatoryField'],
    ['recoveryCode', '4T7K', wrongCode.code],
  ] as const)('says on its field that the %s %j is no code', async (kind, code, expected) => {
    const { username } = await server.join()
    await expect(check(server.client(), username, { kind, code })).rejects.toMatchObject({
      code: expected,
      status: 403,
      invalidField: 'code',
    })
  })
})
