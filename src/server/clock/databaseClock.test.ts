import { expect, it } from 'vitest'
import { createMachine } from '../../../tests/support/machine.ts'
import type { Database } from '../db/connect.ts'
import { openDatabaseClock } from './databaseClock.ts'

/** A database with the right time, whose answer is read `lateMs` after it was given. */
function openSlowly(aheadMs: number, lateMs: number) {
  const machine = createMachine(aheadMs)
  const execute = () => {
    const rows = [{ now: machine.wallMs() - aheadMs }]
    machine.pass(lateMs)
    return Promise.resolve({ rows })
  }
  return openDatabaseClock({ execute } as unknown as Database, machine) // It is asked for nothing else.
}

it('takes no clock for wrong because a busy computer reads the database’s late', async () => {
  const clock = await openSlowly(0, 70_000)
  expect(await clock.check()).toMatchObject({ mayDelete: true, offMs: undefined })
})

it('takes one for wrong that is further off than the answer can be late', async () => {
  await expect(openSlowly(45_000, 20_000)).rejects.toThrow('seconds ahead of that of the database')
  await expect(openSlowly(-60_000, 20_000)).rejects.toThrow('seconds behind that of the database')
})
