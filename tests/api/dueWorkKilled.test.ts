// @module-tag rest
/** Servers that are killed while they do what is due: nothing is left out, and nothing is done twice but what a kill interrupted. */
import { expect, it, vi } from 'vitest'
import { dueWork, rateLimits } from '../../src/server/db/tables.ts'
import { schedule } from '../../src/server/work/dueWork.ts'
import { onPostgres } from '../support/databases.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { type Running, startCommand } from '../support/scripts.ts'
import { step } from '../support/workers.ts'

const patience = { timeout: 300_000, interval: 1 }
const stepCount = 200
const killsMin = 5
const keys = Array.from({ length: stepCount }, (_, index) => `step ${String(index).padStart(3, '0')}`)
const longAgo = (index: number) => new Date(Date.parse('2026-01-01') + index)

onPostgres(({ createPlace }) => {
  it('do each step, in order, whatever moment they are killed at', async () => {
    const place = await createPlace()
    await inDatabase(place, async (db) => {
      for (const [index, key] of keys.entries()) await schedule(db, { kind: step, key, dueAt: longAgo(index) })
    })
    const servers: Running[] = []
    /** The keys of the steps that they began. */
    const begun = () => servers.flatMap(({ lines }) => lines().filter((line) => line.startsWith('step')))
    const begunCount = () => new Set(begun()).size
    async function start(): Promise<Running> {
      const server = startCommand('stepsProcess', [], { LOG_LEVEL: 'error', ...place.environment })
      servers.push(server)
      await vi.waitFor(() => expect(server.lines()).toContain('open'), patience)
      return server
    }

    // Another one goes on all the time.
    await start()
    let kills = 0
    while (kills < killsMin || begunCount() < stepCount) {
      const server = await start()
      const target = Math.min(stepCount, begunCount() + 1 + Math.floor((Math.random() * 2 * stepCount) / killsMin))
      await vi.waitFor(() => expect(begunCount()).toBeGreaterThanOrEqual(target), patience)
      await server.kill()
      kills += 1
    }
    const last = await start()
    await vi.waitFor(() => expect(last.lines()).toContain('nothing left'), patience)
    for (const server of servers) await server.kill()

    const written = await inDatabase(place, async (db) => {
      expect(await db.$count(dueWork)).toBe(0)
      return db.select().from(rateLimits).orderBy(rateLimits.key)
    })
    expect(written.map(({ key }) => key)).toEqual(keys)
    const times = written.map(({ takenAt: [at] }) => at?.getTime() ?? NaN)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(begun().length).toBeLessThanOrEqual(stepCount + kills)
  })
})
