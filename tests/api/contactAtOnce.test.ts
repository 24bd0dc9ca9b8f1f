// @module-tag rest
/** New addresses that many want at once: guesses, limits, and who gets one. */
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { users } from '../../src/server/db/tables.ts'
import { messagesFor } from '../support/mailbox.ts'
import { confirmUsername, joinWanting, linkTo, registration, wantAddress } from '../support/ownContact.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  const confirm = (token: string) => confirmUsername(server, token)
  const person = () => joinWanting(server)

  it('lets a borrowed token guess at the password five times, in this form and the password’s together', async () => {
    const { username, ada, wanted } = await person()
    const guess = (index: number) => wantAddress(ada, username, wanted, `guess ${index}`)
    const old = (index: number) =>
      ada.user.updateCurrentUserPassword({
        body: { oldPassword: `guess ${index}`, newPassword: 'long enough', newPasswordRepeat: 'long enough' },
      })
    const guesses = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? guess(index) : old(index))))
    const codes = guesses.map((result) => (result.status === 'rejected' ? String(result.reason.code) : 'changed'))
    expect(codes.filter((code) => code === 'incorrect.password')).toHaveLength(5)
    expect(codes.filter((code) => code === 'too.many.requests.error')).toHaveLength(15)
    await expect(wantAddress(ada, username, wanted)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 900 })
  })

  it('shares the limit of registrations, and has one for each account and one for each addressee', async () => {
    const here = '203.0.113.77'
    const { username, ada } = await person()
    const register = (name: string) => server.client(null, here).register.register({ body: registration(`${name}-${username}`) })
    const wanted = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => wantAddress(ada, username, `stranger${index}-${username}`)),
    )
    expect(wanted.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(wanted.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 429, code: 'too.many.requests.error' } })

    // Several accounts that ask for one address mail it five times an hour.
    const victim = `victim-${username}`
    for (let asking = 0; asking < 7; asking += 1) {
      const one = await person()
      await wantAddress(one.ada, one.username, victim)
      await messagesFor(server, victim)
    }
    expect(await messagesFor(server, victim)).toHaveLength(5)

    const many = await Promise.all(Array.from({ length: 5 }, () => person()))
    const fromHere = many.map(({ username: name, ada: one }) => ({ name, client: server.client(one.held.current, here) }))
    for (let turn = 0; turn < 4; turn += 1) for (const { name, client } of fromHere) await wantAddress(client, name, `turn${turn}-${name}`)
    await Promise.all(Array.from({ length: 30 }, (_, index) => register(`fair${index}`)))
    const [full] = fromHere
    if (full === undefined) throw new Error('nobody')
    await expect(wantAddress(full.client, full.name, `last-${full.name}`)).rejects.toMatchObject({ status: 429 })
    await expect(register('last')).rejects.toMatchObject({ status: 429 })
  })

  it('gives an address to one of two accounts that confirm it at once', async () => {
    const one = await person()
    const two = await person()
    const wanted = `both-${one.username}`
    const tokens: string[] = []
    for (const { ada, username } of [one, two]) {
      await wantAddress(ada, username, wanted)
      tokens.push(await linkTo(server, wanted))
    }
    const outcomes = await Promise.allSettled(tokens.map(confirm))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'email.already.exists.error' } })
    expect(await server.context.db.$count(users, eq(users.username, wanted))).toBe(1)
  })

  it('gives an address to one of those who confirm and register it at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { username, ada, wanted } = await person()
      await wantAddress(ada, username, wanted)
      const token = await linkTo(server, wanted)
      const outcomes = await Promise.allSettled<unknown>([
        confirm(token),
        server.client().register.register({ body: registration(wanted) }),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'email.already.exists.error' } })
      expect(await server.context.db.$count(users, eq(users.username, wanted))).toBe(1)
    }
  })

  it('uses a link up once, also when it is followed many times at the same moment [T209]', async () => {
    const { username, ada, wanted } = await person()
    await wantAddress(ada, username, wanted)
    const token = await linkTo(server, wanted)
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => confirm(token)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await messagesFor(server, username)).filter(({ text }) => text.includes('/restoreAddress/'))).toHaveLength(1)
  })
})
