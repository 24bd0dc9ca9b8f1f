/**
 * Makes one scheduled backup: rehearses it, encrypts it, puts it where BACKUP_TO says beside the list of erased people, and removes older ones
 * that need not be kept. Knows no time of day.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/readConfig.ts'
import { lockFolder, FolderInUseError } from '../../db/lockFolder.ts'
import { encryptFile } from '../age/encryptedFile.ts'
import { countRows } from '../describeBackup.ts'
import { makeBackup } from '../makeBackup.ts'
import { rehearse } from '../rehearsal/rehearse.ts'
import { backupName, timeOfBackup } from './backupName.ts'
import type { Destination } from './destination.ts'
import { noteErased } from './erasedList.ts'
import { keptBackups } from './keptBackups.ts'
import { openDestination } from './openDestination.ts'

export type MadeBackup = {
  readonly name: string
  readonly place: string
  /** The moment whose state it holds. */
  readonly madeAt: Date
  readonly rows: number
  readonly files: number
  /** Stored files that are lost or damaged, and not in the backup. While there are any, no older backup is removed. */
  readonly missingFiles: readonly string[]
}

/** Throws an error with a sentence; then nothing was put. `signal` ends it as soon as nothing is half done. */
export async function makeScheduledBackup(config: Config, signal: AbortSignal, make = makeBackup): Promise<MadeBackup> {
  const { backupTo, backupRecipients: recipients } = config
  if (backupTo === undefined) throw new Error('There is no place for scheduled backups: set BACKUP_TO.')
  const { folder, release } = await lockRehearsals(config)
  try {
    await mkdir(folder, { mode: 0o700 })
    const destination = await openDestination(backupTo)
    const plain = join(folder, 'backup.tar')
    const nameOf = ({ madeAt }: { madeAt: Date }) => backupName(config, madeAt, recipients.length > 0)
    const backup = await make(config, { path: plain, mayReplace: false }, async (whole) => {
      // In a place that is new, or came after the first deletions, it is missing.
      await noteErased(config, await rehearse(plain, join(folder, 'database'), signal))
      await destination.put(nameOf(whole), await encryptFile(plain, recipients), signal)
    })
    const { madeAt, missingFiles, files } = backup
    if (missingFiles.length === 0) await removeOld(destination, config)
    return { name: nameOf(backup), place: destination.place, madeAt, rows: countRows(backup), files: files.length, missingFiles }
  } finally {
    await release()
  }
}

/** What a killed process left. Throws if another one is making a backup. */
export async function removeLeftovers(config: Config): Promise<void> {
  const { release } = await lockRehearsals(config)
  await release()
}

/** A folder that no other process uses, and that is not there. */
async function lockRehearsals({ dataDir }: Config): Promise<{ folder: string; release: () => Promise<void> }> {
  const rehearsals = join(dataDir, 'rehearsals')
  const unlock = await lockFolder(rehearsals).catch((error: unknown) => {
    throw error instanceof FolderInUseError ? new Error('Another scheduled backup is being made here.', { cause: error }) : error
  })
  const folder = join(rehearsals, 'present')
  const remove = () => rm(folder, { recursive: true, force: true })
  const release = async () => {
    try {
      await remove()
    } finally {
      await unlock()
    }
  }
  try {
    await remove()
    return { folder, release }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Files that are not ours stay, whatever they are. */
async function removeOld(destination: Destination, config: Config): Promise<void> {
  const ours = (await destination.names()).flatMap((name) => {
    const time = timeOfBackup(config, name)
    return time === undefined ? [] : [{ name, time }]
  })
  const kept = new Set(keptBackups(ours.map(({ time }) => time)).map((time) => time.getTime()))
  for (const { name, time } of ours) if (!kept.has(time.getTime())) await destination.remove(name)
}
