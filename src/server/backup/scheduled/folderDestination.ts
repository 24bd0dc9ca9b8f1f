import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfMissing } from '../../files/storage.ts'
import { syncDirectory } from '../../files/syncDirectory.ts'
import type { Destination } from './destination.ts'

const unfinishedPattern = /^fieldport-.+\.tar(?:\.age)?\.unfinished$/
/** A put that is still going on writes all the time. */
const abandonedAfterMs = 24 * 60 * 60_000

export async function openFolderDestination(folder: string): Promise<Destination> {
  await mkdir(folder, { recursive: true })

  /** Of servers that were killed. */
  async function removeAbandoned(): Promise<void> {
    for (const name of (await readdir(folder)).filter((one) => unfinishedPattern.test(one))) {
      const { mtimeMs } = await stat(join(folder, name))
      if (Date.now() - mtimeMs > abandonedAfterMs) await rm(join(folder, name), { force: true })
    }
  }

  return {
    place: `the folder ${folder}`,
    names: () => readdir(folder),
    async put(name, content, signal) {
      await removeAbandoned()
      const path = join(folder, name)
      const unfinished = `${path}.unfinished`
      const file = await open(unfinished, 'w', 0o600)
      try {
        for await (const piece of content) {
          signal.throwIfAborted()
          await file.writeFile(piece)
        }
        await file.sync()
        await file.close()
        signal.throwIfAborted()
        await rename(unfinished, path)
        await syncDirectory(folder)
      } catch (error) {
        await file.close().catch(() => undefined)
        await rm(unfinished, { force: true })
        throw error
      }
    },
    read: (name) => readFile(join(folder, name)).catch(undefinedIfMissing),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}
