import { asc, isNull } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import type { HandlersOf } from '../call.ts'
import { alerts } from '../db/tables.ts'
import { requireFreshSignIn } from '../effects/evidence.ts'
import { findRestored, resumeRestored } from '../installation/restored.ts'
import { renewDeletions } from '../leaving/accountDeletion.ts'

export const installation: HandlersOf<typeof contract.installation> = {
  async getState({ db }) {
    const open = await db.select().from(alerts).where(isNull(alerts.endedAt)).orderBy(asc(alerts.startedAt), asc(alerts.id))
    const restoredFrom = await findRestored(db)
    return {
      alerts: open.map(({ kind, startedAt }) => ({ kind, since: startedAt.toISOString() })),
      restoredFrom: restoredFrom?.toISOString() ?? null,
    }
  },

  async resume({ db, user, address, now }) {
    await db.transaction(async (transaction) => {
      if (!(await resumeRestored(transaction))) return
      requireFreshSignIn(user)
      await renewDeletions(transaction, now)
      await writeSecurityEvent(transaction, { kind: 'installationResumed', actorId: user.id, address }, now)
    })
    return {}
  },
}
