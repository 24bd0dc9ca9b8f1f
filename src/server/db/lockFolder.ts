/**
 * Allows one process per data folder. PGlite opens the same folder twice without an error and then loses rows. Knows no database.
 *
 * The operating system holds the lock on an open file (fcntl, flock, LockFileEx): a crash or `kill -9` releases it, and two containers that
 * share the folder see each other's lock. Files with a process id, and sockets, fail at one or the other. Node has no file locks of its
 * own.
 */
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { explainFolderError } from '../config/explainFolderError.ts'

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/**
 * Locks `folder` for this process and creates it if necessary. Returns a function that releases the lock. Throws a FolderInUseError with a
 * readable sentence if another process has it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = await openLockFile(folder).catch((error: unknown) => {
    throw explainFolderError(resolve(folder), error)
  })
  if (!tryLock(file.fd)) {
    await file.close()
    throw new FolderInUseError(
      `The data folder ${resolve(folder)} is in use by another Fieldport. Stop that one first, or set DATA_DIR to another folder.`,
    )
  }
  return () => file.close()
}

/** Never deleted: a process waiting on a deleted lock file and one that creates a new file would both believe that they hold it. */
async function openLockFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  return open(join(folder, 'lock'), 'a')
}
