// @module-tag rest
/** What the doctor says of work that is late or fails. */
import { beforeEach, expect, it } from 'vitest'
import { dueWork } from '../../src/server/db/tables.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { findingOf } from '../support/doctor.ts'
import { inDatabase } from '../support/inDatabase.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

onPostgres(({ createPlace }) => {
  let place: Place
  beforeEach(async () => {
    place = await createPlace()
  })

  const add = (...rows: (typeof dueWork.$inferInsert)[]) => inDatabase(place, (db) => db.insert(dueWork).values(rows))
  const find = (environment: Record<string, string> = {}) => findingOf('due work', { ...place.environment, ...environment })

  it('nothing, where none is late by much, a server does it, or it has failed once or twice', async () => {
    const claimed = { claimedBy: crypto.randomUUID(), claimedUntil: minutesAgo(-1) }
    await add(
      { kind: 'cleanUp', dueAt: minutesAgo(14) },
      { kind: 'sealLog', dueAt: minutesAgo(60), ...claimed },
      { kind: 'sweepLog', dueAt: minutesAgo(-5), attempts: 2, lastError: 'a reason', failedAt: minutesAgo(1) },
      // This server makes none.
      { kind: 'makeBackup', dueAt: minutesAgo(600) },
    )
    expect(await find()).toMatchObject({ verdict: 'ok', sentence: 'No work is late.' })
  })

  it('what is late: a warning, as servers should do it', async () => {
    const [dueAt, longer] = [minutesAgo(16), minutesAgo(60)]
    await add({ kind: 'cleanUp', dueAt, attempts: 1, lastError: 'A reason.' }, { kind: 'makeBackup', key: 'of a day', dueAt: longer })
    expect(await find({ BACKUP_TO: place.dataDir })).toMatchObject({
      verdict: 'warning',
      sentence: `Work that is late by more than 15 minutes: makeBackup of a day, due at ${longer.toISOString()}; cleanUp, due at ${dueAt.toISOString()}, failed: A reason.`,
      whatToDo: 'Start the server if it is stopped; otherwise see what its log says.',
    })
  })

  it('what has failed three times, with its last reason', async () => {
    await add({ kind: 'cleanUp', dueAt: minutesAgo(-4), attempts: 3, lastError: 'Nothing was deleted.', failedAt: minutesAgo(1) })
    expect(await find()).toMatchObject({
      verdict: 'warning',
      sentence: 'Work that fails: cleanUp, 3 times: Nothing was deleted.',
      whatToDo: expect.stringContaining('See to the reason'),
    })
  })
})
