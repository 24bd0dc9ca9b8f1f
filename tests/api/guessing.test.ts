import { expect, it } from 'vitest'
import { users } from '../../src/server/db/tables.ts'
import { isLockedByGuesses } from '../../src/server/auth/signInLock.ts'
import { failure, password } from '../support/apiServer.ts'
import { serverOnPostgresWith } from '../support/servers.ts'

const minuteMs = 60_000
const wrong = { code: 'Login.error', status: 401 }
const locked = { code: 'account.locked.error', status: 403 }

serverOnPostgresWith({ TRUSTED_PROXIES: '192.0.2.1' }, (server) => {
  let made = 0

  async function newName(): Promise<string> {
    const username = `person${(made += 1)}@example.com`
    await server.addUser({ username })
    return username
  }
  const signIn = (username: string, typed = password, address?: string) =>
    server.client(null, address).authentication.login({ body: { username, password: typed } })
  async function guess(username: string, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) await expect(signIn(username, `guess ${time}`)).rejects.toMatchObject(wrong)
  }

  const askBare = async (username: string) => {
    const body = JSON.stringify({ username, password: 'guess' })
    const response = await server.request('/api/login', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
    return { ...(await failure(response)), headers }
  }
  const answersFor = async (username: string) => {
    const answers = []
    for (let time = 0; time < 7; time += 1) answers.push(await askBare(username))
    return answers
  }

  it('locks a name after five wrong passwords, to the right one too, says for how long, and leaves those who are signed in alone', async () => {
    const username = await newName()
    const owner = await server.signIn(username)
    await guess(username, 5)
    await expect(owner.user.getProfile()).resolves.toMatchObject({ username })
    await expect(signIn(username)).rejects.toMatchObject({ ...locked, retryAfterSeconds: 60 })
    await expect(server.client().authentication.beforeLogin({ body: { username, password } })).rejects.toMatchObject(locked)
    server.pass(minuteMs - 1)
    await expect(signIn(username)).rejects.toMatchObject({ ...locked, retryAfterSeconds: 1 })
    server.pass(1)
    await expect(signIn(username)).resolves.toMatchObject({ username })
  })

  it('forgets wrong passwords once the right one came', async () => {
    const username = await newName()
    for (let round = 0; round < 3; round += 1) {
      await guess(username, 4)
      await expect(signIn(username)).resolves.toMatchObject({ username })
    }
  })

  it('locks for twice as long each time, up to a quarter of an hour, and begins anew after a quiet day', async () => {
    const username = await newName()
    const held: (number | undefined)[] = []
    for (let round = 0; round < 6; round += 1) {
      await guess(username, 5)
      const refusal = await signIn(username).catch((error: unknown) => error)
      const { retryAfterSeconds } = refusal as { retryAfterSeconds?: number }
      held.push(retryAfterSeconds)
      server.pass((retryAfterSeconds ?? 0) * 1000)
    }
    expect(held).toEqual([60, 120, 240, 480, 900, 900])
    server.pass(24 * 60 * minuteMs + 1)
    await guess(username, 5)
    await expect(signIn(username)).rejects.toMatchObject({ ...locked, retryAfterSeconds: 60 })
  })

  it('lets 200 guesses at the same moment have five tries and no more, though they come from everywhere', { tags: 'rest' }, async () => {
    const username = await newName()
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, index) => signIn(username, `guess ${index}`).catch((error: unknown) => error)),
    )
    expect(all.filter((refusal) => matches(refusal, wrong))).toHaveLength(5)
    expect(all.filter((refusal) => matches(refusal, locked))).toHaveLength(195)
  })

  it(
    'lets 200 guesses at the same moment from one address have twenty tries and no more, though they are at everybody',
    { tags: 'rest' },
    async () => {
      const all = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          signIn(`nobody${index}@example.com`, 'guess', '203.0.113.5').catch((error: unknown) => error),
        ),
      )
      expect(all.filter((refusal) => matches(refusal, wrong))).toHaveLength(20)
      expect(all.filter((refusal) => matches(refusal, { code: 'too.many.requests.error', status: 429 }))).toHaveLength(180)
      const username = await newName()
      await expect(signIn(username, password, '203.0.113.5')).rejects.toMatchObject({
        code: 'too.many.requests.error',
        retryAfterSeconds: 60,
      })
      await expect(signIn(username, password, '203.0.113.6')).resolves.toMatchObject({ username })
      server.pass(minuteMs)
      await expect(signIn(username, password, '203.0.113.5')).resolves.toMatchObject({ username })
    },
  )

  it('treats a name that nobody has the same way, lock included', async () => {
    const known = await answersFor(await newName())
    expect(known.map(({ message }) => message)).toEqual([...Array<string>(5).fill('Login.error'), locked.code, locked.code])
    await expect(answersFor('ghost@example.com')).resolves.toEqual(known)
  })

  it('shows staff who is locked, for as long as they are', async () => {
    const username = await newName()
    await guess(username, 5)
    const lockedNames = async () => {
      const { db, clock } = server.context
      const rows = await db.select().from(users).where(isLockedByGuesses(db, clock()))
      return rows.map((row) => row.username)
    }
    expect(await lockedNames()).toContain(username)
    server.pass(minuteMs)
    expect(await lockedNames()).not.toContain(username)
  })

  it('counts by the address that a trusted proxy names, and believes nobody else', async () => {
    const body = JSON.stringify({ username: 'ghost2@example.com', password: 'guess' })
    const ask = async (from: string, forwardedFor: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor }
      const response = await server.request('/api/login', { method: 'POST', body, headers }, from)
      return response.status
    }
    const throughProxy = []
    for (let time = 0; time < 21; time += 1) throughProxy.push(await ask('192.0.2.1', `${time}.1.1.1, 198.51.100.1`))
    expect(throughProxy.at(-1)).toBe(429)
    expect(await ask('192.0.2.1', '198.51.100.2')).toBe(403)
    const liar = []
    for (let time = 0; time < 21; time += 1) liar.push(await ask('203.0.113.77', `10.9.8.${time}`))
    expect(liar.at(-1)).toBe(429)
    expect(server.logged()).toContain('TRUSTED_PROXIES')
  })

  it('stores no name that was typed where a password may have slipped in', async () => {
    await signIn('my.secret.password@example.com', 'guess').catch(() => undefined)
    const rows = await server.context.db.query.signInLocks.findMany()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('my.secret.password')
  })
})

function matches(refusal: unknown, expected: { code: string; status: number }): boolean {
  const { code, status } = refusal as { code?: unknown; status?: unknown }
  return code === expected.code && status === expected.status
}
