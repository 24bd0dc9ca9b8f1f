/** Makes the scheduled backup of a day, if BACKUP_TO says where, in a process of its own. Knows neither files nor rows. */
import { type MadeBackup, removeLeftovers } from '../backup/scheduled/makeScheduledBackup.ts'
import { messageOf } from '../config/messageOf.ts'
import { findScheduledBackups, noteFailed, noteMade } from '../installation/scheduledBackups.ts'
import type { ServerContext } from '../serverContext.ts'
import { isBackupMade } from './nextBackup.ts'

/** Rejects with a sentence. */
export type RunBackup = (signal: AbortSignal) => Promise<MadeBackup>
type BackupContext = Pick<ServerContext, 'config' | 'db' | 'log' | 'clock'> & { readonly runBackup: RunBackup }

/** Rejects with a sentence if it fails. Stopped by `signal`, it rejects too, and the next server makes it. */
export async function makeDueBackup({ config, db, log, clock, runBackup }: BackupContext, signal: AbortSignal): Promise<void> {
  const startedAt = clock()
  if (isBackupMade(await findScheduledBackups(db), startedAt)) return
  try {
    const { name, place, madeAt, rows, files, missingFiles } = await runBackup(signal)
    await noteMade(db, startedAt, { name, place, madeAt: madeAt.toISOString() })
    log.info({ name, place, rows, files }, 'a scheduled backup was made, and rehearsed before')
    if (missingFiles.length === 0) return
    log.warn({ missingFiles }, 'stored files are lost or damaged, and not in the backup')
    await noteFailed(db, startedAt, `${missingFiles.length} stored files are lost or damaged, and not in the backup ${name}.`)
  } catch (error) {
    // Stopped, not failed. It may have been killed because it took too long to stop.
    if (signal.aborted) await removeLeftovers(config)
    else {
      log.error({ err: error }, 'a scheduled backup failed and is tried again in an hour')
      await noteFailed(db, startedAt, messageOf(error))
    }
    throw error
  }
}
