// @module-tag rest
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/connect.ts'
import { outgoingMessages } from '../../src/server/db/tables.ts'
import { openChannel } from '../../src/server/messages/channel.ts'
import { deliverMessages } from '../../src/server/delivery/deliverMessages.ts'
import { queueMessage } from '../../src/server/messages/queueMessage.ts'
import { type ApiServer, password, startApiServer } from '../support/apiServer.ts'
import { onEmbedded } from '../support/databases.ts'
import { codeIn } from '../support/mailbox.ts'
import { type SmsGateway, startSmsGateway } from '../support/smsGateway.ts'

const minuteMs = 60_000

onEmbedded('outbox', ({ open }) => {
  let db: Database
  let gateway: SmsGateway
  let server: ApiServer

  beforeAll(async () => {
    db = await open()
    gateway = await startSmsGateway()
    const way = { SMS_URL: gateway.url, SMS_TOKEN: 'secret-of-the-gateway' }
    server = await startApiServer(db, { ...way, BRAND_NAME: 'Terre & "Trésors"' })
  })
  beforeEach(() => gateway.answer(200))
  afterAll(async () => {
    await gateway.stop()
    await server.dispose()
  })

  const deliver = () => deliverMessages(server.context, openChannel(server.context))
  const waiting = () => db.select().from(outgoingMessages)

  it('sends a code by the gateway: to the number as it is dialled, with the token and a key that repeats', async () => {
    await server.addUser({ username: 'sms@example.com', needsSmsCode: true, phonePrefix: '+44', phoneNumber: '(0)7400 123456' })
    const begin = () => server.client().authentication.beforeLogin({ body: { username: 'sms@example.com', password } })
    gateway.answer(503)
    await begin()
    const [row] = await waiting()
    await deliver()
    expect(gateway.received).toEqual([])
    gateway.answer(202)
    server.pass(2000)
    await deliver()
    expect(gateway.received).toEqual([
      {
        to: '+447400123456',
        text: expect.stringMatching(/^\d{6} is your Terre & "Trésors" code\. It is valid for 5 minutes\.$/),
        id: row?.messageId,
        key: row?.messageId,
        authorization: 'Bearer secret-of-the-gateway',
      },
    ])
    const body = { code: codeIn(gateway.received[0] ?? { text: '' }), username: 'sms@example.com', password }
    await expect(server.client().authentication.checkSmsCode({ body })).resolves.toEqual({})
    expect(server.logged()).not.toContain('secret-of-the-gateway')
  })

  it('sends no code that is already too old, and follows the gateway nowhere else', async () => {
    await server.addUser({ username: 'sms2@example.com', needsSmsCode: true, phoneNumber: '0639980077' })
    await server.client().authentication.beforeLogin({ body: { username: 'sms2@example.com', password } })
    const askedBefore = gateway.asked()
    gateway.answer(302)
    await deliver()
    expect(gateway.asked()).toBe(askedBefore + 1)
    gateway.answer(200)
    server.pass(5 * minuteMs)
    await deliver()
    expect(gateway.received.filter(({ to }) => to === '+33639980077')).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('gives up an SMS that the gateway refuses for good, and one to somebody without a telephone', async () => {
    for (const [name, phoneNumber] of [
      ['sms3', '0639980078'],
      ['sms4', ''],
    ]) {
      const userId = await server.addUser({ username: `${name}@example.com`, phoneNumber: phoneNumber ?? '' })
      await queueMessage(db, { template: 'smsCode', userId }, server.context.clock())
    }
    gateway.answer(400)
    await deliver()
    expect(await waiting()).toEqual([])
    expect(gateway.received.filter(({ to }) => to === '+33639980078')).toEqual([])
  })
})
