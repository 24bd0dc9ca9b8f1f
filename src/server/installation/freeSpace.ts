/** How much room is left where a folder lies. Knows no limit. */
import { statfs } from 'node:fs/promises'

export type FreeSpace = { readonly freeBytes: number; readonly percent: number }

/** What this process may still use. Undefined if the folder does not exist, or its file system does not say (some network file systems). */
export async function findFreeSpace(folder: string): Promise<FreeSpace | undefined> {
  const facts = await statfs(folder).catch(() => undefined)
  if (facts === undefined || facts.blocks === 0) return undefined
  const { blocks, bavail, bsize } = facts
  return { freeBytes: bavail * bsize, percent: (100 * bavail) / blocks }
}
