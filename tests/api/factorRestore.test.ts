// @module-tag rest
/** A thief adds second factors and changes the address or the phone; the owner undoes that (contact.restore). */
import { expect, it } from 'vitest'
import { type Client, password } from '../support/apiServer.ts'
import { addApp, addPasskey, proveWith } from '../support/factors.ts'
import { codeIn, messagesFor, newestFor } from '../support/mailbox.ts'
import { moveAddress, profileOf, undoLinkTo } from '../support/ownContact.ts'
import { serverOnPostgres } from '../support/servers.ts'

const dayMs = 24 * 60 * 60_000
const chosen = 'chosen by the owner'
const wrongCode = { code: 'code.invalid.error', status: 403 }

serverOnPostgres((server) => {
  async function person() {
    const { username } = await server.join()
    return { username, client: await server.signIn(username) }
  }

  /** A thief changes the address; the mail about it leaves after `mailAfterMs`. Returns what undoes it. */
  async function move(thief: Client, from: string, mailAfterMs = 0) {
    await moveAddress(server, thief, from, `b-${from}`)
    server.pass(mailAfterMs)
    return undoOf(from)
  }
  async function undoOf(address: string) {
    const token = await undoLinkTo(server, address)
    return () => server.client().contact.restore({ body: { token, newPassword: chosen, newPasswordRepeat: chosen } })
  }
  const namesOf = async (username: string, recoveryCode?: string) => {
    const browser = server.client()
    const credentials = { username, password: chosen }
    if (recoveryCode !== undefined)
      await browser.factorSignIn.checkFactor({ body: { ...credentials, proof: { kind: 'recoveryCode', code: recoveryCode } } })
    const client = server.client(await browser.authentication.login({ body: credentials }))
    const { factors, recoveryCodesLeft } = await client.secondFactor.getOwn()
    return { names: factors.map(({ name }) => name), recoveryCodesLeft }
  }

  it('removes what may be the thief’s: added in the three days before it, or since', async () => {
    const { username, client } = await person()
    const { passkey } = await addPasskey(client, {}, 'Before')
    server.pass(2 * dayMs)
    const undo = await move(client, username)
    await proveWith(client, passkey)
    await addPasskey(client, {}, 'Since')
    await undo()
    await expect(namesOf(username)).resolves.toEqual({ names: [], recoveryCodesLeft: 0 })
  })

  it('removes it also where the thief went on changing the phone, which begins the three days anew', async () => {
    const { username, client } = await person()
    await addPasskey(client, {}, 'The thief’s')
    for (const phoneNumber of ['0639980811', '0639980812', '0639980813']) {
      await client.user.updateProfile({ body: { ...profileOf(username), phoneNumber, currentPassword: password } })
      await client.contact.confirmPhone({ body: { code: codeIn(await newestFor(server, `+33${phoneNumber.slice(1)}`)) } })
      await messagesFor(server, username)
      server.pass(2 * dayMs)
    }
    const undo = await undoOf(username)
    await undo()
    await expect(namesOf(username)).resolves.toEqual({ names: [], recoveryCodesLeft: 0 })
  })

  it('removes what was added three days before it where its mail left late', async () => {
    const { username, client } = await person()
    await addPasskey(client, {}, 'The thief’s')
    server.pass(2 * dayMs)
    const undo = await move(client, username, 2 * dayMs)
    server.pass(2 * dayMs)
    await undo()
    await expect(namesOf(username)).resolves.toEqual({ names: [], recoveryCodesLeft: 0 })
  })

  /** Four days after the factor was added. */
  async function undoneLater(meanwhile: (client: Client) => Promise<unknown>) {
    const { username, client } = await person()
    const { recoveryCodes, passkey } = await addPasskey(client, {}, 'Old')
    server.pass(4 * dayMs)
    const undo = await move(client, username)
    await proveWith(client, passkey)
    await addApp(server, client, 'Since')
    await meanwhile(client)
    await undo()
    return { username, recoveryCode: recoveryCodes?.[0] }
  }

  it('keeps what is older, with its recovery codes', async () => {
    const { username, recoveryCode } = await undoneLater(() => Promise.resolve())
    await expect(namesOf(username, recoveryCode)).resolves.toEqual({ names: ['Old'], recoveryCodesLeft: 9 })
  })

  it('removes recovery codes that were made since, also where a factor is older', async () => {
    let renewed = ''
    const { username } = await undoneLater(async (client) => {
      renewed = (await client.secondFactor.makeRecoveryCodes()).recoveryCodes[0] ?? ''
    })
    await expect(namesOf(username, renewed)).rejects.toMatchObject(wrongCode)
  })
})
