/** What the database says of the installation: backups, a restore, demo data, waiting messages, open alerts. Changes no record. */
import { isNull } from 'drizzle-orm'
import { isBackupOld } from '../alerts/backupOld.ts'
import { countWaiting, stuckMinutes } from '../alerts/outboxStuck.ts'
import { describeDoubt, judgeStart, readLastSeen } from '../clock/lastSeen.ts'
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { alerts, outgoingMessages } from '../db/tables.ts'
import { hasDemoRows } from '../demo/demoRows.ts'
import { findLastBackup } from '../installation/lastBackup.ts'
import { isFailing } from '../alerts/backupFailed.ts'
import { findScheduledBackups } from '../installation/scheduledBackups.ts'
import { findRestored } from '../installation/restored.ts'
import { alertTexts } from '../messages/alertTexts.ts'
import { fault, ok, warning } from './finding.ts'

export async function checkBackup(db: Database, { isDemo }: Config, now: Date) {
  if (isDemo) return ok('A demo needs no backup.')
  const last = await findLastBackup(db)
  const sentence = last === undefined ? 'There has never been a backup.' : `The last backup is of ${last.toISOString()}.`
  if (last !== undefined && !isBackupOld(last, now)) return ok(sentence)
  return warning(sentence, 'Set BACKUP_TO, or run "npm run backup -- FILE" every night.')
}

export async function checkScheduledBackups(db: Database, { backupTo }: Config) {
  if (backupTo === undefined) return ok('There are none: BACKUP_TO is not set.')
  const state = await findScheduledBackups(db)
  const { made, failed } = state
  const sentence =
    made === undefined
      ? 'None was made yet.'
      : `The last one, ${made.name}, is of ${made.madeAt}. It was rehearsed and put into ${made.place}.`
  if (failed === undefined || !isFailing(state, await findLastBackup(db))) return ok(sentence)
  return warning(
    `${sentence} The last attempt, at ${failed.startedAt}, failed: ${failed.reason.replace(/\.$/, '')}.`,
    'See to the reason, then run "npm run backup -- --scheduled", or wait for the next attempt.',
  )
}

export async function checkRestored(db: Database) {
  const madeAt = await findRestored(db)
  if (madeAt === undefined) return ok('The installation is in service.')
  return warning(
    `The installation was restored from the backup of ${madeAt.toISOString()}: it sends no mail and offers no new firmware.`,
    'Check what was withdrawn since; then press "Put back into service" on the dashboard.',
  )
}

export async function checkDemoRows(db: Database, { isDemo }: Config) {
  if (isDemo) return ok('This is a demo: its accounts have a published password.')
  if (!(await hasDemoRows(db))) return ok('There is no demo data.')
  return fault('There is demo data, with accounts whose password is published: the server does not start.', 'Run "npm run purge-demo".')
}

export async function checkOutbox(db: Database, now: Date) {
  const stuck = await countWaiting(db, now, stuckMinutes)
  const waiting = await db.$count(outgoingMessages)
  if (stuck === 0) return ok(waiting === 0 ? 'No message waits.' : `Messages that wait: ${waiting}. None of them for long.`)
  return warning(
    `Messages that wait for more than ${stuckMinutes} minutes: ${stuck}.`,
    'See what is said here of mail and SMS; start the server if it is stopped.',
  )
}

/** Whether what expires is deleted. With the embedded database no server runs meanwhile: this says what its next start would find. */
export async function checkCleanups(db: Database, { databaseUrl, isDemo }: Config, now: Date) {
  if (databaseUrl !== undefined) return ok('What expires is deleted by the clock of the database.')
  if (isDemo) return ok('What expires is deleted by the clock of this computer.')
  const { doubt } = judgeStart(await readLastSeen(db), now.getTime())
  if (doubt === undefined) return ok('What expires is deleted: the clock goes on from the time last seen.')
  return warning(
    describeDoubt(doubt, now.getTime()),
    doubt.isConfirmed ? 'Start the server, and wait.' : 'If the clock is wrong, set it right. If it is right, run "npm run confirm-clock".',
  )
}

export async function checkAlerts(db: Database, { alertEmail, isDemo }: Config) {
  if (isDemo) return ok('A demo raises no alerts.')
  const open = await db.select().from(alerts).where(isNull(alerts.endedAt))
  const [first] = open
  if (first !== undefined) {
    const list = open.map(({ kind, startedAt }) => `${alertTexts[kind].title}, since ${startedAt.toISOString()}`)
    return warning(`Open alerts: ${list.join('; ')}.`, open.map(({ kind }) => alertTexts[kind].whatToDo).join(' '))
  }
  if (alertEmail === undefined)
    return warning(
      'No alert is open. There is no ALERT_EMAIL: alerts are shown on the dashboard only.',
      'Set ALERT_EMAIL to an address that somebody reads.',
    )
  return ok(`No alert is open. Alerts are mailed to ${alertEmail}.`)
}
