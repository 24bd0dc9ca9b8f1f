// @module-tag rest
/** Servers that are killed while they do what is due: nothing is left out, and nothing is done twice but what a kill interrupted. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { dueWork, rateLimits } from '../../src/server/db/tables.ts'
import { schedule } from '../../src/server/work/dueWork.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { scriptPath } from '../support/scripts.ts'
import { step } from '../support/workers.ts'

const patience = { timeout: 300_000, interval: 1 }
const stepCount = 200
const killsMin = 5
const keys = Array.from({ length: stepCount }, (_, index) => `step ${String(index).padStart(3, '0')}`)
const longAgo = (index: number) => new Date(Date.parse('2026-01-01') + index)

onPostgres(({ createPlace }) => {
  let place: Place
  const running = new Set<ChildProcess>()
  /** The keys of the steps that servers began, in their order. */
  let begun: string[]
  /** What the server says that was started last. */
  let hasNothingLeft: () => boolean

  beforeEach(async () => {
    place = await createPlace()
    begun = []
  })
  afterEach(async () => {
    for (const server of running) await kill(server)
  })

  async function start(): Promise<ChildProcess> {
    const server = spawn(process.execPath, [scriptPath('stepsProcess')], {
      env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error', ...place.environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.add(server)
    const said = new Set<string>()
    createInterface({ input: server.stdout }).on('line', (line) => {
      said.add(line)
      if (line.startsWith('step')) begun.push(line)
    })
    await vi.waitFor(() => expect(said).toContain('open'), patience)
    hasNothingLeft = () => said.has('nothing left')
    return server
  }

  async function kill(server: ChildProcess): Promise<void> {
    running.delete(server)
    const closed = once(server, 'close')
    server.kill('SIGKILL')
    await closed
  }

  it('do each step, in order, whatever moment they are killed at', async () => {
    const before = await connectDatabase(place)
    for (const [index, key] of keys.entries()) await schedule(before.db, { kind: step, key, dueAt: longAgo(index) })
    await before.close()
    // On PostgreSQL another one goes on all the time.
    if (place.databaseUrl !== undefined) await start()
    let kills = 0
    while (kills < killsMin || new Set(begun).size < stepCount) {
      const server = await start()
      const target = Math.min(stepCount, new Set(begun).size + 1 + Math.floor((Math.random() * 2 * stepCount) / killsMin))
      await vi.waitFor(() => expect(new Set(begun).size).toBeGreaterThanOrEqual(target), patience)
      await kill(server)
      kills += 1
    }
    await start()
    await vi.waitFor(() => expect(hasNothingLeft()).toBe(true), patience)
    for (const server of running) await kill(server)

    const { db, close } = await connectDatabase(place)
    const written = await db.select().from(rateLimits).orderBy(rateLimits.key)
    expect(await db.$count(dueWork)).toBe(0)
    await close()
    expect(written.map(({ key }) => key)).toEqual(keys)
    const times = written.map(({ takenAt: [at] }) => at?.getTime() ?? NaN)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(begun.length).toBeLessThanOrEqual(stepCount + kills)
  })
})
