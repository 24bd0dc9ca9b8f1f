// @module-tag rest
/** Servers that are killed while they take scheduled steps: each is taken once, and none is left out. */
import { and, eq, sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { auditEntries, dueWork, releases, releaseSchedules } from '../../src/server/db/tables.ts'
import type { ApiServer } from '../support/apiServer.ts'
import { onPostgres } from '../support/databases.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { type Running, startCommand } from '../support/scripts.ts'
import { testSecretKey } from '../support/secretKey.ts'
import { serve } from '../support/servers.ts'

const patience = { timeout: 300_000, interval: 1 }
const stepCount = 40
const killsMin = 4

/** Drafts whose release is due since long ago. */
async function prepare(server: ApiServer): Promise<void> {
  const { db, clock } = server.context
  const desk = await openReleaseDesk(server)
  const at = new Date(clock().getTime() + 100 * 86_400_000).toISOString()
  // Due at the same time, a newer one may be offered first.
  const confirmed = ['proof' as const, 'older' as const]
  const body = { step: 'released' as const, from: 'draft' as const, confirmed, betaGroupIds: [], at }
  for (let index = 0; index < stepCount; index += 1) {
    const { id } = await desk.releaseOf(await desk.draft({ versionName: `1.${index}` }))
    await desk.admin.release.schedule({ params: { id }, body })
  }
  await db.update(releaseSchedules).set({ at: sql`at - interval '1 year'` })
  await db.update(dueWork).set({ dueAt: sql`due_at - interval '1 year'` })
}

onPostgres(({ createPlace }) => {
  it('take each step once, whatever moment they are killed at', async () => {
    const place = await createPlace()
    await serve(place, {}, prepare)
    const servers: Running[] = []
    const lines = () => servers.flatMap((server) => server.lines())
    const isNothingLeft = () => lines().includes('nothing left')
    /** How many releases servers said they have taken further. */
    const takenCount = () => new Set(lines().flatMap((line) => /"releaseId":(\d+).*a scheduled step was taken/.exec(line)?.[1] ?? [])).size
    function start(): Running {
      const server = startCommand('dueStepsProcess', [], { LOG_LEVEL: 'info', SECRET_KEY: testSecretKey, ...place.environment })
      servers.push(server)
      return server
    }

    // Another one goes on all the time.
    start()
    for (let kills = 0; kills < killsMin && !isNothingLeft(); kills += 1) {
      const server = start()
      const target = takenCount() + 1 + Math.floor((Math.random() * stepCount) / killsMin)
      await vi.waitFor(() => expect(isNothingLeft() || takenCount() >= target).toBe(true), patience)
      await server.kill()
    }
    start()
    await vi.waitFor(() => expect(isNothingLeft()).toBe(true), patience)
    for (const server of servers) await server.kill()

    await inDatabase(place, async (db) => {
      const left = await db.select().from(releaseSchedules)
      const offered = await db.$count(releases, eq(releases.state, 'released'))
      const entries = await db
        .select({ recordId: auditEntries.recordId })
        .from(auditEntries)
        .where(and(eq(auditEntries.entity, 'firmware'), sql`${auditEntries.after} ->> 'state' = 'released'`))
      expect([left, offered, entries.length]).toEqual([[], stepCount, stepCount])
      expect(new Set(entries.map(({ recordId }) => recordId)).size).toBe(stepCount)
    })
  })
})
