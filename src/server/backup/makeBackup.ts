/** Makes a backup of the installation that the configuration names, whether or not servers run. Prints nothing. */
import type { Config } from '../config/readConfig.ts'
import { databaseFolders, finishRestore } from '../db/openEmbedded.ts'
import { FolderInUseError, lockFolder } from '../db/lockFolder.ts'
import { openEmbeddedSession, openPostgresqlSession, type Session, withSession } from '../db/session.ts'
import { openStorage } from '../files/openStorage.ts'
import { noteBackup } from '../installation/lastBackup.ts'
import { holdRemovals } from './removalLock.ts'
import { requestSnapshot } from './requestSnapshot.ts'
import { isThere } from './snapshotRequests.ts'
import { assertMayWrite } from './tarFile.ts'
import { type Backup, type BackupOptions, writeBackup } from './writeBackup.ts'

/** What is done with a whole backup before it counts. If it rejects, the last backup stays the one before. */
type Use = (backup: Backup) => Promise<void>

/** The time of the last backup is noted in the installation if no file was missing. */
export async function makeBackup(config: Config, options: BackupOptions, use: Use = () => Promise.resolve()): Promise<Backup> {
  await assertMayWrite(options.path, options.mayReplace)
  if (config.databaseUrl !== undefined) return backUpPostgresql({ config, options, use }, config.databaseUrl)
  const unlock = await lockFolder(config.dataDir).catch((error: unknown) => {
    if (error instanceof FolderInUseError) return undefined
    throw error
  })
  if (unlock === undefined) return backUpRunning({ config, options, use })
  try {
    return await backUpStopped({ config, options, use })
  } finally {
    await unlock()
  }
}

type Order = { readonly config: Config; readonly options: BackupOptions; readonly use: Use }

/** One transaction sees one moment, and servers go on. */
async function backUpPostgresql(order: Order, databaseUrl: string): Promise<Backup> {
  return withSession(await openPostgresqlSession(databaseUrl), async (session) => {
    await holdRemovals(session.query)
    return backUpOpen(order, session)
  })
}

/** The embedded database, which no server has open. */
async function backUpStopped(order: Order): Promise<Backup> {
  const { config } = order
  const { folder } = databaseFolders(config.dataDir)
  await finishRestore(config.dataDir)
  if (!(await isThere(folder))) throw new Error(`There is nothing to back up in ${config.dataDir}.`)
  return withSession(await openEmbeddedSession(folder), (session) => backUpOpen(order, session))
}

async function backUpOpen({ config, options, use }: Order, { query, db }: Session): Promise<Backup> {
  const backup = await writeBackup({ query, storage: await openStorage(config) }, options)
  await use(backup)
  if (backup.missingFiles.length === 0) await noteBackup(db, backup.madeAt)
  return backup
}

/** The embedded database, which a server has open: of a copy that the server makes. */
async function backUpRunning({ config, options, use }: Order): Promise<Backup> {
  const { folder, madeAt, noteComplete, remove } = await requestSnapshot(config.dataDir)
  try {
    const storage = await openStorage(config)
    const backup = await withSession(await openEmbeddedSession(folder), ({ query }) => writeBackup({ query, storage, madeAt }, options))
    await use(backup)
    if (backup.missingFiles.length === 0) await noteComplete()
    return backup
  } finally {
    await remove()
  }
}
