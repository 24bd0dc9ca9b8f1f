// @module-tag rest
/** Strangers who ask for links to new passwords, and the browsers of the owner (docs/security.md, 39). */
import { expect, it } from 'vitest'
import { password } from '../support/apiServer.ts'
import { messagesFor } from '../support/mailbox.ts'
import { recordSql } from '../support/recordSql.ts'
import { serverOnPostgres } from '../support/servers.ts'

const hourMs = 60 * 60_000

serverOnPostgres((server) => {
  /** A browser that keeps its cookies, and trusts nobody or the account of its last sign-in. */
  async function browserOf(username?: string) {
    const client = server.client()
    if (username !== undefined) await client.authentication.login({ body: { username, password } })
    return (wanted: string) => client.forgotPassword.resetPassword({ body: { username: wanted } })
  }
  const linksTo = async (username: string) =>
    (await messagesFor(server, username)).filter(({ subject }) => subject === 'Choose a new Fieldport password').length

  it('keeps five links an hour for each browser of the owner, whatever strangers ask for', async () => {
    const { username } = await server.join()
    const { username: neighbour } = await server.join()
    const [own, otherOwn, neighbours, stranger] = [
      await browserOf(username),
      await browserOf(username),
      await browserOf(neighbour),
      await browserOf(),
    ]
    for (let time = 0; time < 4; time += 1) {
      await expect(stranger(username)).resolves.toEqual({})
      await expect(neighbours(username)).resolves.toEqual({})
    }
    expect(await linksTo(username)).toBe(5)
    for (let time = 0; time < 7; time += 1) await expect(own(username)).resolves.toEqual({})
    expect(await linksTo(username)).toBe(10)
    await otherOwn(username)
    expect(await linksTo(username)).toBe(11)
    server.pass(hourMs)
    await own(username)
    await stranger(username)
    expect(await linksTo(username)).toBe(13)
  })

  it('leaves strangers their five when the owner has asked', async () => {
    const { username } = await server.join()
    const [own, stranger] = [await browserOf(username), await browserOf()]
    for (let time = 0; time < 5; time += 1) await own(username)
    await stranger(username)
    expect(await linksTo(username)).toBe(6)
  })

  it('does the same for an address that nobody has, from a browser that trusts somebody and from one that does not', async () => {
    const { username } = await server.join()
    for (const askFor of [await browserOf(), await browserOf(username)]) {
      const textsFor = async (wanted: string) => (await recordSql(server.context.db, () => askFor(wanted))).map(({ text }) => text)
      const forOwner = await textsFor(username)
      expect(forOwner.length).toBeGreaterThan(2)
      expect(await textsFor('nobody@example.com')).toEqual(forOwner)
    }
  })
})
