/**
 * Makes the scheduled backups, if BACKUP_TO says where: once a minute each server looks whether one is due, and one of all servers makes it,
 * in a process of its own. Knows neither files nor rows.
 */
import { randomUUID } from 'node:crypto'
import { type MadeBackup, removeLeftovers } from '../backup/scheduled/makeScheduledBackup.ts'
import { messageOf } from '../config/messageOf.ts'
import { endTurn, findScheduledBackups, noteFailed, noteMade, takeTurn } from '../installation/scheduledBackups.ts'
import { minuteMs } from '../limits/durations.ts'
import type { ServerContext } from '../serverContext.ts'
import { everyMinute } from './everyMinute.ts'
import { isBackupDue } from './nextBackup.ts'

type BackupContext = Pick<ServerContext, 'config' | 'db' | 'log' | 'clock'>
/** Rejects with a sentence. */
export type RunBackup = (signal: AbortSignal) => Promise<MadeBackup>

/** Returns a function that stops it, and a backup that is being made: the next start makes it. */
export function startBackups(context: BackupContext, runBackup: RunBackup): () => Promise<void> {
  if (context.config.backupTo === undefined) return () => Promise.resolve()
  const stopping = new AbortController()
  async function look(): Promise<void> {
    if (stopping.signal.aborted) return
    await makeIfDue(context, runBackup, stopping.signal).catch((error: unknown) =>
      context.log.warn({ err: error }, 'it could not be seen whether a backup is due; that is tried again in a minute'),
    )
  }

  const stop = everyMinute(look)
  return () => {
    stopping.abort()
    return stop()
  }
}

/** Returns whether this server made one, or tried to. */
export async function makeIfDue(context: BackupContext, runBackup: RunBackup, signal: AbortSignal): Promise<boolean> {
  const { db, log, clock } = context
  const server = randomUUID()
  if (!isBackupDue(await findScheduledBackups(db), clock()) || !(await takeTurn(db, server, clock()))) return false
  const renewal = setInterval(() => void takeTurn(db, server, clock()).catch(() => undefined), minuteMs)
  try {
    // Another server may have made it since the first look.
    if (!isBackupDue(await findScheduledBackups(db), clock())) return false
    const startedAt = clock()
    await make(context, runBackup, signal, startedAt)
    return true
  } finally {
    clearInterval(renewal)
    await endTurn(db, server).catch((error: unknown) => log.warn({ err: error }, 'other servers wait some minutes with the next backup'))
  }
}

async function make({ config, db, log }: BackupContext, runBackup: RunBackup, signal: AbortSignal, startedAt: Date): Promise<void> {
  try {
    const { name, place, madeAt, rows, files, missingFiles } = await runBackup(signal)
    await noteMade(db, startedAt, { name, place, madeAt: madeAt.toISOString() })
    log.info({ name, place, rows, files }, 'a scheduled backup was made, and rehearsed before')
    if (missingFiles.length === 0) return
    log.warn({ missingFiles }, 'stored files are lost or damaged, and not in the backup')
    await noteFailed(db, startedAt, `${missingFiles.length} stored files are lost or damaged, and not in the backup ${name}.`)
  } catch (error) {
    // Stopped, not failed. It may have been killed because it took too long to stop.
    if (signal.aborted) return removeLeftovers(config)
    log.error({ err: error }, 'a scheduled backup failed and is tried again in an hour')
    await noteFailed(db, startedAt, messageOf(error))
  }
}
