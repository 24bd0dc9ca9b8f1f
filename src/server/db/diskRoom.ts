/** Keeps part of a disk free. Knows nothing of what is stored there. */
import { statfs } from 'node:fs/promises'

const mebibyte = 1024 * 1024

/** PGlite hangs forever in a write if its log finds no space; the process then has to be killed. The log grows by 16 MiB at a time. */
export const databaseReserveBytes = 64 * mebibyte
/** Uploads stop earlier than the database, so that people can still sign in and delete things. */
export const fileReserveBytes = 2 * databaseReserveBytes

/** Throws a readable error with code ENOSPC, as a full disk would, if fewer than `bytes` are free. `folder` must exist. */
export async function assertFreeSpace(folder: string, bytes: number): Promise<void> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Some network file systems report zero blocks.
  if (blocks === 0 || bavail * bsize >= bytes) return
  throw Object.assign(new Error(`The disk with the folder ${folder} has less than ${Math.ceil(bytes / mebibyte)} MiB free.`), {
    code: 'ENOSPC',
  })
}
