/**
 * Looks at what an operator must know, and writes down each fault once when it begins and once when it is over; each is mailed to
 * ALERT_EMAIL in the same transaction. Runs every minute on every server: the database says who was first. A demo raises none.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { type AlertKind, alertKinds } from '../../contract/installation.ts'
import { judgeScheduledBackups } from '../alerts/backupFailed.ts'
import { judgeBackup } from '../alerts/backupOld.ts'
import { judgeCertificate } from '../alerts/certificateEnds.ts'
import { judgeClocks } from '../alerts/clockOff.ts'
import { judgeDisk } from '../alerts/diskNearlyFull.ts'
import { judgeErrorRate } from '../alerts/errorRate.ts'
import type { Judgement } from '../alerts/judgement.ts'
import { judgeOutbox } from '../alerts/outboxStuck.ts'
import { judgeSms } from '../alerts/smsNearlyUsedUp.ts'
import { alerts } from '../db/tables.ts'
import { findFreeSpace, type FreeSpace } from '../installation/freeSpace.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import type { ServerContext } from '../serverContext.ts'

type AlertContext = Pick<ServerContext, 'db' | 'config' | 'clock' | 'log'>
/** A test cannot fill a disk. */
type Disk = (folder: string) => Promise<FreeSpace | undefined>

export async function raiseAlerts(context: AlertContext, disk: Disk = findFreeSpace): Promise<void> {
  if (context.config.isDemo) return
  const open = await context.db.select({ kind: alerts.kind }).from(alerts).where(isNull(alerts.endedAt))
  for (const kind of alertKinds) {
    // One that cannot be looked at hides no other.
    try {
      const now = context.clock()
      const judgement = await judge[kind](context, now, disk)
      const isOpen = open.some((alert) => alert.kind === kind)
      if (judgement.verdict === 'raise' && !isOpen) await begin(context, kind, judgement, now)
      if (judgement.verdict === 'end' && isOpen) await end(context, kind, now)
    } catch (error) {
      context.log.warn({ err: error, alert: kind }, 'a kind of alert could not be checked and is checked again in a minute')
    }
  }
}

const judge: Readonly<Record<AlertKind, (context: AlertContext, now: Date, disk: Disk) => Promise<Judgement>>> = {
  outboxStuck: ({ db }, now) => judgeOutbox(db, now),
  diskNearlyFull: async ({ db, config }, now, disk) => judgeDisk(db, config.dataDir, await disk(config.dataDir), now),
  backupOld: ({ db }, now) => judgeBackup(db, now),
  backupFailed: ({ db }) => judgeScheduledBackups(db),
  certificateEnds: ({ db, config }, now) => judgeCertificate(db, config, now),
  errorRate: ({ db }, now) => judgeErrorRate(db, now),
  clockOff: ({ db }, now) => judgeClocks(db, now),
  smsNearlyUsedUp: ({ db, config }, now) => judgeSms(db, config, now),
}

async function begin({ db, config, log }: AlertContext, kind: AlertKind, { figure }: Judgement, now: Date): Promise<void> {
  await db.transaction(async (transaction) => {
    // Of two servers the unique index lets one in.
    const insert = transaction.insert(alerts).values({ kind, figure, startedAt: now }).onConflictDoNothing()
    const [added] = await insert.returning({ id: alerts.id })
    if (added === undefined) return
    log.warn({ alert: kind, figure }, 'an alert began')
    if (config.alertEmail !== undefined)
      await queueMessage(transaction, { template: 'alertStarted', address: config.alertEmail, alertId: added.id }, now)
  })
}

async function end({ db, config, log }: AlertContext, kind: AlertKind, now: Date): Promise<void> {
  await db.transaction(async (transaction) => {
    const update = transaction.update(alerts).set({ endedAt: now })
    const [ended] = await update.where(and(eq(alerts.kind, kind), isNull(alerts.endedAt))).returning({ id: alerts.id })
    if (ended === undefined) return
    log.info({ alert: kind }, 'an alert is over')
    if (config.alertEmail !== undefined)
      await queueMessage(transaction, { template: 'alertEnded', address: config.alertEmail, alertId: ended.id }, now)
  })
}
