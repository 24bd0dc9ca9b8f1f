/** Work that is due is done once, in order, by one server of several (src/server/work/). */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '../../src/server/db/connect.ts'
import { dueWork, settings } from '../../src/server/db/tables.ts'
import { schedule } from '../../src/server/work/dueWork.ts'
import { onBothDatabases } from '../support/databases.ts'
import { openWorkers, step, type Workers } from '../support/workers.ts'

const minuteMs = 60_000
const patience = { timeout: 60_000, interval: 10 }
const longAgo = (minutes = 0) => new Date(Date.parse('2026-01-01') + minutes * minuteMs)
const never = new Date('2100-01-01')

onBothDatabases('row locks', ({ open }) => {
  let db: Database
  let workers: Workers
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    for (const table of [dueWork, settings]) await db.delete(table)
    workers = openWorkers(db)
  })
  afterEach(() => workers.stopAll())

  const rows = () => db.select().from(dueWork).orderBy(dueWork.key)

  it('does late work once, in the order of its times, whatever was scheduled first', async () => {
    for (const minute of [3, 1, 2]) await schedule(db, { kind: step, key: `minute ${minute}`, dueAt: longAgo(minute) })
    await schedule(db, { kind: step, key: 'of the future', dueAt: never })
    workers.startSteps()
    await vi.waitFor(async () => expect((await rows()).map(({ key }) => key)).toEqual(['of the future']), patience)
    expect(workers.done).toEqual(['minute 1', 'minute 2', 'minute 3'])
  })
})
