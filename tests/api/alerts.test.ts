// @module-tag rest
/** Alerts: each is raised and mailed once, and once more when it is over, whichever servers look. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AlertKind } from '../../src/contract/installation.ts'
import { createCallCounter } from '../../src/server/alerts/callCounter.ts'
import { reportDisk } from '../../src/server/alerts/diskNearlyFull.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { alerts, callCounts, outgoingMessages, rateLimits, settings } from '../../src/server/db/tables.ts'
import { deliverMessages } from '../../src/server/delivery/deliverMessages.ts'
import type { FreeSpace } from '../../src/server/installation/freeSpace.ts'
import { consumeSms } from '../../src/server/limits/smsPerDay.ts'
import { noteBackup } from '../../src/server/installation/lastBackup.ts'
import { noteRestored, resumeRestored } from '../../src/server/installation/restored.ts'
import { noteFailed, noteMade } from '../../src/server/installation/scheduledBackups.ts'
import { raiseAlerts } from '../../src/server/jobs/raiseAlerts.ts'
import { openChannel } from '../../src/server/messages/channel.ts'
import { queueMessage } from '../../src/server/messages/queueMessage.ts'
import { type ApiServer, startApiServer } from '../support/apiServer.ts'
import { onPostgres } from '../support/databases.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtpServer.ts'
import { startTlsServer } from '../support/tlsServer.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const operator = 'operator@maker.example'
const gibibyte = 1024 ** 3
const deliver = ({ context }: ApiServer) => deliverMessages(context, openChannel(context))
const roomy: FreeSpace = { freeBytes: 50 * gibibyte, percent: 50 }

onPostgres(({ open }) => {
  let db: Database
  let smtp: SmtpServer
  /** Two servers of one installation, each with its own disk. */
  let servers: readonly [ApiServer, ApiServer]
  let disks: [FreeSpace | undefined, FreeSpace | undefined]

  beforeAll(async () => {
    db = await open()
    smtp = await startSmtpServer()
    const environment = { SMTP_URL: smtp.url, ALERT_EMAIL: operator, BRAND_NAME: 'Terre' }
    servers = [await startApiServer(db, environment), await startApiServer(db, environment)]
  })
  beforeEach(async () => {
    for (const table of [outgoingMessages, alerts, callCounts, settings, rateLimits]) await db.delete(table)
    disks = [roomy, roomy]
    await noteBackup(db, now())
    smtp.behave('accept')
  })
  afterAll(async () => {
    await smtp.stop()
    for (const server of servers) await server.dispose()
  })

  const now = () => servers[0].context.clock()
  const pass = (ms: number) => servers.forEach((server) => server.pass(ms))
  const mailsSince = (count: number) => smtp.received.slice(count).filter(({ recipients }) => recipients.includes(operator))
  const openKinds = async () => (await db.select().from(alerts)).flatMap(({ kind, endedAt }) => (endedAt === null ? [kind] : []))

  /** Both servers look at the same time, and send what there is to send. */
  async function look({ isMailed = true } = {}): Promise<void> {
    await Promise.all(
      servers.map(async ({ context }, index) => {
        await reportDisk(db, context.config.dataDir, disks[index], context.clock())
        await raiseAlerts(context)
      }),
    )
    if (isMailed) while ((await Promise.all(servers.map(deliver))).some((tried) => tried > 0));
  }

  /** Begins while `isThere`, is over afterwards, and is mailed once for each however often the servers look. */
  async function expectOneAlert(kind: AlertKind, { begin, end, subject }: { begin: () => unknown; end: () => unknown; subject: string }) {
    const before = smtp.received.length
    await look()
    expect(await openKinds()).toEqual([])
    await begin()
    const startedAt = now()
    for (let times = 0; times < 3; times += 1) await look()
    expect(await openKinds()).toEqual([kind])
    await end()
    for (let times = 0; times < 3; times += 1) await look()
    const mails = mailsSince(before)
    expect(mails.map((mail) => mail.subject)).toEqual([`Terre: ${subject}`, `Terre: over: ${subject}`])
    expect(await db.select().from(alerts)).toEqual([expect.objectContaining({ kind, startedAt, endedAt: now() })])
    return mails[0]?.text ?? ''
  }

  it('says what happened, since when, what to do and where to see more', async () => {
    const text = await expectOneAlert('backupOld', {
      subject: 'There is no recent backup',
      begin: () => pass(26 * hourMs + minuteMs),
      end: () => noteBackup(db, now()),
    })
    expect(text).toContain('There has been no backup for 26 hours.')
    expect(text).toContain(`It began at ${new Date(now()).toISOString().slice(0, 16).replace('T', ' ')} UTC.`)
    expect(text).toContain('npm run backup')
    expect(text).toContain('npm run doctor')
    expect(text).toContain('http://portal.test/')
  })

  it('waits for the first backup of a young installation, too', async () => {
    await db.delete(settings)
    await look()
    pass(26 * hourMs)
    await look()
    expect(await openKinds()).toEqual([])
    pass(minuteMs)
    await look()
    expect(await openKinds()).toEqual(['backupOld'])
  })

  it('tells of a scheduled backup that failed, until one succeeds or somebody makes one', async () => {
    const made = () => ({ name: 'a backup', place: 'a place', madeAt: now().toISOString() })
    const text = await expectOneAlert('backupFailed', {
      subject: 'A scheduled backup failed',
      begin: async () => {
        pass(minuteMs)
        await noteFailed(db, now(), 'a reason')
        await noteFailed(db, now(), 'a reason')
      },
      end: () => noteMade(db, now(), made()),
    })
    expect(text).toContain('The scheduled backup, tried 2 times, failed')
    await noteFailed(db, now(), 'a reason')
    await look()
    expect(await openKinds()).toEqual(['backupFailed'])
    pass(1)
    await noteBackup(db, now())
    await look()
    expect(await openKinds()).toEqual([])
  })

  it('tells of messages that nobody can send, as soon as the mail server is back', async () => {
    const text = await expectOneAlert('outboxStuck', {
      subject: 'Messages are not being sent',
      begin: async () => {
        await smtp.stop()
        await queueMessage(db, { template: 'resetPassword', address: (await servers[0].join()).username }, now())
        for (let minutes = 0; minutes < 15; minutes += 1) {
          await look()
          expect(await openKinds()).toEqual([])
          pass(minuteMs)
        }
        pass(1)
      },
      end: async () => {
        await smtp.start()
        pass(5 * minuteMs)
        await look()
        await look()
      },
    })
    expect(text).toContain('One message has been waiting for more than 15 minutes')
  })

  it('tells of messages that no server takes up, but not of those that are queued for later', async () => {
    await queueMessage(db, { template: 'resetPassword', address: 'nobody@example.com' }, now())
    await db.update(outgoingMessages).set({ dueAt: new Date(now().getTime() + hourMs) })
    pass(50 * minuteMs)
    await look({ isMailed: false })
    expect(await openKinds()).toEqual([])
    pass(26 * minuteMs)
    await look({ isMailed: false })
    expect(await openKinds()).toEqual(['outboxStuck'])
  })

  it('takes no messages for stuck while a restored installation keeps them', async () => {
    await noteRestored(db, now())
    await queueMessage(db, { template: 'resetPassword', address: 'nobody@example.com' }, now())
    pass(hourMs)
    await look({ isMailed: false })
    expect(await openKinds()).toEqual([])
    await resumeRestored(db)
    await look({ isMailed: false })
    expect(await openKinds()).toEqual(['outboxStuck'])
  })

  it('tells of the disk of one server, although the other has room', async () => {
    const text = await expectOneAlert('diskNearlyFull', {
      subject: 'The disk is nearly full',
      begin: () => (disks = [{ freeBytes: 9 * gibibyte, percent: 9.9 }, roomy]),
      end: () => (disks = [{ freeBytes: 13 * gibibyte, percent: 13 }, roomy]),
    })
    expect(text).toContain('Only 9 % of the disk of DATA_DIR is free.')
  })

  it('does not come and go with a disk about its limit', async () => {
    for (const percent of [11.9, 9.9, 10.1, 11.9, 9.8, 10.5]) {
      disks = [{ freeBytes: 10 * gibibyte, percent }, roomy]
      await look({ isMailed: false })
    }
    expect(await db.select().from(alerts)).toEqual([expect.objectContaining({ kind: 'diskNearlyFull', endedAt: null })])
  })

  it('takes less than a gibibyte for nearly full on any disk, and forgets a server that is gone', async () => {
    disks = [roomy, { freeBytes: gibibyte - 1, percent: 50 }]
    await look({ isMailed: false })
    expect(await openKinds()).toEqual(['diskNearlyFull'])
    pass(6 * minuteMs)
    await raiseAlerts(servers[0].context)
    expect(await openKinds()).toEqual([])
  })

  it('tells of a certificate that ends within two weeks, until it is renewed', async () => {
    const tls = await startTlsServer({
      startsAt: new Date(now().getTime() - 76 * dayMs),
      endsAt: new Date(now().getTime() + 14 * dayMs + hourMs),
    })
    const environment = { SMTP_URL: smtp.url, ALERT_EMAIL: operator, BRAND_NAME: 'Terre', PUBLIC_URL: tls.url }
    const plain = servers
    servers = [await startApiServer(db, environment), await startApiServer(db, environment)]
    servers.forEach((server) => server.pass(plain[0].context.clock().getTime() - server.context.clock().getTime()))
    try {
      const text = await expectOneAlert('certificateEnds', {
        subject: 'The certificate ends soon',
        begin: () => pass(hourMs + 1),
        end: () => {
          tls.renew({ startsAt: now(), endsAt: new Date(now().getTime() + 90 * dayMs) })
          pass(hourMs + 1)
        },
      })
      expect(text).toContain('ends in 13 days')
      // Before, at the beginning and at the end, although two servers looked seven times.
      expect(tls.asked()).toBe(3)
    } finally {
      for (const server of servers) await server.dispose()
      servers = plain
      await tls.stop()
    }
  })

  it('tells of calls that fail on any server, and is over when they no longer do', async () => {
    const counters = servers.map(({ context }) => createCallCounter(context.clock))
    const count = async (statuses: readonly number[]) => {
      statuses.forEach((status, index) => counters[index % 2]?.answered({ call: 'news.list', status }))
      await Promise.all(counters.map((counter) => counter.addTo(db)))
    }
    const text = await expectOneAlert('errorRate', {
      subject: 'Many requests fail',
      begin: () => count([...Array<number>(36).fill(200), 404, 401, 500, 503, 500]),
      end: () => pass(11 * minuteMs),
    })
    expect(text).toContain('7 % of the calls')
  })

  it('tells that most SMS of a day are sent, and is over when there are enough again', async () => {
    const limited = await startApiServer(db, { SMS_PER_DAY: '10', SMTP_URL: smtp.url, ALERT_EMAIL: operator, BRAND_NAME: 'Terre' })
    const both = servers
    servers = [limited, await startApiServer(db, { SMS_PER_DAY: '10', SMTP_URL: smtp.url, ALERT_EMAIL: operator, BRAND_NAME: 'Terre' })]
    const sendSms = async (count: number) => {
      for (let sent = 0; sent < count; sent += 1) await consumeSms(db, limited.context.config, now())
    }
    await noteBackup(db, now())
    await sendSms(3)
    pass(hourMs)
    await sendSms(4)
    const text = await expectOneAlert('smsNearlyUsedUp', {
      subject: 'Nearly all SMS of a day are sent',
      begin: () => sendSms(1),
      end: async () => {
        pass(23 * hourMs)
        await noteBackup(db, now())
        expect(await openKinds()).toEqual(['smsNearlyUsedUp'])
        pass(1)
      },
    })
    expect(text).toContain('80 % of the SMS that SMS_PER_DAY allows')
    await Promise.all(servers.map((server) => server.dispose()))
    servers = both
  })

  it('takes neither a few failed calls for many, nor five in a hundred', async () => {
    const counter = createCallCounter(servers[0].context.clock)
    for (let index = 0; index < 19; index += 1) counter.answered({ call: 'news.list', status: 500 })
    await counter.addTo(db)
    await look()
    expect(await openKinds()).toEqual([])
    for (let index = 0; index < 361; index += 1) counter.answered({ call: 'news.list', status: 200 })
    await counter.addTo(db)
    await look()
    expect(await openKinds()).toEqual([])
    counter.answered({ call: 'news.list', status: 500 })
    await counter.addTo(db)
    await look()
    expect(await openKinds()).toEqual(['errorRate'])
  })
})
