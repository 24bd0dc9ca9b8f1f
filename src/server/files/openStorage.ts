/** The storage that the configuration names: a bucket, or the folder `files` in DATA_DIR. */
import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { explainFolderError } from '../config/explainFolderError.ts'
import type { Config } from '../config/readConfig.ts'
import { openFolderStorage, type Storage } from './storage.ts'

/** Throws an error with a readable sentence if the bucket or the folder cannot be used. */
export async function openStorage({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): Promise<Storage> {
  if (bucket === undefined) {
    const folder = join(dataDir, 'files')
    try {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    } catch (error) {
      throw explainFolderError(folder, error)
    }
    return openFolderStorage(folder)
  }
  // The SDK is large, and its later releases need a later Node than ours: nobody else loads it.
  const { openBucketStorage } = await import('./bucketStorage.ts')
  return openBucketStorage(bucket)
}
