/**
 * Looks at what an operator must know, and writes down each fault once when it begins and once when it is over; each is mailed to
 * ALERT_EMAIL in the same transaction. Runs every minute; where two servers run it, the database says who was first. A demo raises none.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { type AlertKind, alertKinds } from '../../contract/installation.ts'
import { evaluateScheduledBackups } from '../alerts/backupFailed.ts'
import { evaluateBackup } from '../alerts/backupOld.ts'
import { evaluateCertificate } from '../alerts/certificateEnds.ts'
import { evaluateClocks } from '../alerts/clockOff.ts'
import { evaluateDisks } from '../alerts/diskNearlyFull.ts'
import { evaluateErrorRate } from '../alerts/errorRate.ts'
import type { Evaluation } from '../alerts/evaluation.ts'
import { evaluateOutbox } from '../alerts/outboxStuck.ts'
import { evaluateSms } from '../alerts/smsNearlyUsedUp.ts'
import { alerts } from '../db/tables.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import type { ServerContext } from '../serverContext.ts'

type AlertContext = Pick<ServerContext, 'db' | 'config' | 'clock' | 'log'>

export async function raiseAlerts(context: AlertContext): Promise<void> {
  if (context.config.isDemo) return
  const open = await context.db.select({ kind: alerts.kind }).from(alerts).where(isNull(alerts.endedAt))
  for (const kind of alertKinds) {
    // One that cannot be looked at hides no other.
    try {
      const now = context.clock()
      const evaluation = await evaluate[kind](context, now)
      const isOpen = open.some((alert) => alert.kind === kind)
      if (evaluation.verdict === 'raise' && !isOpen) await begin(context, kind, evaluation, now)
      if (evaluation.verdict === 'end' && isOpen) await end(context, kind, now)
    } catch (error) {
      context.log.warn({ err: error, alert: kind }, 'a kind of alert could not be checked and is checked again in a minute')
    }
  }
}

const evaluate: Readonly<Record<AlertKind, (context: AlertContext, now: Date) => Promise<Evaluation>>> = {
  outboxStuck: ({ db }, now) => evaluateOutbox(db, now),
  diskNearlyFull: ({ db }, now) => evaluateDisks(db, now),
  backupOld: ({ db }, now) => evaluateBackup(db, now),
  backupFailed: ({ db }) => evaluateScheduledBackups(db),
  certificateEnds: ({ db, config }, now) => evaluateCertificate(db, config, now),
  errorRate: ({ db }, now) => evaluateErrorRate(db, now),
  clockOff: ({ db }, now) => evaluateClocks(db, now),
  smsNearlyUsedUp: ({ db, config }, now) => evaluateSms(db, config, now),
}

async function begin({ db, config, log }: AlertContext, kind: AlertKind, { figure }: Evaluation, now: Date): Promise<void> {
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
