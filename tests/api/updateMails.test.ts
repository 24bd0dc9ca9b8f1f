// @module-tag rest
/** Mails that people can switch off by one click without signing in (RFC 8058), and those that they cannot. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { MessageKind } from '../../src/contract/userSupport.ts'
import { accessories, outgoingMessages, updateMails, users } from '../../src/server/db/tables.ts'
import { deliverMessages } from '../../src/server/delivery/deliverMessages.ts'
import { openChannel } from '../../src/server/messages/channel.ts'
import { openMailer } from '../../src/server/messages/mail.ts'
import { queueMessage } from '../../src/server/messages/queueMessage.ts'
import { erasePerson } from '../../src/server/personalData/erasePerson.ts'
import { type ApiServer, startApiServer } from '../support/apiServer.ts'
import { onEmbedded } from '../support/databases.ts'
import { type ReceivedMail, type SmtpServer, startSmtpServer } from '../support/smtpServer.ts'

const oneClick = 'List-Unsubscribe=One-Click'
const headerOf = (received: ReceivedMail | undefined, key: string) => received?.headers.find((one) => one.key === key)?.value
/** The path that the header names. */
function pathOf(received: ReceivedMail | undefined): string {
  const [, path] = /^<https:\/\/portal\.test(\/unsubscribe\/[\w-]{43})>$/.exec(headerOf(received, 'list-unsubscribe') ?? '') ?? []
  if (path === undefined) throw new Error(`no header in: ${received?.raw}`)
  return path
}
const form = { 'content-type': 'application/x-www-form-urlencoded' }

onEmbedded('outbox', ({ open }) => {
  let smtp: SmtpServer
  let server: ApiServer

  beforeAll(async () => {
    smtp = await startSmtpServer()
    server = await startApiServer(await open(), {
      SMTP_URL: smtp.url,
      PUBLIC_URL: 'https://portal.test',
      MAIL_FROM: 'portal@maker.example',
    })
  })
  beforeEach(() => server.context.db.delete(outgoingMessages))
  afterAll(async () => {
    await smtp.stop()
    await server.dispose()
  })

  /** An owner of a coil whose warranty can be extended, and the reminder of it. */
  async function owner(about: Partial<typeof users.$inferInsert> = {}) {
    const { username, userId } = await server.join(about)
    const coil = { userId, name: 'Round 28 cm', serialNumber: `C${userId}`.padEnd(10, '0'), accessoryTypeId: 1 }
    const [added] = await server.context.db
      .insert(accessories)
      .values({ ...coil, purchaseDate: server.context.clock() })
      .returning({ id: accessories.id })
    return { username, userId, accessoryId: added?.id ?? 0 }
  }
  type Owner = Awaited<ReturnType<typeof owner>>

  async function mail(template: MessageKind, { userId, accessoryId, username }: Owner): Promise<ReceivedMail | undefined> {
    const before = smtp.received.length
    const { db, clock } = server.context
    await queueMessage(db, { template, userId, ...(template === 'extensionEnds' && { accessoryId }) }, clock())
    await deliverMessages(server.context, openChannel(server.context))
    return smtp.received.slice(before).find(({ recipients }) => recipients.includes(username))
  }
  async function wantedBy({ userId }: Owner): Promise<boolean> {
    const [row] = await server.context.db.select().from(updateMails).where(eq(updateMails.userId, userId))
    return row?.switchedOffAt === null
  }
  const send = (path: string, init: RequestInit = { method: 'POST', headers: form, body: oneClick }) =>
    server.requestAt(path, init).then(async (response) => ({ status: response.status, body: await response.text() }))

  it('a reminder has the headers of RFC 8058, and the link in words, as text and as HTML [T973]', async () => {
    const ada = await owner({ locale: 'fr' })
    const received = await mail('extensionEnds', ada)
    const path = pathOf(received)
    expect(headerOf(received, 'list-unsubscribe-post')).toBe(oneClick)
    const words = 'Se désabonner des emails sur les mises à jour et des rappels'
    expect(received?.text).toContain(`${words}\u00A0:\nhttps://portal.test${path}`)
    expect(received?.html).toContain(`<a href="https://portal.test${path}"`)
    expect(received?.html).toContain(words)
    // The same in the next mail.
    expect(pathOf(await mail('extensionEnds', ada))).toBe(path)
  })

  it('where the portal has no https, one click is not promised, and the link stays in the header and in words [T1049]', async () => {
    const { config } = server.context
    const link = `http://portal.test/unsubscribe/${'x'.repeat(43)}`
    const about = { channel: 'mail', subject: 'A reminder', text: link, html: link, switchOffLink: link } as const
    await openMailer(config)?.({ ...about, messageId: 'plain', recipient: 'plain@example.com' })
    const received = smtp.received.find(({ recipients }) => recipients.includes('plain@example.com'))
    expect(headerOf(received, 'list-unsubscribe')).toBe(`<${link}>`)
    expect(headerOf(received, 'list-unsubscribe-post')).toBeUndefined()
  })

  it('one POST to the address in the header ends them, without cookie and sign-in; again does no harm [T974]', async () => {
    const ada = await owner()
    const other = await owner()
    const path = pathOf(await mail('extensionEnds', ada))
    await mail('extensionEnds', other)
    expect(await send(path)).toEqual({ status: 200, body: '{}' })
    expect(await send(path)).toEqual({ status: 200, body: '{}' })
    expect([await wantedBy(ada), await wantedBy(other)]).toEqual([false, true])
    expect(await mail('extensionEnds', ada)).toBeUndefined()
    expect(await mail('extensionEnds', other)).toBeDefined()
    // As multipart, which mail programs may send too.
    const body = new FormData()
    body.append('List-Unsubscribe', 'One-Click')
    expect(await send(pathOf(await mail('extensionEnds', other)), { method: 'POST', body })).toEqual({ status: 200, body: '{}' })
    expect(await wantedBy(other)).toBe(false)
  })

  it('the link of a deleted account still ends them, for a restoration too, and that of an erased one is unknown', async () => {
    const ada = await owner()
    const path = pathOf(await mail('extensionEnds', ada))
    const admin = await server.signInAs('ROLE_ADMIN')
    await admin.user.remove({ params: { id: ada.userId } })
    expect(await send(path)).toEqual({ status: 200, body: '{}' })
    await admin.user.restore({ params: { id: ada.userId } })
    expect(await wantedBy(ada)).toBe(false)
    await server.context.db.transaction((db) => erasePerson(db, ada.userId, server.context.clock()))
    expect(await send(path)).toEqual({ status: 403, body: expect.stringContaining('"mail.link.invalid.error"') })
  })

  it('opening the address changes nothing: what scans mails follows every link [T975]', async () => {
    const ada = await owner()
    const path = pathOf(await mail('extensionEnds', ada))
    for (const method of ['GET', 'HEAD']) await send(path, { method })
    const token = path.split('/').at(-1) ?? ''
    await expect(server.client().updateMails.check({ body: { token } })).resolves.toEqual({ isOn: true, locale: 'en' })
    for (const body of ['', 'List-Unsubscribe=No', `${oneClick}&more=1`])
      expect((await send(path, { method: 'POST', headers: form, body })).status).toBe(400)
    expect(await wantedBy(ada)).toBe(true)
  })

  it('an unknown address, and one that is none, get the same answer [T976]', async () => {
    for (const token of ['x'.repeat(43), 'x', '%00', `${'x'.repeat(43)}%00`, '%F0%9F%98%80', "'; drop table users"])
      expect(await send(`/unsubscribe/${encodeURI(decodeURI(token))}`)).toEqual({
        status: 403,
        body: expect.stringContaining('"mail.link.invalid.error"'),
      })
    const body = { token: 'x'.repeat(43) }
    await expect(server.client().updateMails.check({ body })).rejects.toMatchObject({ code: 'mail.link.invalid.error' })
  })

  it('are switched off and on in the profile, and what was off reads so behind the link [T977]', async () => {
    const ada = await owner({ locale: 'fr' })
    const client = await server.signIn(ada.username)
    await expect(client.updateMails.getOwn()).resolves.toEqual({ isOn: true })
    await expect(client.updateMails.saveOwn({ body: { isOn: false } })).resolves.toEqual({ isOn: false })
    expect(await mail('extensionEnds', ada)).toBeUndefined()
    await client.updateMails.saveOwn({ body: { isOn: true } })
    const path = pathOf(await mail('extensionEnds', ada))
    const token = path.split('/').at(-1) ?? ''
    await client.updateMails.saveOwn({ body: { isOn: false } })
    await expect(server.client().updateMails.check({ body: { token } })).resolves.toEqual({ isOn: false, locale: 'fr' })
    await expect(client.updateMails.getOwn()).resolves.toEqual({ isOn: false })
  })

  it.each(['passwordChanged', 'newDevice', 'factorAdded', 'deletionCancelled'] as const)(
    'a mail that concerns the account, as %s, cannot be switched off and says nothing of it',
    async (template) => {
      const ada = await owner()
      await (await server.signIn(ada.username)).updateMails.saveOwn({ body: { isOn: false } })
      const received = await mail(template, ada)
      expect(received).toBeDefined()
      expect(headerOf(received, 'list-unsubscribe')).toBeUndefined()
      expect(headerOf(received, 'list-unsubscribe-post')).toBeUndefined()
      expect(received?.text).not.toContain('/unsubscribe/')
    },
  )
})
