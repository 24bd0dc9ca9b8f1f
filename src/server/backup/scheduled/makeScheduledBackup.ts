/**
 * Makes one scheduled backup: rehearses it, encrypts it, puts it where BACKUP_TO says, and removes older ones that need not be kept. Knows
 * no time of day.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../config/readConfig.ts'
import { lockFolder, FolderInUseError } from '../../db/lockFolder.ts'
import { encryptFile } from '../age/encryptedFile.ts'
import { countRows } from '../describeBackup.ts'
import { makeBackup } from '../makeBackup.ts'
import { rehearse } from '../rehearsal/rehearse.ts'
import { backupName, timeOfBackup } from './backupName.ts'
import { type Destination, openDestination } from './destination.ts'
import { keptBackups } from './keptBackups.ts'

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

/** Of what was begun, when the server stops. */
const cleanUpWithinMs = 5_000

/** Throws an error with a sentence; then nothing was put. `signal` ends it. */
export async function makeScheduledBackup(config: Config, signal: AbortSignal, make = makeBackup): Promise<MadeBackup> {
  const { backupTo } = config
  if (backupTo === undefined) throw new Error('There is no place for scheduled backups: set BACKUP_TO.')
  const { folder, unlock } = await lockRehearsals(config)
  const run = async (): Promise<MadeBackup> => {
    const destination = await openDestination(backupTo)
    const plain = join(folder, 'backup.tar')
    const recipients = config.backupRecipients
    const backup = await make(config, { path: plain, mayReplace: false }, async ({ madeAt }) => {
      signal.throwIfAborted()
      await rehearse(plain, join(folder, 'database'))
      signal.throwIfAborted()
      await destination.put(backupName(config, madeAt, recipients.length > 0), await encryptFile(plain, recipients), signal)
    })
    const { madeAt, missingFiles } = backup
    if (missingFiles.length === 0) await removeOld(destination, config)
    const name = backupName(config, madeAt, recipients.length > 0)
    return { name, place: destination.place, madeAt, rows: countRows(backup), files: backup.files.length, missingFiles }
  }

  const work = run()
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(new Error('The backup was stopped.'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, stopped])
  } finally {
    if (signal.aborted) await Promise.race([work.catch(() => undefined), pause(cleanUpWithinMs)])
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    await unlock()
  }
}

/** An empty folder that no other process uses. What a killed one left there is removed. */
async function lockRehearsals({ dataDir }: Config): Promise<{ folder: string; unlock: () => Promise<void> }> {
  const rehearsals = join(dataDir, 'rehearsals')
  const unlock = await lockFolder(rehearsals).catch((error: unknown) => {
    throw error instanceof FolderInUseError ? new Error('Another scheduled backup is being made here.', { cause: error }) : error
  })
  const folder = join(rehearsals, 'present')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  return { folder, unlock }
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
