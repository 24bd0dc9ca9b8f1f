// @module-tag rest
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ServerContext } from '../../src/server/serverContext.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { outgoingMessages } from '../../src/server/db/tables.ts'
import { openChannel } from '../../src/server/messages/channel.ts'
import { deliverMessages } from '../../src/server/delivery/deliverMessages.ts'
import { queueMessage } from '../../src/server/messages/queueMessage.ts'
import { type ApiServer, startApiServer } from '../support/apiServer.ts'
import { onBoth } from '../support/databases.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtpServer.ts'

const minuteMs = 60_000
/** As PostgreSQL does where its statistics are old: what stands in `in (select ... limit 10)` is then asked anew for each row. */
async function joinRowByRow(db: Database): Promise<void> {
  for (const way of ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort']) {
    const others = `execute format('alter database %I set enable_${way} = off', current_database())`
    await db.execute(sql.raw(`do $$ begin ${others}; set enable_${way} = off; end $$`))
  }
}

// Servers on PostgreSQL claim messages beside each other; on the embedded database, all take turns on one connection.
onBoth('outbox', ({ open }) => {
  let db: Database
  let smtp: SmtpServer
  let server: ApiServer
  let made = 0

  beforeAll(async () => {
    db = await open()
    await joinRowByRow(db)
    smtp = await startSmtpServer()
    server = await startApiServer(db, { SMTP_URL: smtp.url, MAIL_FROM: 'portal@maker.example', BRAND_NAME: 'Terre & "Trésors"' })
  })
  beforeEach(async () => {
    smtp.behave('accept')
    await db.delete(outgoingMessages)
  })
  afterAll(async () => {
    await smtp.stop()
    await server.dispose()
  })

  const deliver = (context: ServerContext = server.context) => deliverMessages(context, openChannel(context))
  const waiting = () => db.select().from(outgoingMessages)
  const mailsTo = (address: string) => smtp.received.filter(({ recipients }) => recipients.includes(address))
  /** An account that has asked for a new password. */
  async function forget(about: Parameters<ApiServer['addUser']>[0] | object = {}): Promise<string> {
    const username = `mail${(made += 1)}@example.com`
    await server.addUser({ ...about, username })
    await server.client().forgotPassword.resetPassword({ body: { username } })
    return username
  }

  it('hands a mail to the SMTP server: from the maker, to the person, as text and as HTML, once', async () => {
    const username = await forget({ locale: 'fr' })
    expect(await deliver()).toBe(1)
    expect(await deliver()).toBe(0)
    expect(await waiting()).toEqual([])
    const [mail, ...others] = mailsTo(username)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      from: { name: 'Terre & "Trésors"', address: 'portal@maker.example' },
      to: [{ address: username }],
      recipients: [username],
      subject: 'Choisissez un nouveau mot de passe Terre & "Trésors"',
      messageId: expect.stringMatching(/^<[0-9a-f-]{36}@maker\.example>$/),
    })
    expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect(mail?.text).toMatch(/http:\/\/portal\.test\/changePassword\/[\w-]{43}/)
    expect(mail?.html).toContain('Terre &amp; &quot;Trésors&quot;')
    expect(mail?.html).toMatch(/<a href="http:\/\/portal\.test\/changePassword\/[\w-]{43}"/)
    expect(mail?.html).not.toMatch(/<(?:script|img|link)|src=|url\(/)
  })

  it('keeps a mail while the SMTP server is down, tries less and less often, and delivers it once when it is back', async () => {
    await smtp.stop()
    const username = await forget()
    expect(await deliver()).toBe(1)
    for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      server.pass(seconds * 1000 - 1)
      expect({ seconds, tried: await deliver() }).toEqual({ seconds, tried: 0 })
      server.pass(1)
      expect({ seconds, tried: await deliver() }).toEqual({ seconds, tried: 1 })
    }
    expect(mailsTo(username)).toEqual([])
    await smtp.start()
    server.pass(5 * minuteMs)
    await deliver()
    await deliver()
    expect(mailsTo(username)).toHaveLength(1)
    // However long it took, the link is fresh.
    const token = /changePassword\/([\w-]{43})/.exec(mailsTo(username)[0]?.text ?? '')?.[1] ?? ''
    server.pass(29 * minuteMs)
    await expect(server.client().forgotPassword.checkUpdatePasswordToken({ body: { token } })).resolves.toBeDefined()
  })

  it('lets several servers empty the outbox together, each mail once', async () => {
    const names = []
    for (let index = 0; index < 30; index += 1) names.push(await forget())
    while ((await waiting()).length > 0) await Promise.all([deliver(), deliver(), deliver()])
    expect(names.map((name) => mailsTo(name).length)).toEqual(names.map(() => 1))
  })

  it('leaves a mail that only a newer server of the installation knows to that server', async () => {
    const username = await forget()
    // A name that this version does not know.
    await db.update(outgoingMessages).set({ template: 'ofTheNextVersion' as never })
    expect(await deliver()).toBe(1)
    expect([await waiting(), mailsTo(username)]).toMatchObject([[{ attempts: 1 }], []])
    await db.update(outgoingMessages).set({ template: 'resetPassword' })
    server.pass(2_000)
    await deliver()
    expect(mailsTo(username)).toHaveLength(1)
  })

  it('sends the codes and links that people wait for before recalls, and these before what can be switched off [T1046]', async () => {
    const { userId } = await server.join()
    const hours = (count: number) => new Date(server.context.clock().getTime() - count * 60 * minuteMs)
    const late = { userId, createdAt: hours(3), uselessAt: hours(-24) }
    const announcements = Array.from({ length: 30 }, () => ({ ...late, template: 'releaseOffered' as const, dueAt: hours(3) }))
    const recalls = Array.from({ length: 4 }, () => ({ ...late, template: 'recall' as const, dueAt: hours(2) }))
    await db.insert(outgoingMessages).values([...announcements, ...recalls])
    const username = await forget()
    expect(await deliver()).toBe(10)
    expect(mailsTo(username)).toHaveLength(1)
    const left = (await waiting()).map(({ template }) => template)
    expect(left).toEqual(Array<string>(25).fill('releaseOffered'))
  })

  it('takes over what a server that died was sending, with the same Message-ID', async () => {
    const username = await forget()
    const dead: ServerContext = { ...server.context, clock: () => server.context.clock() }
    let isTaken = false
    // Reached the SMTP server's door and never came back.
    void deliverMessages(dead, () => {
      isTaken = true
      return new Promise(() => undefined)
    })
    await expect.poll(() => isTaken).toBe(true)
    const [row] = await waiting()
    expect(await deliver()).toBe(0)
    server.pass(11_000)
    expect(await deliver()).toBe(1)
    expect(mailsTo(username).map(({ messageId }) => messageId)).toEqual([`<${row?.messageId}@maker.example>`])
  })

  it('keeps the claim on a mail for as long as it is really being sent', async () => {
    await forget()
    const finish: ((answer: 'taken') => void)[] = []
    const slow = deliverMessages(server.context, () => new Promise((resolve) => void finish.push(resolve)))
    await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1)
    const claimedUntil = (await waiting())[0]?.dueAt
    server.pass(9_000)
    await expect.poll(async () => (await waiting())[0]?.dueAt).not.toEqual(claimedUntil)
    server.pass(9_000)
    expect(await deliver()).toBe(0)
    finish[0]?.('taken')
    await slow
    expect(await waiting()).toEqual([])
  })

  it('gives up what the SMTP server refuses for good, and says so in the log without naming anybody', async () => {
    smtp.behave('refuse')
    const username = await forget()
    await deliver()
    expect(await waiting()).toEqual([])
    expect(server.logged()).toContain('refused for good')
    expect(server.logged()).not.toContain(username)
  })

  it('tries again what the SMTP server puts off', async () => {
    smtp.behave('defer')
    const username = await forget()
    await deliver()
    expect(await waiting()).toHaveLength(1)
    smtp.behave('accept')
    server.pass(2000)
    await deliver()
    expect(mailsTo(username)).toHaveLength(1)
  })

  it('gives up a mail that has become useless', async () => {
    await smtp.stop()
    const username = await forget()
    server.pass(24 * 60 * minuteMs + 1)
    await smtp.start()
    await deliver()
    expect(await waiting()).toEqual([])
    expect(mailsTo(username)).toEqual([])
  })

  it('sends nothing for work that was undone', async () => {
    const userId = await server.addUser({ username: 'undone@example.com' })
    const failing = db.transaction(async (transaction) => {
      await queueMessage(transaction, { template: 'passwordChanged', userId }, server.context.clock())
      throw new Error('the work failed')
    })
    await expect(failing).rejects.toThrow('the work failed')
    expect(await waiting()).toEqual([])
  })

  it('lets no address begin another header or add a recipient', async () => {
    const names = [
      'a@example.com\r\nBcc: spy@example.com',
      'a@example.com, spy@example.com',
      'a@example.com> RCPT TO:<spy@example.com',
      '"a\r\nb"@example.com',
    ]
    for (const username of names) {
      await server.addUser({ username })
      await queueMessage(db, { template: 'resetPassword', address: username }, server.context.clock())
    }
    // Past the form's own check, which refuses them all.
    for (let time = 0; time < 3; time += 1) await deliver()
    const recipients = smtp.received.flatMap((mail) => mail.recipients)
    expect(recipients.filter((address) => address.includes('spy'))).toEqual([])
    expect(smtp.received.filter(({ raw }) => /^bcc:/im.test(raw))).toEqual([])
  })

  it('keeps messages where no way out is configured, rather than lose them', async () => {
    const production = await startApiServer(db, { NODE_ENV: 'production' })
    await forget()
    await deliver(production.context)
    expect(await waiting()).toHaveLength(1)
    expect((await production.request('/demoMailbox')).status).toBe(404)
    await production.dispose()
  })
})
