// @module-tag rest
/** The embedded database has the clock of its computer alone: what expires stays where that clock is in doubt. */
import { beforeEach, describe, expect, it } from 'vitest'
import { openClock } from '../../src/server/clock/openClock.ts'
import { outgoingMessages, settings } from '../../src/server/db/tables.ts'
import { deliverMessages } from '../../src/server/delivery/deliverMessages.ts'
import { raiseAlerts } from '../../src/server/jobs/raiseAlerts.ts'
import { queueMessage } from '../../src/server/messages/queueMessage.ts'
import { onEmbedded, type Place } from '../support/databases.ts'
import { findingOf } from '../support/doctor.ts'
import { addExpiringRows, allRows, type Counts, dayMs, freshRows, openServer } from '../support/expiringRows.ts'
import { createMachine, type FakeMachine } from '../support/machine.ts'
import { runCommand } from '../support/scripts.ts'

const hourMs = 60 * 60_000
const noRows: Counts = { securityLog: 0, sessions: 0, registrations: 1 }

onEmbedded('clock', ({ createPlace }) => {
  let place: Place
  beforeEach(async () => {
    place = await createPlace()
  })

  type Server = Awaited<ReturnType<typeof openServer>>
  async function run<T>(machine: FakeMachine, work: (server: Server) => Promise<T>): Promise<T> {
    const server = await openServer(place, machine)
    try {
      return await work(server)
    } finally {
      await server.close()
    }
  }

  /** The server runs for so long, and cleans up at the end. */
  async function runFor(machine: FakeMachine, hours: number): Promise<Counts> {
    return run(machine, async ({ look, cleanUp }) => {
      for (let hour = 0; hour < hours; hour += 1) {
        machine.pass(hourMs)
        await look()
      }
      return cleanUp()
    })
  }

  /** A server has filled the database, and was stopped. The rows expire by the time of its clock. */
  async function fill(machine: FakeMachine): Promise<void> {
    await run(machine, async ({ context, look }) => {
      await addExpiringRows(context.db, context.clock())
      await look()
    })
  }

  const confirm = (...parts: string[]) => runCommand('confirmClock', parts, place.environment)
  const doctor = async (machine: FakeMachine) => findingOf('cleanups', place.environment, machine)

  describe.each([
    { way: 'ahead', days: 400, rightRows: noRows },
    { way: 'behind', days: -400, rightRows: allRows },
  ])('started 400 days $way of the time last seen', ({ way, days, rightRows }) => {
    /** The command has the clock of this computer, so the one before was off. */
    const fillBefore = () => fill(createMachine(-days * dayMs))

    it('deletes nothing for 24 hours and until the operator has confirmed the clock, then what has expired', async () => {
      await fillBefore()
      // Before and after these hours it is within a day of this computer's clock, which the command has.
      const machine = createMachine(-11 * hourMs)
      expect(await runFor(machine, 24)).toEqual(allRows)
      expect(await doctor(machine)).toMatchObject({
        verdict: 'warning',
        sentence: expect.stringMatching(new RegExp(`^The clock is 400 days ${way} .* is deleted until you have confirmed the clock\\.$`)),
        whatToDo: expect.stringContaining('npm run confirm-clock'),
      })
      const asked = await confirm()
      expect(asked).toMatchObject({ code: 0, complaint: '', out: expect.stringContaining('Nothing was changed yet.') })
      expect(asked.out).toMatch(new RegExp(`^The clock is \\d+ days ${way} `))
      expect(await runFor(machine, 0)).toEqual(allRows)
      expect(await confirm('--yes')).toMatchObject({ code: 0, out: expect.stringContaining('The clock is confirmed.') })
      expect(await runFor(machine, 0)).toEqual(rightRows)
      expect(await doctor(machine)).toMatchObject({ verdict: 'ok' })
    })

    it('says before it starts what it will wait for, and waits for 24 hours after an early word too, added up over restarts', async () => {
      await fillBefore()
      const machine = createMachine()
      const { sentence } = await doctor(machine)
      expect(sentence).toMatch(/is deleted until the server has run for 24 hours more and you have confirmed the clock\.$/)
      expect(await runFor(machine, 12)).toEqual(allRows)
      await confirm('--yes')
      expect(await doctor(machine)).toMatchObject({
        verdict: 'warning',
        sentence: expect.stringMatching(/is deleted until the server has run for 12 hours more\.$/),
        whatToDo: 'Start the server, and wait.',
      })
      expect(await runFor(machine, 11)).toEqual(allRows)
      expect(await runFor(machine, 1)).toEqual(rightRows)
      expect(await confirm()).toMatchObject({ out: expect.stringContaining('Nothing waits') })
    })

    it('needs no word once the clock is right again, at a start or while it runs', async () => {
      await fill(createMachine())
      const machine = createMachine(days * dayMs)
      expect(await runFor(machine, 3)).toEqual(allRows)
      machine.turn(-days * dayMs)
      expect(await runFor(machine, 0)).toEqual(freshRows)
      await run(createMachine(days * dayMs), async ({ time, context }) => {
        expect(time.state().mayDelete).toBe(false)
        await addExpiringRows(context.db, new Date())
      })
      const other = createMachine(days * dayMs)
      await run(other, async ({ look, time, context }) => {
        other.turn(-days * dayMs)
        await look()
        expect(time.state()).toMatchObject({ mayDelete: true, offMs: undefined })
        expect(context.clock().getTime()).toBe(other.wallMs())
      })
    })
  })

  describe.each([400, -400])('set %i days off while the server runs', (days) => {
    it('goes on by the steady clock and deletes nothing, until the clock is right again', async () => {
      const machine = createMachine()
      await run(machine, async ({ context, look, cleanUp }) => {
        await addExpiringRows(context.db, context.clock())
        const before = machine.wallMs()
        machine.turn(days * dayMs)
        machine.pass(60_000)
        await look()
        expect(context.clock().getTime()).toBe(before + 60_000)
        for (let hour = 0; hour < 30; hour += 1) {
          machine.pass(hourMs)
          await look()
        }
        expect(await cleanUp()).toEqual(allRows)
        expect(context.clock().getTime()).toBe(before + 60_000 + 30 * hourMs)
        machine.turn(-days * dayMs)
        expect(await cleanUp()).toEqual(freshRows)
      })
    })

    it('tells of it by an alert', async () => {
      const machine = createMachine()
      await run(machine, async ({ context, look }) => {
        const admins = async () => (await context.db.query.alerts.findMany()).flatMap((one) => (one.endedAt === null ? [one.kind] : []))
        const minute = async () => {
          machine.pass(60_000)
          await look()
          await raiseAlerts(context)
        }
        await minute()
        expect(await admins()).not.toContain('clockOff')
        machine.turn(days * dayMs)
        await minute()
        expect(await admins()).toContain('clockOff')
        machine.turn(-days * dayMs)
        await minute()
        expect(await admins()).not.toContain('clockOff')
      })
    })

    it('is in doubt at the next start too', async () => {
      const machine = createMachine()
      await fill(machine)
      await run(machine, async ({ look }) => {
        machine.turn(days * dayMs)
        await look()
      })
      expect(await runFor(machine, 25)).toEqual(allRows)
    })
  })

  it('sends messages while it is in doubt, and drops none as too late', async () => {
    const before = createMachine(-7 * dayMs)
    await run(before, ({ context: { db, clock } }) => queueMessage(db, { template: 'resetPassword', address: 'old@example.com' }, clock()))
    await run(createMachine(), async ({ context, time }) => {
      const { db, clock } = context
      await queueMessage(db, { template: 'resetPassword', address: 'new@example.com' }, clock())
      while ((await deliverMessages(context, () => Promise.resolve('taken'), time.state().sends)) > 0);
      expect((await db.select().from(outgoingMessages)).map(({ address }) => address)).toEqual(['old@example.com'])
    })
  })

  it('starts as ever within a day of the time last seen, follows what NTP corrects, and has nothing to compare at first', async () => {
    const machine = createMachine()
    await fill(machine)
    for (const turned of [23 * hourMs, -23 * hourMs]) {
      machine.turn(turned)
      await run(machine, async ({ context, time, look }) => {
        expect(time.state().mayDelete).toBe(true)
        machine.turn(20_000)
        await look()
        expect(time.state().mayDelete).toBe(true)
        expect(context.clock().getTime()).toBe(machine.wallMs())
      })
    }
    expect(await runFor(machine, 0)).toEqual(freshRows)
  })

  it('waits for nothing in a demo', async () => {
    const machine = createMachine()
    await fill(machine)
    await run(machine, async ({ context: { db } }) => {
      const before = await db.$count(settings)
      const ahead = createMachine(400 * dayMs)
      const time = await openClock({ db, kind: 'embedded' }, { isDemo: true }, ahead)
      expect(await time.check()).toMatchObject({ mayDelete: true, sends: 'all' })
      ahead.turn(-800 * dayMs)
      expect(await time.check()).toMatchObject({ mayDelete: true, sends: 'all' })
      expect(time.now().getTime()).toBe(ahead.wallMs())
      expect(await db.$count(settings)).toBe(before)
    })
  })
})
