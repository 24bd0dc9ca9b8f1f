// @module-tag rest
/** What alerts are based on: counts of calls and the minute check; what is deleted; who gets none. */
import { beforeEach, describe, expect, it } from 'vitest'
import { createCallCounter } from '../../src/server/alerts/callCounter.ts'
import { sureState } from '../../src/server/clock/portalClock.ts'
import { createApp } from '../../src/server/app.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { alerts, callCounts, outgoingMessages, settings } from '../../src/server/db/tables.ts'
import type { CallListener } from '../../src/server/http/observe/observeCalls.ts'
import { noteBackup } from '../../src/server/installation/lastBackup.ts'
import { purgeExpired } from '../../src/server/jobs/purgeExpired.ts'
import { raiseAlerts } from '../../src/server/jobs/raiseAlerts.ts'
import { startReports } from '../../src/server/jobs/startReports.ts'
import { workKinds } from '../../src/server/jobs/workKinds.ts'
import type { ServerContext } from '../../src/server/serverContext.ts'
import { startWork } from '../../src/server/work/startWork.ts'
import { startApiServer } from '../support/apiServer.ts'
import { serverOnPostgresWith } from '../support/servers.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** A database that does not answer. */
function away(db: Database): Database {
  return new Proxy(db, {
    get: () => () => {
      throw new Error('away')
    },
  })
}

serverOnPostgresWith({ DEMO: 'false', ALERT_EMAIL: 'operator@example.com' }, (server) => {
  let context: ServerContext
  let db: Database
  beforeEach(async () => {
    ;({ context } = server)
    ;({ db } = context)
    for (const table of [outgoingMessages, alerts, callCounts, settings]) await db.delete(table)
  })
  const openKinds = async () => (await db.select().from(alerts)).flatMap(({ kind, endedAt }) => (endedAt === null ? [kind] : []))

  describe('calls are counted', () => {
    it('with the status that they are answered with, and nothing else is', async () => {
      const statuses: number[] = []
      const listener: CallListener = { answered: ({ call, status }) => void (call !== undefined && statuses.push(status)) }
      const ask = (path: string, asked = context) =>
        createApp(asked, undefined, [listener]).request(path, undefined, {
          incoming: { socket: { remoteAddress: '10.0.0.1' } },
        })
      await ask('/backend/configuration')
      await ask('/backend/user/getProfile')
      await ask('/backend/nowhere')
      await ask(`/backend/news/image/${'a'.repeat(43)}`, { ...context, db: away(db) })
      await ask('/livez')
      await ask('/readyz', { ...context, db: away(db) })
      expect(statuses.slice(0, 2)).toEqual([200, 401])
      expect(statuses.slice(2)).toEqual([expect.any(Number)])
      expect(statuses[2]).toBeGreaterThanOrEqual(500)
    })

    it('once the database is back, if it was away', async () => {
      const counter = createCallCounter(context.clock)
      counter.answered({ call: 'news.list', status: 503 })
      await expect(counter.addTo(away(db))).rejects.toThrow('away')
      counter.answered({ call: 'news.list', status: 200 })
      await counter.addTo(db)
      expect(await db.select().from(callCounts)).toEqual([expect.objectContaining({ answered: 2, failed: 1 })])
    })
  })

  describe('a running server', () => {
    it('looks at its start, and keeps its last counts when it stops', async () => {
      await noteBackup(db, new Date(context.clock().getTime() - 27 * hourMs))
      const counter = createCallCounter(context.clock)
      const stop = startReports(context, counter)
      const work = {
        ...context,
        time: { now: context.clock, check: () => Promise.resolve(sureState), state: () => sureState },
        runBackup: () => Promise.reject(new Error()),
      }
      const stopWork = startWork(work, { raiseAlerts: workKinds.raiseAlerts })
      await expect.poll(openKinds).toContain('backupOld')
      counter.answered({ call: 'news.list', status: 200 })
      await stopWork()
      await stop()
      expect(await db.select().from(callCounts)).toEqual([expect.objectContaining({ answered: 1, failed: 0 })])
    })

    it('tells its log of what it cannot check, and checks the rest', async () => {
      await noteBackup(db, new Date(context.clock().getTime() - 27 * hourMs))
      await db.insert(settings).values({ key: 'shortDisk of a server', value: 'what no server wrote' })
      await raiseAlerts(context)
      expect(await openKinds()).toEqual(['backupOld'])
      expect(server.logged()).toContain('could not be checked')
    })

    it('raises none in a demo, and mails nobody without an address', async () => {
      const [demo, quiet] = [await startApiServer(db, { DEMO: 'true' }), await startApiServer(db, { DEMO: 'false' })]
      await noteBackup(db, new Date(context.clock().getTime() - 400 * dayMs))
      await raiseAlerts(demo.context)
      expect(await openKinds()).toEqual([])
      await raiseAlerts(quiet.context)
      expect(await openKinds()).toEqual(['backupOld'])
      expect(await db.$count(outgoingMessages)).toBe(0)
      for (const one of [demo, quiet]) await one.dispose()
    })
  })

  it('forgets counts after an hour, and alerts three months after they were over', async () => {
    const now = context.clock()
    const ended = { kind: 'errorRate', figure: 9, startedAt: now, endedAt: now } as const
    await db.insert(alerts).values([ended, { ...ended, kind: 'backupOld', endedAt: null }])
    await db.insert(callCounts).values({ minute: now, answered: 1, failed: 0 })
    server.pass(hourMs + 1)
    await purgeExpired(context)
    expect(await db.$count(callCounts)).toBe(0)
    expect(await db.$count(alerts)).toBe(2)
    server.pass(90 * dayMs)
    await purgeExpired(context)
    expect(await openKinds()).toEqual(['backupOld'])
    expect(await db.$count(alerts)).toBe(1)
  })
})
