/** Makes a backup of the installation that the configuration names, whether or not servers run. Prints nothing. */
import type { Config } from '../config/readConfig.ts'
import { databaseFolders, finishRestore } from '../db/openEmbedded.ts'
import { FolderInUseError, lockFolder } from '../db/lockFolder.ts'
import { openEmbeddedSession, openPostgresqlSession } from '../db/session.ts'
import { openStorage } from '../files/openStorage.ts'
import { noteBackup } from '../installation/lastBackup.ts'
import { holdRemovals } from './removalLock.ts'
import { requestSnapshot } from './requestSnapshot.ts'
import { isThere } from './snapshotRequests.ts'
import { assertMayWrite } from './tarFile.ts'
import { type Backup, type BackupOptions, writeBackup } from './writeBackup.ts'

/** The time of the last backup is noted in the installation if no file was missing. */
export async function makeBackup(config: Config, options: BackupOptions): Promise<Backup> {
  await assertMayWrite(options.path, options.mayReplace)
  if (config.databaseUrl !== undefined) return backUpPostgresql(config, config.databaseUrl, options)
  const unlock = await lockFolder(config.dataDir).catch((error: unknown) => {
    if (error instanceof FolderInUseError) return undefined
    throw error
  })
  return unlock === undefined ? backUpRunning(config, options) : backUpStopped(config, options).finally(unlock)
}

/** One transaction sees one moment, and servers go on. */
async function backUpPostgresql(config: Config, databaseUrl: string, options: BackupOptions): Promise<Backup> {
  const { query, db, close } = await openPostgresqlSession(databaseUrl)
  try {
    await holdRemovals(query)
    const backup = await writeBackup({ query, storage: openStorage(config) }, options)
    if (backup.missingFiles.length === 0) await noteBackup(db, backup.madeAt)
    return backup
  } finally {
    await close()
  }
}

/** The embedded database, which no server has open. */
async function backUpStopped(config: Config, options: BackupOptions): Promise<Backup> {
  const { folder } = databaseFolders(config.dataDir)
  await finishRestore(config.dataDir)
  if (!(await isThere(folder))) throw new Error(`There is nothing to back up in ${config.dataDir}.`)
  const { query, db, close } = await openEmbeddedSession(folder)
  try {
    const backup = await writeBackup({ query, storage: openStorage(config) }, options)
    if (backup.missingFiles.length === 0) await noteBackup(db, backup.madeAt)
    return backup
  } finally {
    await close()
  }
}

/** The embedded database, which a server has open: of a copy that the server makes. */
async function backUpRunning(config: Config, options: BackupOptions): Promise<Backup> {
  const snapshot = await requestSnapshot(config.dataDir)
  try {
    const { query, close } = await openEmbeddedSession(snapshot.folder)
    const storage = openStorage(config)
    const backup = await writeBackup({ query, storage, madeAt: snapshot.madeAt }, options).finally(close)
    if (backup.missingFiles.length === 0) await snapshot.noteComplete()
    return backup
  } finally {
    await snapshot.remove()
  }
}
