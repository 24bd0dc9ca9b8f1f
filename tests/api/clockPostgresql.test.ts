// @module-tag rest
/** On PostgreSQL the clock of the database decides, whatever the clock of a server says. */
import { isNull, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/connect.ts'
import { rowsOf } from '../../src/server/db/rowsOf.ts'
import { alerts, outgoingMessages } from '../../src/server/db/tables.ts'
import { deliverMessages } from '../../src/server/delivery/deliverMessages.ts'
import { noteBackup } from '../../src/server/installation/lastBackup.ts'
import { raiseAlerts } from '../../src/server/jobs/raiseAlerts.ts'
import { queueMessage } from '../../src/server/messages/queueMessage.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { addExpiringRows, allRows, countRows, dayMs, freshRows, openServer } from '../support/expiringRows.ts'
import { createRunningMachine } from '../support/machine.ts'

const operator = 'operator@maker.example'
/** Nothing is timed: far more than a test takes, far less than a clock is turned. */
const aboutMs = 10 * 60_000

async function databaseNow(db: Database): Promise<Date> {
  const [row] = rowsOf(await db.execute(sql`select (extract(epoch from clock_timestamp()) * 1000)::double precision as now`))
  return new Date(Number(row?.['now']))
}

onPostgres(({ createPlace }) => {
  let place: Place
  let closing: (() => Promise<void>)[]

  beforeEach(async () => {
    place = await createPlace()
    closing = []
  })
  afterEach(async () => {
    for (const close of closing.toReversed()) await close()
  })

  async function open(machine = createRunningMachine(), environment = {}) {
    const server = await openServer(place, machine, environment)
    closing.push(server.close)
    return server
  }

  async function expectTimeOfDatabase({ context }: Awaited<ReturnType<typeof open>>): Promise<void> {
    const apartMs = context.clock().getTime() - (await databaseNow(context.db)).getTime()
    expect(Math.abs(apartMs)).toBeLessThan(aboutMs)
  }

  it.each([
    [400 * dayMs, '400 days ahead of'],
    [-400 * dayMs, '400 days behind'],
    [45_000, '45 seconds ahead of'],
    [-45_000, '45 seconds behind'],
  ])('does not start with a clock that is %i ms ahead, and says what to do', async (aheadMs, far) => {
    // To the second only if the database answers at once.
    const sentence = `The clock of this computer is ${far} that of the database. Set both by NTP, then start again.`
    await expect(open(createRunningMachine(aheadMs))).rejects.toThrow(new RegExp(sentence.replace('45', '4\\d')))
  })

  it.each([20, -20])('goes by the time of the database where its own clock is %i s off', async (seconds) => {
    const { context, time } = await open(createRunningMachine(seconds * 1000))
    for (const look of [time.state, time.check]) {
      await look()
      const apartMs = context.clock().getTime() - (await databaseNow(context.db)).getTime()
      expect(Math.abs(apartMs)).toBeLessThan(10_000)
    }
  })

  it.each([400, -400])('deletes nothing while its clock is set %i days off, and the right rows when it is right again', async (days) => {
    const machine = createRunningMachine()
    const server = await open(machine)
    const { db } = server.context
    await addExpiringRows(db, await databaseNow(db))
    machine.turn(days * dayMs)
    await expectTimeOfDatabase(server)
    await server.look()
    for (let hour = 0; hour < 3; hour += 1) expect(await server.cleanUp()).toEqual(allRows)
    await expectTimeOfDatabase(server)
    machine.turn(-days * dayMs)
    expect(await server.cleanUp()).toEqual(freshRows)
  })

  it('leaves the work to a server whose clock is right', async () => {
    const machine = createRunningMachine()
    const [wrong, right] = [await open(machine), await open()]
    const { db } = right.context
    await addExpiringRows(db, await databaseNow(db))
    machine.turn(400 * dayMs)
    expect(await wrong.cleanUp()).toEqual(allRows)
    expect(await right.cleanUp()).toEqual(freshRows)
    expect(await wrong.cleanUp()).toEqual(freshRows)
  })

  it('tells of the clock by an alert, and sends nothing else until it is right [T203]', async () => {
    const machine = createRunningMachine()
    const environment = { ALERT_EMAIL: operator }
    const [wrong, right] = [await open(machine, environment), await open(createRunningMachine(), environment)]
    const { db } = right.context
    await noteBackup(db, await databaseNow(db))
    const openAlerts = async () =>
      (await db.select().from(alerts).where(isNull(alerts.endedAt))).map(({ kind, figure }) => ({ kind, figure }))
    const minute = async () => {
      for (const { look } of [wrong, right]) await look()
      for (const { context } of [wrong, right]) await raiseAlerts(context)
    }
    const sent: string[] = []
    const channel = (message: { readonly recipient: string }) => {
      sent.push(message.recipient)
      return Promise.resolve('taken' as const)
    }
    const deliverBy = async ({ context, time }: typeof wrong) => {
      while ((await deliverMessages(context, channel, time.state().sends)) > 0);
    }
    await minute()
    expect(await openAlerts()).toEqual([])

    const now = await databaseNow(db)
    await queueMessage(db, { template: 'resetPassword', address: 'somebody@example.com' }, now)
    const tooLate = { address: 'too-late@example.com', createdAt: now, dueAt: now, uselessAt: now }
    await db.insert(outgoingMessages).values({ template: 'resetPassword', ...tooLate })
    machine.turn(400 * dayMs)
    await minute()
    await minute()
    expect(await openAlerts()).toEqual([{ kind: 'clockOff', figure: expect.closeTo((400 * dayMs) / 1000, -3) }])
    await deliverBy(wrong)
    expect(sent).toEqual([operator])
    const waiting = new Set((await db.select().from(outgoingMessages)).map(({ address }) => address))
    expect(waiting).toEqual(new Set(['somebody@example.com', 'too-late@example.com']))
    await deliverBy(right)
    expect(await db.$count(outgoingMessages)).toBe(0)

    machine.turn(-400 * dayMs)
    await minute()
    expect(await openAlerts()).toEqual([])
    await deliverBy(wrong)
    expect(sent).toEqual([operator, operator])
  })

  it('forgets the clock of a server that has gone', async () => {
    const machine = createRunningMachine()
    const [wrong, right] = [await open(machine), await open()]
    machine.turn(-400 * dayMs)
    await wrong.look()
    await raiseAlerts(right.context)
    const kinds = async () => (await right.context.db.select().from(alerts).where(isNull(alerts.endedAt))).map(({ kind }) => kind)
    expect(await kinds()).toContain('clockOff')
    await raiseAlerts({ ...right.context, clock: () => new Date(right.context.clock().getTime() + 6 * 60_000) })
    expect(await kinds()).not.toContain('clockOff')
  })

  it.each([400, -400])('does not follow a database that takes over with a clock %i days off', async (days) => {
    const machine = createRunningMachine()
    const server = await open(machine)
    const { db } = server.context
    const began = server.context.clock().getTime()
    await addExpiringRows(db, server.context.clock())
    // Both clocks of the computer go on, and the database's alone does not: as if that one had been set.
    machine.pass(-days * dayMs)
    expect(await server.cleanUp()).toEqual(allRows)
    expect(Math.abs(server.context.clock().getTime() - (began - days * dayMs))).toBeLessThan(aboutMs)
    machine.pass(days * dayMs)
    expect(await server.cleanUp()).toEqual(freshRows)
    expect(await countRows(db)).toEqual(freshRows)
  })
})
