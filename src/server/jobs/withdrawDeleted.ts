/**
 * Withdraws the releases whose firmwares are all deleted and can no longer be restored (docs/releases.md): nobody is offered them again. Safe
 * to run on several servers at once.
 */
import { and, eq, not, notExists, notInArray, sql } from 'drizzle-orm'
import { firmwares, releases } from '../db/tables.ts'
import { writeStep } from '../entities/firmware/changeRelease.ts'
import { firmwareKind } from '../entities/firmware/firmwareKind.ts'
import { restorableUntil } from '../records/auditTrail.ts'
import { changeOthers } from '../records/changeRecord.ts'
import type { ServerContext } from '../serverContext.ts'

export async function withdrawDeleted({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  const living = db
    .select({ one: sql`1` })
    .from(firmwares)
    .where(and(eq(firmwares.releaseId, releases.id), not(firmwares.isDeleted)))
  const isEnding = and(notInArray(releases.state, ['draft', 'withdrawn']), notExists(living))
  const ending = await db.select({ id: releases.id }).from(releases).where(isEnding).orderBy(releases.id)
  for (const { id } of ending)
    await db.transaction(async (transaction) => {
      const isStill = and(eq(releases.id, id), isEnding)
      const held = await transaction.select({ id: releases.id }).from(releases).where(isStill).for('update')
      if (held.length === 0) return
      const now = clock()
      const ofIt = await transaction.select({ id: firmwares.id }).from(firmwares).where(eq(firmwares.releaseId, id))
      const ids = ofIt.map((firmware) => firmware.id)
      for (const firmwareId of ids) if ((await restorableUntil(transaction, 'firmware', firmwareId, now)) !== null) return
      await changeOthers(transaction, firmwareKind, { user: null, now, ids }, () =>
        writeStep(transaction, { user: null, now }, { releaseId: id, step: 'withdraw' }),
      )
    })
}
