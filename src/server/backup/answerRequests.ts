/** The server's half of snapshotRequests.ts: copies its embedded database where a backup asks for it. */
import { readFile, rename, rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { messageOf } from '../config/messageOf.ts'
import type { Database } from '../db/connect.ts'
import { noteBackup } from '../installation/lastBackup.ts'
import { isAbandoned, isThere, removeFolder, snapshotIds, snapshotPaths, writeWhole, type Answer } from './snapshotRequests.ts'

const lookEveryMs = 1000

type Answering = {
  readonly dataDir: string
  readonly db: Database
  readonly log: Logger
  readonly clock: () => Date
  readonly copyTo: (folder: string, clock: () => Date) => Promise<Date>
}

/** Returns a function that stops it. */
export function answerRequests(server: Answering): () => Promise<void> {
  const stopping = new AbortController()
  const done = run()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const id of await snapshotIds(server.dataDir))
        await answer(server, id).catch((error: unknown) => server.log.warn({ err: error }, 'a request for a backup was not answered'))
      // The pause only rejects when aborted.
      await pause(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  return async () => {
    stopping.abort()
    await done
  }
}

async function answer(server: Answering, id: string): Promise<void> {
  const paths = snapshotPaths(server.dataDir, id)
  if (await isAbandoned(paths.folder)) return removeFolder(paths.folder)
  if (await isThere(paths.request)) await rename(paths.request, paths.accepted)
  // Also if the server that accepted it was killed.
  if ((await isThere(paths.accepted)) && !(await isThere(paths.answer)))
    await writeWhole(paths.answer, JSON.stringify(await copy(server, paths.database)))
  if (await isThere(paths.complete)) {
    await noteBackup(server.db, new Date(await readFile(paths.complete, 'utf8')))
    await rm(paths.complete)
  }
}

async function copy({ copyTo, clock, log }: Answering, target: string): Promise<Answer> {
  try {
    const startedAt = performance.now()
    const madeAt = await copyTo(target, clock)
    log.info({ tookMs: Math.round(performance.now() - startedAt) }, 'the database was copied for a backup')
    return { madeAt: madeAt.toISOString() }
  } catch (error) {
    log.warn({ err: error }, 'the database could not be copied for a backup')
    return { failure: messageOf(error) }
  }
}
