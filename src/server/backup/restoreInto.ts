/** Restores a backup into the installation that the configuration names. Prints nothing. */
import { rename, rm } from 'node:fs/promises'
import type { Config } from '../config/readConfig.ts'
import { lockFolder } from '../db/lockFolder.ts'
import { databaseFolders, finishRestore } from '../db/openEmbedded.ts'
import { createEmbeddedSession, openEmbeddedSession, openPostgresqlSession, type Query, withSession } from '../db/session.ts'
import { openStorage } from '../files/openStorage.ts'
import { type Erased, findErasedBeside, findErasedIn } from './scheduled/erasedList.ts'
import { findLoss, type RestorableBackup, type Restored, restoreBackup } from './restoreBackup.ts'
import { isThere } from './snapshotRequests.ts'

type Target = { readonly config: Config; readonly mayReplace: boolean }

/** Throws an error with a sentence if a server runs, or data would be lost that may not be replaced. */
export async function restoreInto({ config, mayReplace }: Target, backup: RestorableBackup): Promise<Restored> {
  const erased = [...(await findErasedBeside(config, backup.path))]
  const assertReplaceable = async (query: Query) => {
    const loss = await findLoss({ query })
    if (loss !== undefined && !mayReplace)
      throw new Error(`${loss}. Nothing was done. To lose all of it and restore the backup in its place, add --replace.`)
    erased.push(...(await findErasedIn(query)))
  }
  if (config.databaseUrl === undefined) return restoreEmbedded({ config, backup, erased }, assertReplaceable)
  return withSession(await openPostgresqlSession(config.databaseUrl), async (session) => {
    const assertReady = async () => {
      await assertNoServer(session.query)
      await assertReplaceable(session.query)
    }
    const restored = await restoreBackup(session, await openStorage(config), backup, assertReady, { erased })
    // Good plans from the first call on. Autovacuum makes up for a failure.
    await session.query('analyze').catch(() => undefined)
    return restored
  })
}

/** A running server polls its outbox, so it has a connection. One that starts now waits until the restore has ended. */
async function assertNoServer(query: Query): Promise<void> {
  const others = await query(`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'fieldport' and pid <> pg_backend_pid()
      and not exists (select from pg_locks where pg_locks.pid = pg_stat_activity.pid and locktype = 'advisory' and not granted)`)
  if (others.length > 0) throw new Error('A server or a backup uses this database. Stop all of them first. Nothing was done.')
}

/** `erased` is filled before anything is replaced. */
type Order = { readonly config: Config; readonly backup: RestorableBackup; readonly erased: readonly Erased[] }

/** Into a new folder, which takes the place of the present one when it is whole. */
async function restoreEmbedded(order: Order, assertReplaceable: (query: Query) => Promise<void>): Promise<Restored> {
  const { config } = order
  const unlock = await lockFolder(config.dataDir)
  const { folder, restored } = databaseFolders(config.dataDir)
  const unfinished = `${restored}.unfinished`
  try {
    await finishRestore(config.dataDir)
    if (await isThere(folder)) await withSession(await openEmbeddedSession(folder), ({ query }) => assertReplaceable(query))
    await rm(unfinished, { recursive: true, force: true })
    const filled = await fillFolder(unfinished, order)
    await rename(unfinished, restored)
    await finishRestore(config.dataDir)
    return filled
  } finally {
    await rm(unfinished, { recursive: true, force: true })
    await unlock()
  }
}

async function fillFolder(folder: string, { config, backup, erased }: Order): Promise<Restored> {
  return withSession(await createEmbeddedSession(folder), async (session) => {
    const restored = await restoreBackup(session, await openStorage(config), backup, () => Promise.resolve(), { erased })
    await session.query('analyze')
    // PGlite makes none by itself.
    await session.query('checkpoint')
    return restored
  })
}
