/**
 * One process per data folder: PGlite opens the same folder twice without a word and then loses rows. Knows no database.
 *
 * The operating system holds the lock on an open file (fcntl, flock, LockFileEx), so a crash or `kill -9` cannot leave it behind, and two
 * containers that share the folder see each other. Files with a process number in them, and sockets, fail at one or the other; Node itself
 * offers no file lock.
 */
import { mkdir, open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { tryLock } from 'fs-native-extensions'

/**
 * Locks `folder` for this process, making it where it does not exist. Returns what frees it.
 * Fails with a sentence for the person who started the second process.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  // Never removed: whoever waits on a removed file and whoever makes a new one would both hold "the" lock.
  const file = await open(join(folder, 'lock'), 'a')
  if (!tryLock(file.fd)) {
    await file.close()
    throw new Error(
      `The data folder ${resolve(folder)} is in use by another Fieldport. Stop that one first, or set DATA_DIR to another folder.`,
    )
  }
  return () => file.close()
}
