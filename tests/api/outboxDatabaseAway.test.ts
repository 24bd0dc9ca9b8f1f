// @module-tag rest
import { expect, it, vi } from 'vitest'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { outgoingMessages } from '../../src/server/db/tables.ts'
import { deliverMessages } from '../../src/server/delivery/deliverMessages.ts'
import { minuteMs } from '../../src/server/limits/durations.ts'
import type { Channel } from '../../src/server/messages/channel.ts'
import { queueMessage } from '../../src/server/messages/queueMessage.ts'
import { startApiServer } from '../support/apiServer.ts'
import { openBreakableLink } from '../support/breakableLink.ts'
import { createPostgresDatabase } from '../support/databases.ts'

it('sends a message once though PostgreSQL goes away while the mail server takes it', async () => {
  const link = await openBreakableLink(await createPostgresDatabase())
  const { db, close } = await connectDatabase({ databaseUrl: link.databaseUrl, dataDir: '' })
  const server = await startApiServer(db)
  const userId = await server.addUser({ username: 'ada@example.com' })
  await queueMessage(db, { template: 'passwordChanged', userId }, server.context.clock())

  const channel = vi.fn<Channel>(async () => 'taken')
  channel.mockImplementationOnce(async () => {
    await link.cut()
    return 'taken'
  })
  const delivering = Promise.allSettled([deliverMessages(server.context, channel)])
  await vi.waitFor(() => expect(server.logged()).toContain('a message'))
  await link.mend()
  await delivering
  server.pass(minuteMs)
  await deliverMessages(server.context, channel)
  expect(channel).toHaveBeenCalledTimes(1)
  expect(await db.$count(outgoingMessages)).toBe(0)

  await server.dispose()
  await close()
  await link.cut()
})
