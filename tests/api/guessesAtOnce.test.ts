// @module-tag rest
import { expect, it } from 'vitest'
import { limitGuesses } from '../../src/server/limits/rateLimit.ts'
import { wrongGuesses } from '../../src/server/auth/checkCredentials.ts'
import { signInLimit } from '../../src/server/auth/signInLock.ts'
import { password } from '../support/apiServer.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000
const address = '203.0.113.40'
const wrong = { code: 'Login.error', status: 401 }
const locked = { code: 'account.locked.error', status: 403 }
const busy = { code: 'too.many.requests.error', status: 429 }

const codeOf = (outcome: PromiseSettledResult<unknown>) => (outcome.status === 'fulfilled' ? 'signed in' : String(outcome.reason.code))
const howMany = (outcomes: readonly PromiseSettledResult<unknown>[], code: string) =>
  outcomes.filter((outcome) => codeOf(outcome) === code).length

serverOnPostgres((server) => {
  const signIn = (username: string, typed = password, from?: string) =>
    server.client(null, from).authentication.login({ body: { username, password: typed } })

  it('signs in forty times at the same moment from one address, and has not used up a single wrong guess', async () => {
    const { username } = await server.join()
    // By itself once: the first sign-in of a server takes longer, and those at once have no longer than a call may take.
    await signIn(username, password, address)
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => signIn(username, password, address)))
    expect(all.map(codeOf)).toEqual(Array<string>(40).fill('signed in'))
    for (let time = 0; time < 20; time += 1)
      await expect(signIn(`nobody${time}@example.com`, 'guess', address)).rejects.toMatchObject(wrong)
    await expect(signIn('nobody@example.com', 'guess', address)).rejects.toMatchObject(busy)
    server.pass(minuteMs)
  })

  it('lets no right password be refused because four wrong ones come with it', async () => {
    const { username } = await server.join()
    const typed = Array.from({ length: 24 }, (_, index) => (index % 6 === 0 ? `guess ${index}` : password))
    const all = await Promise.allSettled(typed.map((each) => signIn(username, each)))
    expect([howMany(all, 'signed in'), howMany(all, wrong.code)]).toEqual([20, 4])
  })

  /** Somebody whose five tries another server is checking. */
  async function triedElsewhere() {
    const { username, userId } = await server.join()
    const { db, clock } = server.context
    const elsewhere = signInLimit(db, { username, userId, deviceHash: undefined, address, now: clock() })
    for (let time = 0; time < 5; time += 1) expect(await elsewhere.reserve()).toBe(true)
    return { username, elsewhere }
  }

  it('waits for tries that another server is checking, and goes on when one of them was right', async () => {
    const { username, elsewhere } = await triedElsewhere()
    expect(await elsewhere.reserve()).toBe(false)
    const here = signIn(username)
    await elsewhere.settle('right')
    await expect(here).resolves.toMatchObject({ username })
  })

  it('refuses once the tries that another server was checking were wrong', async () => {
    const { username, elsewhere } = await triedElsewhere()
    const here = signIn(username).catch((error: unknown) => error)
    for (let time = 0; time < 5; time += 1) await elsewhere.settle('wrong')
    expect(await here).toMatchObject({ ...locked, retryAfterSeconds: 60 })
  })

  it('counts as wrong what a server that died was checking, and locks nobody for longer', async () => {
    const { username } = await triedElsewhere()
    server.pass(minuteMs)
    await expect(signIn(username)).rejects.toMatchObject({ ...locked, retryAfterSeconds: 60 })
    server.pass(minuteMs)
    await expect(signIn(username)).resolves.toMatchObject({ username })
  })

  it('frees an address that a server died over after a minute', async () => {
    const { username } = await server.join()
    const { db, clock } = server.context
    const dead = limitGuesses(db, wrongGuesses, address, clock())
    for (let time = 0; time < 20; time += 1) expect(await dead.reserve()).toBe(true)
    expect(await dead.reserve()).toBe(false)
    server.pass(minuteMs)
    await expect(signIn(username, password, address)).resolves.toMatchObject({ username })
  })
})
