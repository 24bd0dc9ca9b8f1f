/** The command's half of snapshotRequests.ts. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { FolderInUseError, lockFolder } from '../db/lockFolder.ts'
import { isThere, readAnswer, removeFolder, snapshotPaths, writeWhole } from './snapshotRequests.ts'

const lookEveryMs = 100
/** A server looks once a second, but may be busy. */
const answeredWithinMs = 60_000

type Snapshot = {
  /** A database that nobody else has open. */
  readonly folder: string
  readonly madeAt: Date
  /** Makes the server note that a backup of this moment is complete. If it stops before that, the last backup stays the one before. */
  readonly noteComplete: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** Throws an error with a sentence if the process that has the folder open does not answer, or has no room for a copy. */
export async function requestSnapshot(dataDir: string): Promise<Snapshot> {
  const id = randomUUID()
  const paths = snapshotPaths(dataDir, id)
  const unlock = await lockFolder(paths.folder)
  const remove = async () => {
    await unlock()
    await removeFolder(paths.folder)
  }
  try {
    await writeWhole(paths.request, '')
    const deadline = performance.now() + answeredWithinMs
    while (!(await isThere(paths.answer))) {
      if (!(await isInUse(dataDir))) throw new Error('The server stopped before it had copied its database. Try again.')
      if (performance.now() > deadline && (await isThere(paths.request)))
        throw new Error(`The process that uses ${dataDir} does not answer. Is it "npm run dev", or a Fieldport without backups?`)
      await pause(lookEveryMs)
    }
    const answer = await readAnswer(paths.answer)
    if ('failure' in answer) throw new Error(`The server could not copy its database: ${answer.failure}`)
    const { madeAt } = answer
    const noteComplete = async () => {
      await writeWhole(paths.complete, madeAt)
      const notedBy = performance.now() + answeredWithinMs
      while ((await isThere(paths.complete)) && (await isInUse(dataDir)) && performance.now() < notedBy) await pause(lookEveryMs)
    }
    return { folder: paths.database, madeAt: new Date(madeAt), noteComplete, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function isInUse(dataDir: string): Promise<boolean> {
  try {
    const unlock = await lockFolder(dataDir)
    await unlock()
    return false
  } catch (error) {
    if (error instanceof FolderInUseError) return true
    throw error
  }
}
