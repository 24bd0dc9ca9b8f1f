// @module-tag rest
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { outgoingMessages, users } from '../../src/server/db/tables.ts'
import { startCallsServer, type CallsServer } from '../support/callsServer.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { registration } from '../support/ownContact.ts'
import { startSmtpServer, type SmtpServer } from '../support/smtpServer.ts'

const testMs = 120_000
/** Longer than the claim of a server that was killed. */
const patience = { timeout: 300_000, interval: 50 }

function register({ api }: CallsServer, username: string) {
  return api.register.register({ body: registration(username) })
}

onPostgres(({ createPlace }) => {
  let place: Place
  let smtp: SmtpServer
  const running: CallsServer[] = []

  beforeEach(async () => {
    place = await createPlace()
    smtp = await startSmtpServer()
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop('SIGKILL')))
    await smtp.stop()
  })

  async function start(): Promise<CallsServer> {
    const server = await startCallsServer({ ...place.environment, SMTP_URL: smtp.url })
    running.push(server)
    return server
  }
  async function stop(server: CallsServer, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    running.splice(running.indexOf(server), 1)
    await server.stop(signal)
  }
  const mailed = () => smtp.received.flatMap(({ recipients }) => recipients).toSorted()

  /** What the database holds once no server runs any more. */
  async function readDatabase() {
    const [people, waiting] = await inDatabase(place, (db) => Promise.all([db.select().from(users), db.select().from(outgoingMessages)]))
    const usernames = people.map(({ username }) => username).toSorted()
    const waitedFor = people.filter(({ id }) => waiting.some(({ userId }) => userId === id)).map(({ username }) => username)
    return { usernames, waitedFor }
  }

  it(
    'registers while SMTP is down, and mails once after SMTP is back, though the server was killed in between',
    { timeout: testMs },
    async () => {
      await smtp.stop()
      const first = await start()
      await register(first, 'zoe@example.com')
      await stop(first, 'SIGKILL')
      await smtp.start()
      const second = await start()
      await vi.waitFor(() => expect(mailed()).toEqual(['zoe@example.com']), patience)
      await stop(second, 'SIGTERM')
      expect(await readDatabase()).toEqual({ usernames: ['zoe@example.com'], waitedFor: [] })
      expect(mailed()).toEqual(['zoe@example.com'])
    },
  )

  it('mails once though the server was killed while the SMTP server had not answered yet', { timeout: testMs }, async () => {
    smtp.behave('hang')
    const first = await start()
    await register(first, 'zoe@example.com')
    await vi.waitFor(() => expect(smtp.seen()).toBe(1), patience)
    await stop(first, 'SIGKILL')
    smtp.behave('accept')
    const second = await start()
    await vi.waitFor(() => expect(mailed()).toEqual(['zoe@example.com']), patience)
    await stop(second, 'SIGTERM')
    expect(await readDatabase()).toEqual({ usernames: ['zoe@example.com'], waitedFor: [] })
    expect(smtp.seen()).toBe(2)
  })

  it(
    'has a mail for every account and an account for every mail, though it is killed while people register',
    { timeout: testMs },
    async () => {
      const acknowledged: string[] = []
      for (let round = 0; round < 2; round += 1) {
        const server = await start()
        const names = Array.from({ length: 12 }, (__, index) => `person${round}-${index}@example.com`)
        const registrations = Promise.allSettled(
          names.map(async (username) => {
            await register(server, username)
            acknowledged.push(username)
          }),
        )
        // Killed when the first third is through, whatever the others are doing then.
        await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThanOrEqual(4 * (round + 1)), patience)
        await stop(server, 'SIGKILL')
        await registrations
      }
      const last = await start()
      await vi.waitFor(() => expect(mailed()).toEqual(expect.arrayContaining(acknowledged)), patience)
      await stop(last, 'SIGTERM')
      const { usernames, waitedFor } = await readDatabase()
      expect(usernames).toEqual(expect.arrayContaining(acknowledged))
      expect(usernames).toEqual(expect.arrayContaining(mailed()))
      expect([...new Set([...mailed(), ...waitedFor])].toSorted()).toEqual(usernames)
    },
  )
})
