// @module-tag rest
/** Servers that are killed while they take scheduled steps: each is taken once, and none is left out. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { auditEntries, dueWork, firmwares, releaseSchedules } from '../../src/server/db/tables.ts'
import { startApiServer } from '../support/apiServer.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { scriptPath } from '../support/scripts.ts'
import { testSecretKey } from '../support/secretKey.ts'

const patience = { timeout: 300_000, interval: 1 }
const stepCount = 40
const killsMin = 4

/** Drafts whose release is due since long ago. */
async function prepare(place: Place): Promise<void> {
  const { db, close } = await connectDatabase(place)
  const server = await startApiServer(db)
  const desk = await openReleaseDesk(server)
  const at = new Date(server.context.clock().getTime() + 100 * 86_400_000).toISOString()
  for (let index = 0; index < stepCount; index += 1) {
    const { id } = await desk.releaseOf(await desk.draft({ versionName: `1.${index}` }))
    await desk.admin.release.schedule({
      params: { id },
      body: { step: 'released', from: 'draft', confirmed: ['proof'], betaGroupIds: [], at },
    })
  }
  await db.update(releaseSchedules).set({ at: sql`at - interval '1 year'` })
  await db.update(dueWork).set({ dueAt: sql`due_at - interval '1 year'` })
  await server.dispose()
  await close()
}

onPostgres(({ createPlace }) => {
  const running = new Set<ChildProcess>()
  /** The releases that servers said they have taken further. */
  const taken = new Set<string>()
  let isNothingLeft = false

  afterEach(async () => {
    for (const server of running) await kill(server)
  })

  function start(place: Place): ChildProcess {
    const server = spawn(process.execPath, [scriptPath('dueStepsProcess')], {
      env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'info', SECRET_KEY: testSecretKey, ...place.environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.add(server)
    createInterface({ input: server.stdout }).on('line', (line) => {
      const id = /"releaseId":(\d+).*a scheduled step was taken/.exec(line)?.[1]
      if (id !== undefined) taken.add(id)
      if (line === 'nothing left') isNothingLeft = true
    })
    return server
  }

  async function kill(server: ChildProcess): Promise<void> {
    running.delete(server)
    // It has stopped by itself, and said why.
    if (server.exitCode !== null) return
    const closed = once(server, 'close')
    server.kill('SIGKILL')
    await closed
  }

  it('take each step once, whatever moment they are killed at', async () => {
    const place = await createPlace()
    taken.clear()
    isNothingLeft = false
    await prepare(place)
    // On PostgreSQL another one goes on all the time.
    if (place.databaseUrl !== undefined) start(place)
    for (let kills = 0; kills < killsMin && !isNothingLeft; kills += 1) {
      const server = start(place)
      const target = taken.size + 1 + Math.floor((Math.random() * stepCount) / killsMin)
      await vi.waitFor(() => expect(isNothingLeft || taken.size >= target).toBe(true), patience)
      await kill(server)
    }
    start(place)
    await vi.waitFor(() => expect(isNothingLeft).toBe(true), patience)
    for (const server of running) await kill(server)

    const { db, close } = await connectDatabase(place)
    const left = await db.select().from(releaseSchedules)
    const offered = await db.$count(firmwares, eq(firmwares.isActive, true))
    const entries = await db
      .select({ recordId: auditEntries.recordId })
      .from(auditEntries)
      .where(and(eq(auditEntries.entity, 'firmware'), sql`${auditEntries.after} ->> 'state' = 'released'`))
    await close()
    expect([left, offered, entries.length]).toEqual([[], stepCount, stepCount])
    expect(new Set(entries.map(({ recordId }) => recordId)).size).toBe(stepCount)
  })
})
