/** Restores a backup into the installation that the configuration names. Prints nothing. */
import { rename, rm } from 'node:fs/promises'
import type { Config } from '../config/readConfig.ts'
import { lockFolder } from '../db/lockFolder.ts'
import { databaseFolders, finishRestore } from '../db/openEmbedded.ts'
import { openEmbeddedSession, openPostgresqlSession, type Query } from '../db/session.ts'
import { openStorage } from '../files/openStorage.ts'
import type { Contents } from './format.ts'
import { findLoss, type RestorableBackup, restoreBackup } from './restoreBackup.ts'
import { isThere } from './snapshotRequests.ts'

type Target = { readonly config: Config; readonly mayReplace: boolean }

/** Throws an error with a sentence if a server runs, or data would be lost that may not be replaced. */
export async function restoreInto({ config, mayReplace }: Target, backup: RestorableBackup): Promise<Contents> {
  const assertReplaceable = async (query: Query) => {
    const loss = await findLoss({ query })
    if (loss !== undefined && !mayReplace)
      throw new Error(`${loss}. Nothing was done. To lose all of it and restore the backup in its place, add --replace.`)
  }
  if (config.databaseUrl === undefined) return restoreEmbedded(config, backup, assertReplaceable)
  const session = await openPostgresqlSession(config.databaseUrl)
  try {
    return await restoreBackup(session, openStorage(config), backup, async () => {
      await assertNoServer(session.query)
      await assertReplaceable(session.query)
    })
  } finally {
    await session.close()
  }
}

/** A running server polls its outbox, so it has a connection. One that starts now waits until the restore has ended. */
async function assertNoServer(query: Query): Promise<void> {
  const others = await query(`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'fieldport' and pid <> pg_backend_pid()
      and not exists (select from pg_locks where pg_locks.pid = pg_stat_activity.pid and locktype = 'advisory' and not granted)`)
  if (others.length > 0) throw new Error('A server or a backup uses this database. Stop all of them first. Nothing was done.')
}

/** Into a new folder, which takes the place of the present one when it is whole. */
async function restoreEmbedded(
  config: Config,
  backup: RestorableBackup,
  assertReplaceable: (query: Query) => Promise<void>,
): Promise<Contents> {
  const unlock = await lockFolder(config.dataDir)
  try {
    await finishRestore(config.dataDir)
    const { folder, restored } = databaseFolders(config.dataDir)
    if (await isThere(folder)) {
      const present = await openEmbeddedSession(folder)
      await assertReplaceable(present.query).finally(present.close)
    }
    const unfinished = `${restored}.unfinished`
    await rm(unfinished, { recursive: true, force: true })
    try {
      const session = await openEmbeddedSession(unfinished)
      const contents = await restoreBackup(session, openStorage(config), backup, () => Promise.resolve()).finally(session.close)
      await rename(unfinished, restored)
      await finishRestore(config.dataDir)
      return contents
    } finally {
      await rm(unfinished, { recursive: true, force: true })
    }
  } finally {
    await unlock()
  }
}
