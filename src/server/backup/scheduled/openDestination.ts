import type { BackupPlace, Destination } from './destination.ts'
import { openFolderDestination } from './folderDestination.ts'

/** Throws an error with a sentence if it cannot be used. */
export async function openDestination(backupTo: BackupPlace): Promise<Destination> {
  if (backupTo.kind === 'folder') return openFolderDestination(backupTo.folder)
  // As in files/openStorage.ts.
  const { openBucketDestination } = await import('./bucketDestination.ts')
  return openBucketDestination(backupTo)
}
