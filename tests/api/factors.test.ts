import { describe, expect, it } from 'vitest'
import { password } from '../support/apiServer.ts'
import { addApp, addPasskey, signInWithCode } from '../support/factors.ts'
import { messagesFor } from '../support/mailbox.ts'
import { oneTimeCode } from '../support/oneTimeCode.ts'
import { createSoftPasskey, type PasskeyOptions } from '../support/softPasskey.ts'
import { serverOnPostgres } from '../support/servers.ts'

const wrongCode = { code: 'code.invalid.error', status: 403, invalidField: 'code' }
const required = { code: 'factor.required.error', status: 401 }
const expired = { code: 'factor.expired.error', status: 403 }
const invalid = { code: 'passkey.invalid.error', status: 403 }
const minuteMs = 60_000

serverOnPostgres((server) => {
  async function person() {
    const { username } = await server.join()
    return { username, client: await server.signIn(username) }
  }
  async function personWithApp() {
    const one = await person()
    return { ...one, ...(await addApp(server, one.client)) }
  }
  async function personWithPasskey(options: PasskeyOptions = {}) {
    const one = await person()
    return { ...one, ...(await addPasskey(one.client, options)) }
  }
  const begin = (username: string) => server.client().authentication.beforeLogin({ body: { username, password } })

  describe('an authenticator app', () => {
    it('is asked for from then on, and lets in with its code [T576]', async () => {
      const { username, client } = await person()
      await expect(begin(username)).resolves.not.toHaveProperty('factors')
      const { code, recoveryCodes } = await addApp(server, client)
      expect(recoveryCodes).toHaveLength(10)
      await expect(begin(username)).resolves.toMatchObject({ displayCodeValidation: false, factors: ['totp', 'recoveryCode'] })
      await expect(server.client().authentication.login({ body: { username, password } })).rejects.toMatchObject(required)
      server.pass(minuteMs)
      await expect(signInWithCode(server.client(), username, 'totp', code())).resolves.toMatchObject({ username })
      const subjects = (await messagesFor(server, username)).map(({ subject }) => subject)
      expect(subjects).toContain('A second factor was added to your Fieldport account')
    })

    it('may have a clock that is half a minute off, and not one that is a minute and a half off', async () => {
      const { username, code } = await personWithApp()
      server.pass(5 * minuteMs)
      const enter = (offMs: number) => signInWithCode(server.client(), username, 'totp', code(offMs))
      for (const offMs of [-90_000, 90_000]) await expect(enter(offMs)).rejects.toMatchObject(wrongCode)
      for (const offMs of [-30_000, 30_000]) await expect(enter(offMs)).resolves.toMatchObject({ username })
    })

    it('does not count a code twice, nor an older one after it', async () => {
      const { username, code } = await personWithApp()
      // The code that set it up has served too.
      await expect(signInWithCode(server.client(), username, 'totp', code())).rejects.toMatchObject(wrongCode)
      server.pass(5 * minuteMs)
      await signInWithCode(server.client(), username, 'totp', code())
      for (const offMs of [0, -30_000])
        await expect(signInWithCode(server.client(), username, 'totp', code(offMs))).rejects.toMatchObject(wrongCode)
      await expect(signInWithCode(server.client(), username, 'totp', code(30_000))).resolves.toMatchObject({ username })
      server.pass(30_000)
      await expect(signInWithCode(server.client(), username, 'totp', code(30_000))).resolves.toMatchObject({ username })
    })

    it('counts one of several sign-ins at once with the same code', async () => {
      const { username, code } = await personWithApp()
      server.pass(5 * minuteMs)
      const proof = { kind: 'totp', code: code() } as const
      const tries = Array.from({ length: 5 }, () => server.client().factorSignIn.checkFactor({ body: { username, password, proof } }))
      const outcomes = await Promise.allSettled(tries)
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    it('is stored once for one setup, however that is written', async () => {
      const { client, setup, code } = await personWithApp()
      server.pass(minuteMs)
      for (const again of [setup, `${setup}.x`, `0${setup}`])
        await expect(client.secondFactor.addTotp({ body: { name: 'Again', setup: again, code: code() } })).rejects.toMatchObject(expired)
    })

    it('is stored only with a code that its setup shows [T577]', async () => {
      const { client } = await person()
      const { setup, secret } = await client.secondFactor.beginTotp()
      await expect(client.secondFactor.addTotp({ body: { name: 'Phone', setup, code: '000000' } })).rejects.toMatchObject(wrongCode)
      const stranger = await server.signInAs('ROLE_CUSTOMER')
      const code = oneTimeCode(secret, server.context.clock())
      await expect(stranger.secondFactor.addTotp({ body: { name: 'Phone', setup, code } })).rejects.toMatchObject(expired)
      server.pass(60 * minuteMs)
      const later = oneTimeCode(secret, server.context.clock())
      await expect(client.secondFactor.addTotp({ body: { name: 'Phone', setup, code: later } })).rejects.toMatchObject(expired)
      await expect(client.secondFactor.getOwn()).resolves.toMatchObject({ factors: [], recoveryCodesLeft: 0 })
    })
  })

  describe('a passkey', () => {
    it('signs in alone where it verifies its person [T578]', async () => {
      const { username, passkey } = await personWithPasskey()
      const browser = server.client()
      const signature = passkey.sign(await browser.factorSignIn.beginPasskey({ body: {} }))
      await expect(browser.factorSignIn.loginWithPasskey({ body: { signature } })).resolves.toMatchObject({ username })
      await expect(browser.factorSignIn.loginWithPasskey({ body: { signature } })).rejects.toMatchObject(invalid)
    })

    it('serves only after the password where it does not [T579]', async () => {
      const { username, passkey } = await personWithPasskey({ verifiesUser: false })
      const browser = server.client()
      const alone = passkey.sign(await browser.factorSignIn.beginPasskey({ body: {} }))
      const unverified = { code: 'passkey.unverified.error', status: 403 }
      await expect(browser.factorSignIn.loginWithPasskey({ body: { signature: alone } })).rejects.toMatchObject(unverified)
      const credentials = { username, password }
      const request = await browser.factorSignIn.beginPasskey({ body: { credentials } })
      expect(request.allowCredentials.map(({ id }) => id)).toEqual([passkey.id])
      await browser.factorSignIn.checkFactor({ body: { ...credentials, proof: { kind: 'passkey', signature: passkey.sign(request) } } })
      await expect(browser.authentication.login({ body: credentials })).resolves.toMatchObject({ username })
    })

    it.each([
      ['another origin', { origin: 'https://portal.test.example' }],
      ['another relying party', { rpId: 'example.com' }],
    ])('of %s is refused', async (_, options) => {
      await expect(personWithPasskey(options)).rejects.toMatchObject(invalid)
    })

    it('of another account is no second step, and a challenge serves one purpose', async () => {
      const { username, passkey } = await personWithPasskey()
      const stranger = createSoftPasskey()
      const browser = server.client()
      const credentials = { username, password }
      const check = (signature: ReturnType<typeof stranger.sign>) =>
        browser.factorSignIn.checkFactor({ body: { ...credentials, proof: { kind: 'passkey', signature } } })
      await expect(check(stranger.sign(await browser.factorSignIn.beginPasskey({ body: { credentials } })))).rejects.toMatchObject(invalid)
      await expect(check(passkey.sign(await browser.factorSignIn.beginPasskey({ body: {} })))).rejects.toMatchObject(invalid)
      const late = passkey.sign(await browser.factorSignIn.beginPasskey({ body: { credentials } }))
      server.pass(10 * minuteMs)
      await expect(check(late)).rejects.toMatchObject(expired)
    })

    it('is taken without what its maker says of it: to check that, the server would fetch addresses that a client names', async () => {
      const { username, client } = await person()
      for (const format of ['android-key', 'packed', 'tpm', 'unheard of']) {
        const passkey = createSoftPasskey()
        const made = passkey.create(await client.secondFactor.beginPasskey(), { format, certificates: true })
        await client.secondFactor.addPasskey({ body: { name: format, passkey: made } })
        const browser = server.client()
        const signature = passkey.sign(await browser.factorSignIn.beginPasskey({ body: {} }))
        await expect(browser.factorSignIn.loginWithPasskey({ body: { signature } })).resolves.toMatchObject({ username })
      }
    })

    it('that was copied, and counts less than before, is refused', async () => {
      const { passkey } = await personWithPasskey()
      const browser = server.client()
      const older = passkey.sign(await browser.factorSignIn.beginPasskey({ body: {} }))
      const newer = passkey.sign(await browser.factorSignIn.beginPasskey({ body: {} }))
      await browser.factorSignIn.loginWithPasskey({ body: { signature: newer } })
      await expect(browser.factorSignIn.loginWithPasskey({ body: { signature: older } })).rejects.toMatchObject(invalid)
    })
  })

  describe('recovery codes', () => {
    it('let in once each, however they are typed, until new ones are made [T580]', async () => {
      const { username, client, recoveryCodes } = await personWithApp()
      const [first = '', second = ''] = recoveryCodes ?? []
      const typed = first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
      await expect(signInWithCode(server.client(), username, 'recoveryCode', typed)).resolves.toMatchObject({ username })
      await expect(signInWithCode(server.client(), username, 'recoveryCode', first)).rejects.toMatchObject(wrongCode)
      await expect(client.secondFactor.getOwn()).resolves.toMatchObject({ recoveryCodesLeft: 9 })
      const [renewed = ''] = (await client.secondFactor.makeRecoveryCodes()).recoveryCodes
      await expect(signInWithCode(server.client(), username, 'recoveryCode', second)).rejects.toMatchObject(wrongCode)
      await expect(signInWithCode(server.client(), username, 'recoveryCode', renewed)).resolves.toMatchObject({ username })
    })

    it('go with the last factor [T581]', async () => {
      const { username, client } = await person()
      const app = await addApp(server, client)
      const key = await addPasskey(client)
      expect(key.recoveryCodes).toBeNull()
      await client.secondFactor.remove({ params: { id: app.id } })
      await expect(client.secondFactor.getOwn()).resolves.toMatchObject({
        factors: [{ kind: 'passkey', name: 'Key' }],
        recoveryCodesLeft: 10,
      })
      await client.secondFactor.remove({ params: { id: key.id } })
      await expect(client.secondFactor.getOwn()).resolves.toMatchObject({ factors: [], recoveryCodesLeft: 0, isRequired: false })
      await expect(server.client().authentication.login({ body: { username, password } })).resolves.toMatchObject({ username })
    })
  })
})
