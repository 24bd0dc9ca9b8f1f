/** Copies everything from one storage to another, and can be run again after any end. Knows no folder, bucket or table. */
import { sha256InPieces } from './sha256InPieces.ts'
import { type Storage, type StoredContent, undefinedIfMissing } from './storage.ts'

/** Most of the time is spent waiting for an answer. */
const atOnce = 4

export type CopyProgress = {
  files: number
  bytes: number
  /** Of `files`, already dealt with. */
  doneFiles: number
  doneBytes: number
  sentFiles: number
  sentBytes: number
  /** Names of files whose content does not have the hash that it is stored under. They are not copied. */
  damaged: string[]
}

/**
 * Sends what the target does not have, and reads each back from there. With `isRemoving` it also reads back what was there, and then removes
 * it from the source. What is stored while it runs may be left to the next run.
 */
export async function copyFiles(
  source: Storage,
  target: Storage,
  { isRemoving, onProgress }: { isRemoving: boolean; onProgress: (progress: Readonly<CopyProgress>) => void },
): Promise<CopyProgress> {
  const [wanted, present] = [await listAll(source), await listAll(target)]
  const progress: CopyProgress = {
    files: wanted.length,
    bytes: wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    doneFiles: 0,
    doneBytes: 0,
    sentFiles: 0,
    sentBytes: 0,
    damaged: [],
  }
  const sizes = new Map(present.map(({ sha256, sizeBytes }) => [sha256, sizeBytes]))
  const rest = wanted.values()
  let hasFailed = false

  async function copyRest(): Promise<void> {
    for (const content of rest) {
      if (hasFailed) return
      const isPresent = sizes.get(content.sha256) === content.sizeBytes
      const isSent = !isPresent && (await send(content))
      if ((isSent || (isPresent && isRemoving)) && !(await isIntact(target, content))) {
        // Otherwise the next run would take it for copied.
        await target.remove(content.sha256)
        throw new Error(`What was stored as ${content.sha256} reads back as something else. It was removed there, and stays where it was.`)
      }
      if (isRemoving && (isSent || isPresent)) await source.remove(content.sha256)
      progress.doneFiles += 1
      progress.doneBytes += content.sizeBytes
      if (isSent) {
        progress.sentFiles += 1
        progress.sentBytes += content.sizeBytes
      }
      onProgress(progress)
    }
  }

  /** Returns false if there is nothing right to send. */
  async function send({ sha256 }: StoredContent): Promise<boolean> {
    const pieces = await readPieces(source, sha256)
    if (pieces === undefined) return false
    if ((await sha256InPieces(pieces)) !== sha256) {
      progress.damaged.push(sha256)
      return false
    }
    await target.put(pieces)
    return true
  }

  onProgress(progress)
  const copying = Array.from({ length: atOnce }, async () => {
    try {
      await copyRest()
    } catch (error) {
      hasFailed = true
      throw error
    }
  })
  // Those that have begun come to their end, so that nothing is printed after a failure.
  await Promise.allSettled(copying)
  await Promise.all(copying)
  return progress
}

async function listAll(storage: Storage): Promise<StoredContent[]> {
  const all: StoredContent[] = []
  for await (const { sha256, sizeBytes } of storage.list()) all.push({ sha256, sizeBytes })
  return all
}

async function isIntact(storage: Storage, { sha256 }: StoredContent): Promise<boolean> {
  const pieces = await readPieces(storage, sha256)
  return pieces !== undefined && (await sha256InPieces(pieces)) === sha256
}

/** undefined if it was removed meanwhile. */
async function readPieces(storage: Storage, sha256: string): Promise<Uint8Array[] | undefined> {
  const stream = await storage.open(sha256).catch(undefinedIfMissing)
  if (stream === undefined) return undefined
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(piece)
  return pieces
}
