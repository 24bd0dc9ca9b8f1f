/** Whether scheduled backups can be put where BACKUP_TO says, to whom they are encrypted, and how old the newest one there is. */
import { randomUUID } from 'node:crypto'
import { sep } from 'node:path'
import { isBackupOld } from '../alerts/backupOld.ts'
import { timeOfBackup } from '../backup/scheduled/backupName.ts'
import type { BackupPlace } from '../backup/scheduled/destination.ts'
import { openDestination } from '../backup/scheduled/openDestination.ts'
import type { Config } from '../config/readConfig.ts'
import { fault, ok, reasonOf, warning } from './finding.ts'

export async function checkBackupPlace(config: Config, now: Date) {
  const { backupTo, backupRecipients, dataDir } = config
  if (backupTo === undefined) return ok('There are no scheduled backups: BACKUP_TO is not set.')
  const place = backupTo.kind === 'folder' ? `the folder ${backupTo.folder}` : `the bucket ${backupTo.bucket.name}`
  const found = await tryOut(backupTo).catch((error: unknown) => reasonOf(error))
  if (typeof found === 'string')
    return fault(`Backups cannot be put into ${place}: ${found}.`, 'Correct BACKUP_TO, the rights there, or S3_… for a bucket.')
  const times = found.flatMap((name) => timeOfBackup(config, name)?.getTime() ?? [])
  const newest = times.length === 0 ? undefined : new Date(Math.max(...times))
  const holds = newest === undefined ? 'none is there yet' : `${times.length} are there, the newest of ${newest.toISOString()}`
  const sentence = `Backups can be put into ${place}; ${holds}`
  if (backupRecipients.length === 0)
    return warning(`${sentence}. They are not encrypted.`, 'Set BACKUP_RECIPIENT to a recipient of age, whose key is kept elsewhere.')
  const secrecy = `They are encrypted to ${backupRecipients.length === 1 ? 'one recipient' : `${backupRecipients.length} recipients`}.`
  if (backupTo.kind === 'folder' && `${backupTo.folder}${sep}`.startsWith(`${dataDir}${sep}`))
    return warning(
      `${sentence}. ${secrecy} That lies in DATA_DIR, and would be lost with it.`,
      'Name a folder on another disk, or a bucket.',
    )
  if (newest !== undefined && isBackupOld(newest, now))
    return warning(`${sentence}. ${secrecy} That is too old.`, 'See whether a server runs, and what its log says.')
  return ok(`${sentence}. ${secrecy}`)
}

/** Puts a file there and removes it. Returns the names of what is there. */
async function tryOut(backupTo: BackupPlace): Promise<readonly string[]> {
  const destination = await openDestination(backupTo)
  const probe = `fieldport-doctor-${randomUUID()}`
  await destination.put(probe, pieces(), new AbortController().signal)
  try {
    return await destination.names()
  } finally {
    await destination.remove(probe)
  }
}

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('written by "npm run doctor"')
}
