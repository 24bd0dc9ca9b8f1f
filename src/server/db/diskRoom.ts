/** Keeps a part of a disk free. Knows nothing of what is written there. */
import { statfs } from 'node:fs/promises'

const mebibyte = 1024 * 1024

/**
 * PGlite never returns from a write for which its log finds no room: the process stands still until it is killed. Its log grows by 16 MiB at
 * a time.
 */
export const databaseReserveBytes = 64 * mebibyte
/** Uploads stop before the database has to: without them people can still sign in, and remove things. */
export const fileReserveBytes = 2 * databaseReserveBytes

/** Throws an error with code ENOSPC, as the disk itself would, and a sentence, where less than `bytes` are free. `folder` must exist. */
export async function assertFreeSpace(folder: string, bytes: number): Promise<void> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Some network file systems do not say.
  if (blocks === 0 || bavail * bsize >= bytes) return
  throw Object.assign(new Error(`The disk with the folder ${folder} has less than ${Math.ceil(bytes / mebibyte)} MiB free.`), {
    code: 'ENOSPC',
  })
}
