// @module-tag rest
/** The drawing that a mail about one detector or coil carries, as a mail server receives it. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { outgoingMessages, products, releases } from '../../src/server/db/tables.ts'
import { deliverMessages } from '../../src/server/delivery/deliverMessages.ts'
import { announceReleases } from '../../src/server/entities/release/announce.ts'
import { openChannel } from '../../src/server/messages/channel.ts'
import { pictureOf } from '../../src/server/messages/mailDrawing.ts'
import type { ApiServer } from '../support/apiServer.ts'
import { checkedProofsOn } from '../support/checkedProofs.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { serverOnPostgres } from '../support/servers.ts'
import { type ReceivedMail, type SmtpServer, startSmtpServer } from '../support/smtpServer.ts'

/** A decision is mailed a minute later. */
const laterMs = 2 * 60_000

/** Real mails of this server. */
function receiving(server: ApiServer) {
  let smtp: SmtpServer

  beforeAll(async () => {
    smtp = await startSmtpServer()
  })
  afterAll(() => smtp.stop())

  /** The mail with this subject, of those that wait. */
  return async (subject: string): Promise<ReceivedMail> => {
    const before = smtp.received.length
    const { db, config, clock, log } = server.context
    const context = { db, clock, log, config: { ...config, smtpUrl: smtp.url } }
    await deliverMessages(context, openChannel(context))
    return smtp.received.slice(before).find((one) => one.subject === subject) ?? expect.fail(`no mail: ${subject}`)
  }
}

/** What is shown where the HTML names a picture; fails if it names anything else to load. */
function drawn({ html = '', attachments }: ReceivedMail) {
  const sources = [...html.matchAll(/(?:src|background)=["']([^"']*)|url\(([^)]*)/g)].map(([, source, url]) => source ?? url)
  expect(html).not.toMatch(/<link|<script|@import/)
  expect(attachments.map(({ contentId }) => `cid:${contentId?.replaceAll(/[<>]/g, '')}`)).toEqual(sources)
  return attachments.map(({ content, mimeType, disposition, related }) => {
    const bytes = typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('base64')
    return { bytes, mimeType, disposition, related }
  })
}
const inline = (drawing: Parameters<typeof pictureOf>[0]) => [
  { bytes: pictureOf(drawing).toString('base64'), mimeType: 'image/png', disposition: 'inline', related: true },
]

serverOnPostgres((server) => {
  const mail = receiving(server)

  beforeEach(async () => {
    // What tests before have released is quiet.
    await server.context.db.update(releases).set({ mailsOwners: false })
    await server.context.db.delete(outgoingMessages)
  })

  it.each([
    ['WS6', 'ws6'],
    ['WSAII XL', 'wsaII'],
    ['Téléco', 'teleco'],
    ['Another', 'unknown'],
  ] as const)(
    'a new firmware for a detector of type %s shows its drawing, and nothing from the network [T1081]',
    async (typeName, drawing) => {
      const desk = await openReleaseDesk(server)
      await server.context.db.update(products).set({ typeName }).where(eq(products.id, desk.productId))
      await desk.connect()
      await desk.release({ versionName: '5.5' })
      await announceReleases(server.context, new AbortController().signal)
      expect(drawn(await mail('New firmware for your Fieldport detector'))).toEqual(inline(drawing))
    },
  )
})

serverOnPostgres((server) => {
  const { people, coil, detector, approve, refuse } = checkedProofsOn(server)
  const mail = receiving(server)

  it('a decision on the proof of a coil shows a coil, on that of a detector the detector [T1082]', async () => {
    await coil()
    await refuse()
    server.pass(laterMs)
    expect(drawn(await mail('Your Fieldport proof of purchase was refused'))).toEqual(inline('coil'))
    await detector()
    await approve()
    server.pass(laterMs)
    expect(drawn(await mail('Your Fieldport proof of purchase was approved'))).toEqual(inline('ws6'))
  })

  it('a mail about an account has no picture [T1083]', async () => {
    const username = people().ada.held.current?.username ?? ''
    await server.client().forgotPassword.resetPassword({ body: { username } })
    const received = await mail('Choose a new Fieldport password')
    expect(drawn(received)).toEqual([])
  })
})
