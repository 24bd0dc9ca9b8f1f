// @module-tag rest
/** The state of the installation. */
import { beforeEach, expect, it } from 'vitest'
import { alerts, securityEvents, settings } from '../../src/server/db/tables.ts'
import { findRestored, noteRestored } from '../../src/server/installation/restored.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  const madeAt = new Date('2026-11-20T02:00:00.000Z')
  beforeEach(async () => {
    const { db } = server.context
    for (const table of [alerts, settings, securityEvents]) await db.delete(table)
  })

  it('tells administrators what is wrong now, longest first, and whether it was restored [T202]', async () => {
    const { db } = server.context
    const admin = await server.signInAs('ROLE_ADMIN')
    expect(await admin.installation.getState()).toEqual({ alerts: [], restoredFrom: null })
    const [earlier, later] = [new Date('2026-11-21T08:00:00.000Z'), new Date('2026-11-21T09:00:00.000Z')]
    await db.insert(alerts).values([
      { kind: 'backupOld', figure: 30, startedAt: later },
      { kind: 'errorRate', figure: 9, startedAt: earlier },
      { kind: 'outboxStuck', figure: 9, startedAt: earlier, endedAt: later },
    ])
    await noteRestored(db, madeAt)
    expect(await admin.installation.getState()).toEqual({
      alerts: [
        { kind: 'errorRate', since: earlier.toISOString() },
        { kind: 'backupOld', since: later.toISOString() },
      ],
      restoredFrom: madeAt.toISOString(),
    })
  })

  it('lets an administrator put a restored portal back into service, once, and writes down who [T204]', async () => {
    const { db } = server.context
    const admin = await server.signInAs('ROLE_ADMIN')
    await noteRestored(db, madeAt)
    await Promise.all([admin.installation.resume(), admin.installation.resume(), admin.installation.resume()])
    expect(await findRestored(db)).toBeUndefined()
    const resumed = (await db.select().from(securityEvents)).filter(({ kind }) => kind === 'installationResumed')
    expect(resumed).toEqual([expect.objectContaining({ userId: null, actorId: admin.held.current?.id, address: expect.any(String) })])
  })
})
